/* replay.c: if all arguments are files, runs each of them and saves nothing. */
#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "libfuzzer/command.h"

/* Runs the file RUNS times. Returns 0, or the exit code of its failure. */
static int run_file(struct bd__lf *lf, const char *path, long long runs)
{
    double start = bd__clock_seconds();
    if (bd__file_is_stream(path)) { runs = 1; } /* can be read only once */
    bd__output_error("Running: %s", path);
    for (long long i = 0; i < runs; i++) {
        struct bd_replay result;
        enum bd_status status = bd_replay_file(lf->call->fuzzer, &lf->config, path, &result);
        if (status != BD_OK) { return status == BD_INTERRUPTED ? BD__EXIT_INTERRUPTED : BD__EXIT_ENGINE; }
        int code = result.exit_code;
        if (code) { bd__lf_report(lf, result.failure, code, result.output); }
        bd_replay_clear(&result);
        if (code) { return bd__lf_exit_code(lf, code); }
    }
    bd__output_error("Executed %s in %.0f ms", path, 1000 * (bd__clock_seconds() - start));
    return 0;
}

int bd__lf_replay(struct bd__lf *lf)
{
    long long runs = lf->flags.runs > 0 ? lf->flags.runs : 1;
    lf->config.show_output = lf->flags.close_fd_mask == 0;
    lf->config.without_coverage = true;
    bd__output_error("%s: Running %zu inputs %lld time(s) each.", lf->call->path, lf->input_count, runs);
    for (size_t i = 0; i < lf->input_count; i++) {
        int code = run_file(lf, lf->input[i], runs);
        if (code) { return code; }
    }
    fputs("***\n*** NOTE: fuzzing was not performed, you have only\n***       executed the target code on a fixed set "
          "of inputs.\n***\n",
          stderr);
    return BD__EXIT_FINE;
}
