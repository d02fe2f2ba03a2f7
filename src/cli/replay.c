/* replay.c: saved cases: run again, or shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "report/failures.h"

static int replay_one(struct bd__call *call, const char *path)
{
    struct bd_replay result;
    enum bd_status status = bd_replay_file(call->fuzzer, &call->options.config, path, &result);
    if (status != BD_OK) { return bd__exit_of_reading(status); }
    printf("%s: ", path);
    if (result.failure) {
        printf("FAILURE: %s", result.failure);
    } else {
        static const char *const names[] = {"valid", "invalid", "failure", "discarded by the generator"};
        printf("%s, %zu branches, trace %016llx", names[result.verdict], result.branches,
               (unsigned long long)result.trace);
    }
    printf(", %zu bytes\n", result.size);
    if (result.misfit) { printf("  the tape does not quite fit this generator: %s\n", result.misfit); }
    if (result.failure && !call->options.quiet) {
        printf("  %s\n%s", result.signature, result.stack);
        if (*result.output) { printf("%s\n", result.output); }
    }
    int code = result.exit_code;
    bd_replay_clear(&result);
    return code;
}

/* In a run directory an input has its tape beside it: one of the two is enough, so that  replay corpus/…*  runs each
 * case once. */
static bool is_companion(const struct options *options, int index)
{
    const char *path = options->files[index], *dot = strrchr(path, '.');
    if (!dot || strcmp(dot, ".tape") != 0) { return false; }
    for (int i = 0; i < options->file_count; i++) {
        const char *other = options->files[i];
        if (i != index && strlen(other) == (size_t)(dot - path) && strncmp(other, path, (size_t)(dot - path)) == 0) {
            return true;
        }
    }
    return false;
}

int bd__command_for_each_case(struct bd__call *call, bd__command_one *one)
{
    const struct options *options = &call->options;
    int worst = BD__EXIT_FINE;
    for (int i = 0; i < options->file_count; i++) {
        if (is_companion(options, i)) { continue; }
        int code = one(call, options->files[i]);
        if (code == BD__EXIT_INTERRUPTED) { return code; }
        if (code > worst) { worst = code; }
    }
    return worst;
}

void bd__command_print_bytes(const uint8_t *data, size_t size)
{
    fwrite(data, 1, size, stdout);
    if (size && data[size - 1] != '\n') { putchar('\n'); }
}

static int show_one(struct bd__call *call, const char *path)
{
    struct bd_replay result;
    char tape[4096], input[4096 - 8];
    if (bd__report_failure_input(path, input, sizeof input)) { path = input; }
    size_t length = strlen(path);
    bool is_tape = length > 5 && strcmp(path + length - 5, ".tape") == 0;
    snprintf(tape, sizeof tape, "%s%s", path, is_tape ? "" : ".tape");
    enum bd_status status = bd_generate_file(call->fuzzer, &call->options.config, path, &result);
    if (status != BD_OK) { return bd__exit_of_reading(status); }
    printf("== %s\n", path);
    char *text;
    size_t size;
    if (bd__file_read(tape, SIZE_MAX, &text, &size) == BD_OK) { fwrite(text, 1, size, stdout); }
    free(text);
    if (result.misfit) { printf("# the tape does not quite fit this generator: %s\n", result.misfit); }
    if (result.failure) { printf("# %s\n", result.failure); }
    printf("-- %zu bytes\n", result.size);
    if (result.data) { bd__command_print_bytes(result.data, result.size); }
    int code = result.exit_code;
    bd_replay_clear(&result);
    return code;
}

/* One line of JSON: what became of the case at PATH. */
static int print_json(const char *path, enum bd_status status, const struct bd_replay *result)
{
    static const char *const names[] = {"valid", "invalid", "failure", "discarded"};
    struct bd__text out = {0};
    bd__text_puts(&out, "{\"path\": ");
    bd__text_json(&out, path);
    if (status != BD_OK) {
        bd__text_puts(&out, ", \"error\": ");
        bd__text_json(&out, bd_status_text(status));
    } else {
        bd__text_printf(&out, ", \"verdict\": \"%s\", \"exit_code\": %d, \"branches\": %zu, \"size\": %zu",
                        names[result->verdict], result->exit_code, result->branches, result->size);
        bd__text_printf(&out, ", \"trace\": \"%016llx\"", (unsigned long long)result->trace);
        const struct {
            const char *key, *value;
        } text[] = {{"failure", result->failure}, {"misfit", result->misfit}, {"output", result->output}};
        for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
            bd__text_printf(&out, ", \"%s\": ", text[i].key);
            if (text[i].value) {
                bd__text_json(&out, text[i].value);
            } else {
                bd__text_puts(&out, "null");
            }
        }
    }
    return bd__command_answer(&out);
}

/* Whoever asks may wait for each answer before the next question. */
int bd__command_batch(struct bd__call *call, bd__command_one *one)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    int worst = BD__EXIT_FINE;
    while (worst != BD__EXIT_INTERRUPTED && (length = getline(&line, &capacity, stdin)) > 0) {
        if (line[length - 1] == '\n') { line[length - 1] = 0; }
        if (!*line) { continue; }
        int code = one(call, line);
        if (code > worst || code == BD__EXIT_INTERRUPTED) { worst = code; }
        if (code == BD__EXIT_UNSAVED) { break; } /* nobody reads the answers any more */
    }
    free(line);
    return worst;
}

int bd__command_answer(struct bd__text *line)
{
    bd__text_puts(line, "}\n");
    fputs(bd__text_str(line), stdout);
    bd__text_clear(line);
    return fflush(stdout) == 0 ? 0 : BD__EXIT_UNSAVED;
}

static int answer_one(struct bd__call *call, const char *path)
{
    struct bd_replay result;
    enum bd_status status = bd_replay_file(call->fuzzer, &call->options.config, path, &result);
    int code = status == BD_OK ? result.exit_code : bd__exit_of_reading(status);
    if (print_json(path, status, &result) != 0) { code = BD__EXIT_UNSAVED; }
    bd_replay_clear(&result);
    return code;
}

int bd__command_REPLAY(struct bd__call *call)
{
    if (call->options.batch) { return bd__command_batch(call, answer_one); }
    return bd__command_for_each_case(call, replay_one);
}

int bd__command_SHOW(struct bd__call *call)
{
    if (call->options.batch) { /* they share their flags */
        fprintf(stderr, "%s: --batch is for replay\n", call->program);
        return BD__EXIT_USAGE;
    }
    return bd__command_for_each_case(call, show_one);
}
