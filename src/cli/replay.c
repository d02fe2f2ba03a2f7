/* replay.c: runs saved cases again, or shows them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/commands.h"
#include "report/failures.h"

static int replay_one(struct bd__call *call, const char *path)
{
    struct bd_replay result;
    enum bd_status status = bd_replay_file(call->fuzzer, &call->options.config, path, &result);
    if (status != BD_OK) { return bd__exit_of_reading(status); }
    if (result.failure) {
        bd__output_line("%s: FAILURE: %s, %zu bytes", path, result.failure, result.size);
    } else {
        static const char *const names[] = {"valid", "invalid", "failure", "discarded by the generator",
                                            "ended by a limit of the target"};
        bd__output_line("%s: %s, %zu branches, trace %016llx, %zu bytes", path, names[result.verdict], result.branches,
                        (unsigned long long)result.trace, result.size);
    }
    if (result.misfit) { bd__output_line("  the tape does not quite fit this generator: %s", result.misfit); }
    if (result.failure && !call->options.quiet) {
        bd__output_line("  %s", result.signature);
        bd__output_text(result.stack);
        if (*result.output) { bd__output_text(result.output), bd__output_text("\n"); }
    }
    bd__coverage_add(call->coverage, &result);
    int code = result.exit_code;
    bd_replay_clear(&result);
    return code;
}

/* In a run directory an input has its tape beside it. One of the two is enough: if the shell expands corpus/id:* to both, each
 * case still runs once. */
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

/* State of a walk through the cases. */
struct file_loop {
    struct bd__call *call;
    bd__command_one *one;
    int worst;
    bool interrupted;
};

static void note(struct file_loop *walk, int code)
{
    if (code > walk->worst) { walk->worst = code; }
    walk->interrupted |= code == BD__EXIT_INTERRUPTED;
}

static bool visit(const char *path, void *user)
{
    struct file_loop *walk = user;
    note(walk, walk->one(walk->call, path));
    return !walk->interrupted;
}

/* Standard input can be read only once. */
static bool repeats_stdin(const struct options *options)
{
    int count = 0;
    for (int i = 0; i < options->file_count; i++) { count += strcmp(options->files[i], "-") == 0; }
    return count > 1;
}

int bd__command_for_each_case(struct bd__call *call, bd__command_one *one)
{
    const struct options *options = &call->options;
    struct file_loop walk = {.call = call, .one = one};
    if (repeats_stdin(options)) {
        fprintf(stderr, "%s: standard input holds only one input: give - once\n", call->program);
        return BD__EXIT_USAGE;
    }
    for (int i = 0; i < options->file_count && !walk.interrupted; i++) {
        if (is_companion(options, i)) { continue; }
        bool failures_only = options->command == BD__SHRINK;
        enum bd_status status = bd_inputs_visit(&options->config, options->files[i], failures_only, visit, &walk);
        if (status != BD_OK) { note(&walk, bd__exit_of_reading(status)); }
    }
    return walk.interrupted ? BD__EXIT_INTERRUPTED : walk.worst;
}

void bd__command_print_bytes(const uint8_t *data, size_t size)
{
    bd__output_bytes(data, size);
    if (size && data[size - 1] != '\n') { bd__output_text("\n"); }
}

static int show_one(struct bd__call *call, const char *path)
{
    struct bd_replay result;
    char input[4096];
    if (bd__report_failure_input(path, input, sizeof input)) { path = input; }
    enum bd_status status = bd_generate_file(call->fuzzer, &call->options.config, path, &result);
    if (status != BD_OK) { return bd__exit_of_reading(status); }
    bd__output_line("== %s", path);
    if (result.tape) { bd__output_text(result.tape); }
    if (result.misfit) { bd__output_line("# the tape does not quite fit this generator: %s", result.misfit); }
    if (result.failure) { bd__output_line("# %s", result.failure); }
    bd__output_line("-- %zu bytes", result.size);
    if (result.data) { bd__command_print_bytes(result.data, result.size); }
    int code = result.exit_code;
    bd_replay_clear(&result);
    return code;
}

/* Prints what came of the case at PATH, as one line of JSON. */
static int print_json(const char *path, enum bd_status status, const struct bd_replay *result)
{
    static const char *const names[] = {"valid", "invalid", "failure", "discarded", "limited"};
    struct bd__text out = {0};
    struct bd__json json = {.out = &out};
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_string(&json, "path", path);
    if (status != BD_OK) {
        bd__json_string(&json, "error", bd_status_text(status));
    } else {
        bd__json_string(&json, "verdict", names[result->verdict]);
        bd__json_integer(&json, "exit_code", result->exit_code);
        bd__json_count(&json, "branches", result->branches);
        bd__json_count(&json, "size", result->size);
        bd__json_hash(&json, "trace", result->trace);
        bd__json_string(&json, "failure", result->failure);
        bd__json_string(&json, "code", *result->code ? result->code : NULL);
        bd__json_string(&json, "misfit", result->misfit);
        bd__json_string(&json, "output", result->output);
    }
    bd__json_end(&json);
    return bd__command_answer(&out);
}

/* The caller may wait for each answer before it sends the next path. */
int bd__command_batch(struct bd__call *call, bd__command_one *one)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    int worst = BD__EXIT_FINE;
    while (worst != BD__EXIT_INTERRUPTED && (length = getline(&line, &capacity, stdin)) > 0) {
        if (line[length - 1] == '\n') { line[length - 1] = 0; }
        if (!*line) { continue; }
        if (strcmp(line, "-") == 0) {
            fprintf(stderr, "%s: --batch reads paths from standard input, so - cannot be one of them\n", call->program);
            worst = BD__EXIT_USAGE;
            break;
        }
        int code = one(call, line);
        if (code > worst || code == BD__EXIT_INTERRUPTED) { worst = code; }
        if (code == BD__EXIT_UNSAVED) { break; } /* nobody reads the answers */
    }
    free(line);
    return worst;
}

int bd__command_answer(struct bd__text *line)
{
    bd__text_puts(line, "\n");
    bd__output_text(bd__text_str(line));
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
    struct bd__coverage coverage = {0};
    int code;
    call->options.config.session = bd_session_open();
    if (call->options.batch) {
        code = bd__command_batch(call, answer_one);
    } else {
        call->coverage = &coverage;
        code = bd__command_for_each_case(call, replay_one);
        bd__coverage_print(&coverage);
        bd__coverage_clear(&coverage);
        call->coverage = NULL;
    }
    bd_session_close(call->options.config.session);
    call->options.config.session = NULL;
    return code;
}

int bd__command_SHOW(struct bd__call *call)
{
    return bd__command_for_each_case(call, show_one);
}
