/* shrink.c: shrinks failing inputs. */
#include <stdio.h>

#include "base/json.h"
#include "cli/commands.h"

static void say_size(const char *before, const struct bd_size *size)
{
    bd__output_line("  %s %u structural and %u value choices, %zu bytes", before, size->structural, size->values,
                    size->bytes);
}

static int shrink_one(struct bd__call *call, const char *path)
{
    struct bd_shrink result;
    const struct bd_config *config = &call->options.config;
    enum bd_status status = bd_shrink_file(call->fuzzer, config, path, config->directory, &result);
    if (!*result.path) { return bd__exit_of_reading(status); }
    bd__output_line("%s: %s", path, result.failure);
    say_size("from", &result.from);
    say_size("to  ", &result.to);
    bd__output_line("  after %llu runs, %.1f s%s: %s", (unsigned long long)result.runs, result.seconds,
                    status == BD_INTERRUPTED ? " (interrupted)" : "", result.path);
    return bd__exit_of(status);
}

static int answer_one(struct bd__call *call, const char *path)
{
    struct bd_shrunk result;
    struct bd__text out = {0};
    enum bd_status status = bd_shrink_in_memory(call->fuzzer, &call->options.config, path, &result);
    struct bd__json json = {.out = &out};
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_string(&json, "path", path);
    if (!result.tape) {
        bd__json_string(&json, "error", bd_status_text(status));
    } else {
        bd__json_string(&json, "failure", result.failure);
        bd__json_string(&json, "code", result.code);
        bd__json_string(&json, "signature", result.made.failure);
        bd__json_count(&json, "runs", result.made.runs);
        bd__json_count(&json, "structural_choices", result.made.to.structural);
        bd__json_count(&json, "value_choices", result.made.to.values);
        bd__json_string(&json, "tape", result.tape);
        bd__json_bytes(&json, "data", result.data, result.made.to.bytes);
        bd__json_string(&json, "output", result.output);
    }
    bd__json_end(&json);
    int code = bd__command_answer(&out);
    if (code == 0) { code = result.tape ? bd__exit_of(status) : bd__exit_of_reading(status); }
    bd_shrunk_clear(&result);
    return code;
}

int bd__command_SHRINK(struct bd__call *call)
{
    struct options *options = &call->options;
    if (options->batch) { return bd__command_batch(call, answer_one); }
    if (options->config.directory && options->file_count > 1) {
        fprintf(stderr,
                "%s: -o names one result, but there are %d files; without -o, each result goes to FILE.shrunk\n",
                call->program, options->file_count);
        return BD__EXIT_USAGE;
    }
    return bd__command_for_each_case(call, shrink_one);
}
