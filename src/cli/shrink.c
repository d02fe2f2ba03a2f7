/* shrink.c: shrinks failing inputs. */
#include <stdio.h>

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

static void put_text(struct bd__text *out, const char *key, const char *value)
{
    bd__text_printf(out, ", \"%s\": ", key);
    bd__text_json(out, value);
}

/* Two hexadecimal digits per byte: a JSON string cannot hold arbitrary bytes. */
static void put_data(struct bd__text *out, const uint8_t *data, size_t size)
{
    bd__text_puts(out, ", \"data\": \"");
    for (size_t i = 0; i < size; i++) { bd__text_printf(out, "%02x", data[i]); }
    bd__text_puts(out, "\"");
}

static int answer_one(struct bd__call *call, const char *path)
{
    struct bd_shrunk result;
    struct bd__text out = {0};
    enum bd_status status = bd_shrink_in_memory(call->fuzzer, &call->options.config, path, &result);
    bd__text_puts(&out, "{\"path\": ");
    bd__text_json(&out, path);
    if (!result.tape) {
        put_text(&out, "error", bd_status_text(status));
    } else {
        put_text(&out, "failure", result.failure);
        put_text(&out, "code", result.code);
        put_text(&out, "signature", result.made.failure);
        bd__text_printf(&out, ", \"runs\": %llu, \"structural_choices\": %u, \"value_choices\": %u",
                        (unsigned long long)result.made.runs, result.made.to.structural, result.made.to.values);
        put_text(&out, "tape", result.tape);
        put_data(&out, result.data, result.made.to.bytes);
        put_text(&out, "output", result.output);
    }
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
