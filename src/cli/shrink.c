/* shrink.c: failing inputs, made small. */
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

int bd__command_SHRINK(struct bd__call *call)
{
    struct options *options = &call->options;
    if (options->config.directory && options->file_count > 1) {
        fprintf(stderr, "%s: -o names one result, but there are %d files; leave it out, and each goes to FILE.shrunk\n",
                call->program, options->file_count);
        return BD__EXIT_USAGE;
    }
    return bd__command_for_each_case(call, shrink_one);
}
