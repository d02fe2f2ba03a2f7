/* shrink_file.c: shrinks an input on disk, and saves the result beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "gen/bytes_tape.h"
#include "inspect/apart.h"
#include "inspect/shrink.h"
#include "store/inputs.h"

/* If INPUT has no tape, makes one from its bytes. That is possible only for plain bytes. */
static enum bd_status choices_of(const struct bd__input_file *input, const struct bd_fuzzer *fuzzer, const char *path,
                                 struct bd__tape *made, const struct bd__log *log)
{
    *made = (struct bd__tape){0};
    if (input->has_tape) { return BD_OK; }
    if (fuzzer && fuzzer->generate && bd__text_ends_with(path, ".tape")) {
        bd__error(log, "%s is not a tape: its first line must be \"%s\"", path, bd__tape_magic);
        return BD_FORMAT;
    }
    if (fuzzer && fuzzer->generate) {
        struct bd__text name = {0};
        bd__input_name(&name, path);
        bd__error(log,
                  "%s has no tape: shrinking works on the choices that made an input, and these bytes do not say which "
                  "they were. Give the tape that was saved with them (%s.tape), or a failure's folder",
                  path, bd__text_str(&name));
        bd__text_clear(&name);
        return BD_USAGE;
    }
    bd__bytes_tape(made, (struct bd__bytes){(const uint8_t *)input->bytes, input->size});
    return BD_OK;
}

/* Chooses the path of the result. An existing OUT is never overwritten. */
static enum bd_status choose_out(struct bd__text *to, const char *path, const char *out, const struct bd__log *log)
{
    if (!out && bd__file_is_stream(path)) {
        bd__error(log, "cannot write the smaller input beside %s: name a file for it with -o", path);
        return BD_USAGE;
    }
    if (!out) {
        bd__input_name(to, path);
        bd__text_puts(to, ".shrunk");
        return BD_OK;
    }
    struct bd__text tape = {0};
    bd__text_puts(to, out);
    bd__text_printf(&tape, "%s.tape", out);
    bool taken = bd__file_exists(out) || bd__file_exists(bd__text_str(&tape));
    if (taken) { bd__error(log, "%s or %s.tape already exists; choose another name with -o", out, out); }
    bd__text_clear(&tape);
    return taken ? BD_USAGE : BD_OK;
}

static enum bd_status save(const struct bd__shrunk *shrunk, const char *to, const struct bd__log *log)
{
    struct bd__text tape = {0};
    bd__text_printf(&tape, "%s.tape", to);
    struct bd__file_item item[] = {{.path = bd__text_str(&tape), .data = shrunk->tape, .size = shrunk->tape_size},
                                   {.path = to, .data = shrunk->data, .size = shrunk->size}};
    bd__file_write_all(item, 2);
    bool saved = !item[0].error && !item[1].error;
    if (!saved) {
        bd__error(log, "cannot write %s: %s; choose another file with -o", to,
                  strerror(item[0].error ? item[0].error : item[1].error));
    }
    bd__text_clear(&tape);
    return saved ? BD_OK : BD_IO;
}

/* Logs why there is nothing to shrink. */
static enum bd_status explain(const struct bd__shrunk *shrunk, const char *path, const struct bd__log *log)
{
    static const char *const verdicts[] = {[BD_VALID] = "it is valid",
                                           [BD_INVALID] = "it is invalid",
                                           [BD_FAILURE] = "it fails",
                                           [BD_DISCARDED] = "the generator discards it",
                                           [BD_LIMITED] = "a limit of the target ends it"};
    bd__error(log,
              "%s does not fail here: %s, so there is nothing to shrink. Is this the program that it failed in, with "
              "the same dictionary, --timeout and --memory? Does the failure need earlier inputs?",
              path, verdicts[shrunk->outcome.verdict]);
    return BD_USAGE;
}

static void tell(const struct bd__shrink_state *state, void *user)
{
    bd__info(user, "%u structural and %u value choices left after %llu runs", state->structural, state->values,
             (unsigned long long)state->runs);
}

