/* failures.c: lists the distinct failures of a run directory. */
#include <stdio.h>

#include "cli/commands.h"
#include "report/failures.h"

int bd__command_FAILURES(struct bd__call *call)
{
    const struct options *options = &call->options;
    if (options->file_count > 1) {
        bd__output_error("%s: 'failures' takes one run directory, but got '%s' too", call->program, options->files[1]);
        return BD__EXIT_USAGE;
    }
    if (options->json && options->sarif) {
        fprintf(stderr, "%s: --json and --sarif do not go together; give one of them\n", call->program);
        return BD__EXIT_USAGE;
    }
    enum bd__failures_format format = options->sarif  ? BD__FAILURES_SARIF
                                      : options->json ? BD__FAILURES_JSON
                                                      : BD__FAILURES_TABLE;
    struct bd__text out = {0}, problems = {0};
    size_t count;
    bool read = bd__report_failures(&out, options->files[0], format, &count, &problems);
    bool none = count == 0 && format == BD__FAILURES_TABLE;
    if (read && none && !problems.size) { bd__output_line("no failures in %s", options->files[0]); }
    if (!none) { bd__output_text(bd__text_str(&out)); }
    bd__output_error_text(bd__text_str(&problems));
    int code = problems.size ? BD__EXIT_USAGE : count ? BD__EXIT_FAILURE : BD__EXIT_FINE;
    bd__text_clear(&out);
    bd__text_clear(&problems);
    return code;
}
