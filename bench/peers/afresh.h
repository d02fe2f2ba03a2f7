/* afresh.h: included before a subject's target, it makes a fuzzer of it that is set up again before each run, as
 * without our heap. The program needs afresh.c and plain_heap.c, and the linker the flag --wrap=bd_heap_keep. */
#ifndef BENCH_AFRESH_H
#define BENCH_AFRESH_H

#include <bediv/bridge.h>

extern const struct bd_fuzzer bench_subject; /* as the subject defines it */
enum bd_verdict bench_run_afresh(const struct bd_input *in);

/* The later of two values for the same field counts. */
#undef BD_FUZZER
#define BD_FUZZER(...) \
    const struct bd_fuzzer bench_subject = {__VA_ARGS__}; \
    extern const struct bd_fuzzer bd_program; \
    const struct bd_fuzzer bd_program = {__VA_ARGS__, .setup = NULL, .reset = NULL, .run = bench_run_afresh}

#endif
