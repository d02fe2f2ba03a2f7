#include "triage/identify.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "triage/symbols.h"

enum { FRAMES = 512, TAIL = 4096 };

/* The last lines of OUTPUT, which were written before the abort. Earlier ones may be from other runs. */
static const char *end_of(const char *output)
{
    size_t size = strlen(output);
    const char *from = output + (size > TAIL ? size - TAIL : 0), *line = from > output ? strchr(from, '\n') : NULL;
    return line ? line + 1 : from;
}

static bool is_abort(const struct bd__outcome *outcome)
{
    return outcome->failure == BD__FAIL_SIGNAL && outcome->detail == SIGABRT;
}

static const char *prefix_of(const struct bd__outcome *outcome)
{
    return outcome->in_generator ? "generator: " : "";
}

/* Writes the kind of the failure in a word or two, without its place. */
static void name_kind(char *kind, size_t size, const struct bd__outcome *outcome, const char *output)
{
    const char *said = is_abort(outcome) ? bd__signature_abort_kind(end_of(output)) : NULL;
    char word[64];
    if (!said) { said = bd__outcome_signature(outcome, word, sizeof word); }
    snprintf(kind, size, "%s%s", prefix_of(outcome), said);
}

static void keep_frame(struct bd__identity *identity, const struct bd__frame *frame)
{
    if (!bd__frame_is_foreign(frame) && identity->frame_count < BD__IDENTITY_FRAMES) {
        identity->frame[identity->frame_count++] = *frame;
    }
}

/* Shows no addresses, because they differ from run to run. */
static void show_frame(struct bd__text *out, size_t number, const struct bd__frame *frame)
{
    bd__text_printf(out, "    #%zu %s", number, *frame->function ? frame->function : "?");
    if (*frame->file) {
        bd__text_printf(out, " %s", frame->file);
        if (frame->line) { bd__text_printf(out, ":%u", frame->line); } /* code that the compiler made up has no line */
    } else if (*frame->module) {
        bd__text_printf(out, " (%s)", frame->module);
    }
    bd__text_puts(out, "\n");
}

/* Looks up the stack of the pulse, writes it to IDENTITY down to our library's own frames, and returns all frames,
 * which the caller must free. WITHOUT_FOREIGN leaves foreign frames out of what is written: in which function of libc a
 * timeout struck is chance, and how a sanitizer writes its report is of no interest. */
static struct bd__frame *name_stack(struct bd__identity *identity, const struct bd__pulse *pulse, bool without_foreign,
                                    size_t *count)
{
    struct bd__frame *frame = bd__memory(FRAMES, sizeof *frame);
    uint32_t taken = bd__stack_count(&pulse->stack);
    *count = taken ? bd__symbols_find(pulse->stack.at, taken, frame, FRAMES) : 0;
    for (size_t i = 0, kept = 0; i < *count; i++) {
        if (bd__frame_is_caller(&frame[i], kept)) { break; }
        if (without_foreign && bd__frame_is_foreign(&frame[i])) { continue; }
        show_frame(&identity->stack, kept++, &frame[i]);
        keep_frame(identity, &frame[i]);
    }
    return frame;
}

/* Identifies a failure from the REPORT of a sanitizer, and from the stack that the worker stored before it wrote that.
 * The report has a stack, too. But the worker looked up its names in the file at the program's path, which may have
 * been replaced by another program. */
static void identify_report(struct bd__identity *identity, const struct bd__outcome *outcome,
                            const struct bd__pulse *pulse, const char *report)
{
    struct bd__signature *signature = &identity->signature;
    size_t count;
    struct bd__frame *frame = name_stack(identity, pulse, true, &count);
    bd__signature_read(signature, report, frame, identity->frame_count ? count : 0);
    free(frame);
    if (!identity->frame_count || strcmp(signature->kind, "leak") == 0) {
        bd__text_clear(&identity->stack);
        identity->frame_count = bd__signature_frames(report, identity->frame, BD__IDENTITY_FRAMES);
    }
    struct bd__signature plain = *signature;
    const char *before = prefix_of(outcome);
    snprintf(signature->kind, sizeof signature->kind, "%s%.50s", before, plain.kind);
    snprintf(signature->text, sizeof signature->text, "%s%.370s", before, plain.text);
}