static enum bd_status shrink_input(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                                   const struct bd__input_file *input, const char *path, struct bd__shrunk *shrunk)
{
    struct bd__log log = {config->log, config->user};
    struct bd__tape made;
    enum bd_status status = choices_of(input, fuzzer, path, &made, &log);
    if (status != BD_OK) { return status; }
    struct bd__shrink_budget budget = {
        .runs = config->trials, .seconds = config->seconds, .progress = tell, .user = &log};
    status = bd__shrink_tape(fuzzer, config, input->has_tape ? &input->tape : &made, NULL, &budget, shrunk, &log);
    bd__tape_clear(&made);
    if ((status == BD_OK || status == BD_INTERRUPTED) && input->has_bytes && shrunk->shown &&
        !shrunk->outcome.in_generator && shrunk->size_before != input->size) {
        bd__warn(&log, "the tape of %s makes %zu bytes here, not %zu; shrunk what it makes here", path,
                 shrunk->size_before, input->size);
    }
    if (status == BD_OK && !shrunk->shown) { status = explain(shrunk, path, &log); }
    return status;
}

struct shrink_call {
    const struct bd_fuzzer *fuzzer;
    const struct bd_config *config;
    const struct bd__input_file *input;
    const char *path;
    struct bd__shrunk *shrunk;
    enum bd_status status;
};

static void call_shrink(void *user)
{
    struct shrink_call *call = user;
    call->status = shrink_input(call->fuzzer, call->config, call->input, call->path, call->shrunk);
}

/* Reads and shrinks the input at PATH. Fills RESULT except for its path. */
static enum bd_status shrink_path(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                  struct bd__shrunk *shrunk, struct bd_shrink *result)
{
    struct bd__log log = {config->log, config->user};
    struct bd__input_file input;
    double start = bd__clock_seconds();
    *result = (struct bd_shrink){0};
    *shrunk = (struct bd__shrunk){0};
    enum bd_status status = bd__input_read(&input, path, &log);
    if (status != BD_OK) { return status; }
    struct shrink_call call = {fuzzer, config, &input, path, shrunk, BD_OK};
    status = bd__apart(call_shrink, &call, &log) ? call.status : BD_DAMAGED;
    snprintf(result->failure, sizeof result->failure, "%s", shrunk->evidence.identity.signature.text);
    result->from = (struct bd_size){shrunk->structural_before, shrunk->values_before, shrunk->size_before};
    result->to = (struct bd_size){shrunk->structural, shrunk->values, shrunk->size};
    result->runs = shrunk->runs;
    result->seconds = bd__clock_seconds() - start;
    bd__input_clear(&input);
    return status;
}

enum bd_status bd_shrink_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                              const char *out, struct bd_shrink *result)
{
    struct bd__log log = {config->log, config->user};
    struct bd__shrunk shrunk = {0};
    struct bd__text to = {0};
    *result = (struct bd_shrink){0};
    enum bd_status status = choose_out(&to, path, out, &log);
    if (status == BD_OK) { status = shrink_path(fuzzer, config, path, &shrunk, result); }
    if (shrunk.tape) {
        enum bd_status saved = save(&shrunk, bd__text_str(&to), &log);
        snprintf(result->path, sizeof result->path, "%s", bd__text_str(&to));
        if (saved != BD_OK) { status = saved; }
    }
    bd__shrunk_clear(&shrunk);
    bd__text_clear(&to);
    return status;
}

enum bd_status bd_shrink_in_memory(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                   struct bd_shrunk *result)
{
    struct bd__shrunk shrunk;
    char what[64];
    *result = (struct bd_shrunk){0};
    enum bd_status status = shrink_path(fuzzer, config, path, &shrunk, &result->made);
    if (shrunk.tape) {
        result->tape = bd__memory(shrunk.tape_size + 1, 1);
        memcpy(result->tape, shrunk.tape, shrunk.tape_size);
        result->data = shrunk.data;
        shrunk.data = NULL;
        result->failure = bd__memory_copy(bd__outcome_describe(&shrunk.evidence.outcome, what, sizeof what));
        bd__outcome_code(&shrunk.evidence.outcome, result->code, sizeof result->code);
        result->output = bd__memory_copy(bd__text_str(&shrunk.evidence.output));
    }
    bd__shrunk_clear(&shrunk);
    return status;
}

void bd_shrunk_clear(struct bd_shrunk *result)
{
    free(result->tape);
    free(result->data);
    free(result->failure);
    free(result->output);
    *result = (struct bd_shrunk){0};
}
