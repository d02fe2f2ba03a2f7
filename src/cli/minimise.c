/* minimise.c: cmin and merge. */
#include <stdio.h>

#include "cli/commands.h"

static int minimise(struct bd__call *call, char **from, int count, const char *to)
{
    bool merge = call->options.command == BD__MERGE;
    struct bd_minimised r;
    enum bd_status status =
        bd_minimise(call->fuzzer, &call->options.config, (const char *const *)from, (size_t)count, to, merge, &r);
    if (status != BD_OK) { return bd__exit_of_reading(status); }
    if (merge) {
        bd__output_line("%s: %llu of %llu inputs added, %llu in all (%llu bytes)", to, (unsigned long long)r.added,
                        (unsigned long long)(r.inputs - (r.kept - r.added)), (unsigned long long)r.kept,
                        (unsigned long long)r.bytes_kept);
    } else {
        bd__output_line("%s: %llu of %llu inputs (%llu of %llu bytes)", to, (unsigned long long)r.kept,
                        (unsigned long long)r.inputs, (unsigned long long)r.bytes_kept, (unsigned long long)r.bytes);
    }
    bd__output_line("  coverage is the same: %llu branches, %llu by valid inputs, %llu features",
                    (unsigned long long)r.branches, (unsigned long long)r.valid_branches,
                    (unsigned long long)r.features);
    if (r.unstable) {
        bd__output_line("  %llu features were not covered again: the target is not deterministic",
                        (unsigned long long)r.unstable);
    }
    if (r.failures) { bd__output_line("  %llu inputs failed: see %s/failures", (unsigned long long)r.failures, to); }
    if (r.unreadable) {
        bd__output_line("  %llu files could not be used: see the messages above", (unsigned long long)r.unreadable);
    }
    return r.failures ? BD__EXIT_FAILURE : BD__EXIT_FINE;
}

int bd__command_CMIN(struct bd__call *call)
{
    const struct options *options = &call->options;
    if (!options->config.directory) {
        fprintf(stderr, "%s: 'cmin' needs -o DIR, the folder for the smaller set\n", call->program);
        return BD__EXIT_USAGE;
    }
    return minimise(call, options->files, options->file_count, options->config.directory);
}

int bd__command_MERGE(struct bd__call *call)
{
    const struct options *options = &call->options;
    if (options->file_count < 2) {
        fprintf(stderr, "%s: 'merge' needs a folder to add to, and at least one to take inputs from\n", call->program);
        return BD__EXIT_USAGE;
    }
    return minimise(call, options->files + 1, options->file_count - 1, options->files[0]);
}