/* ---- in the words of the target or of a remote ------------------------------------------------------- */

static void put_field(char *to, size_t room, const char *from, size_t size)
{
    snprintf(to, room, "%.*s", (int)(size < room ? size : room), from);
}

/* Identifies a failure from what is said about it. */
static void identify_account(struct bd__identity *identity, const struct bd__outcome *outcome,
                             const struct bd__account *account)
{
    struct bd__frame *frame = bd__memory(FRAMES, sizeof *frame);
    struct bd__account_frame said;
    size_t count = 0, length;
    char kind[64], word[64];
    const char *text = bd__account_kind(account, &length);
    put_field(kind, sizeof kind, length ? text : bd__outcome_signature(outcome, word, sizeof word),
              length ? length : sizeof word);
    if (length) {
        bd__text_printf(&identity->stack, "    %.*s", (int)length, text);
        text = bd__account_message(account, &length);
        bd__text_printf(&identity->stack, "%s%.*s\n", length ? ": " : "", (int)length, text);
    }
    for (const char *at = NULL; count < FRAMES && bd__account_next(account, &at, &said); count++) {
        struct bd__frame *f = &frame[count];
        put_field(f->function, sizeof f->function, said.function, said.function_size);
        put_field(f->file, sizeof f->file, said.file, said.file_size);
        f->line = said.line;
        snprintf(f->module, sizeof f->module, "%s", said.own ? BD__MODULE_REMOTE : BD__MODULE_REMOTE_LIBRARY);
        show_frame(&identity->stack, count, f);
        keep_frame(identity, f);
    }
    /* Where memory runs out is chance. */
    bd__signature_of_stack(&identity->signature, kind, frame, bd__text_ends_with(kind, "OutOfMemoryError") ? 0 : count);
    free(frame);
}

void bd__identify_fully(struct bd__identity *identity, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                        const char *output)
{
    *identity = (struct bd__identity){.frame = bd__memory(BD__IDENTITY_FRAMES, sizeof *identity->frame)};
    char kind[64];
    struct bd__signature *signature = &identity->signature;
    const char *report = outcome->failure == BD__FAIL_SANITIZER ? bd__signature_last_report(output) : NULL;
    if (report) {
        identify_report(identity, outcome, pulse, report);
        return;
    }
    /* If the target says that a result is wrong, and then crashes, the crash counts. */
    bool said = outcome->failure == BD__FAIL_VERDICT || pulse->account.stack_only;
    if (pulse->account.size && said && !outcome->in_generator) {
        identify_account(identity, outcome, &pulse->account);
        return;
    }
    name_kind(kind, sizeof kind, outcome, output);
    if (outcome->failure == BD__FAIL_VERDICT || outcome->failure == BD__FAIL_ARENA) { /* no stack: the run was over */
        bd__signature_of_kind(signature, kind);
        return;
    }
    size_t count;
    bool sampled = bd__outcome_is_limit(outcome);
    struct bd__frame *frame = name_stack(identity, pulse, sampled, &count);
    if (!is_abort(outcome) || !bd__signature_assertion(signature, prefix_of(outcome), end_of(output), frame, count)) {
        bd__signature_of_stack(signature, kind, frame, count);
    }
    free(frame);
}

void bd__identify(struct bd__signature *signature, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                  const char *output)
{
    struct bd__identity identity;
    bd__identify_fully(&identity, outcome, pulse, output);
    *signature = identity.signature;
    bd__identity_clear(&identity);
}

void bd__identity_clear(struct bd__identity *identity)
{
    bd__text_clear(&identity->stack);
    free(identity->frame);
}
