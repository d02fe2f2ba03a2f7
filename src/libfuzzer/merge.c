/* merge.c: -merge, which adds inputs to a corpus if they cover something new. */
#include <stdio.h>

#include "libfuzzer/command.h"

int bd__lf_merge(struct bd__lf *lf)
{
    typedef unsigned long long ull;
    struct bd_minimised r;
    if (lf->input_count < 2) {
        fputs("INFO: Merge requires two or more corpus dirs\n", stderr);
        return BD__EXIT_ENGINE;
    }
    enum bd_status status =
        bd_minimise(lf->call->fuzzer, &lf->config, lf->input + 1, lf->input_count - 1, lf->input[0], true, &r);
    if (status != BD_OK) {
        return status == BD_INTERRUPTED ? BD__EXIT_INTERRUPTED : status == BD_IO ? BD__EXIT_UNSAVED : BD__EXIT_ENGINE;
    }
    fprintf(stderr, "MERGE-OUTER: %llu files, %llu in the initial corpus, 0 processed earlier\n", (ull)r.inputs,
            (ull)(r.kept - r.added));
    if (r.failures) {
        bd__output_error("MERGE-OUTER: %llu inputs failed: see %s/failures", (ull)r.failures, lf->input[0]);
    }
    fprintf(stderr, "MERGE-OUTER: %llu new files with %llu new features added; %llu new coverage edges\n", (ull)r.added,
            (ull)r.features_added, (ull)r.branches_added);
    return BD__EXIT_FINE;
}
