/* target.h: run a target once, in this process. */
#ifndef BD_EXEC_TARGET_H
#define BD_EXEC_TARGET_H

#include <bediv.h>

/* A fuzzer with its gaps filled: there is something to run. */
struct bd__target {
    struct bd_fuzzer fuzzer;
};

/* FUZZER, with LLVMFuzzerTestOneInput and LLVMFuzzerInitialize of the program where it leaves something out. False if
 * there is nothing to run. A generator is another's business. */
bool bd__target_resolve(struct bd__target *target, const struct bd_fuzzer *fuzzer);

/* Calls the set-up, and saves the heap that it filled; once a process, before the first run. Returns its environment. */
void *bd__target_setup(const struct bd__target *target, int argc, char **argv);

/* Puts the heap back and calls the reset hook with ENV; before each run. */
void bd__target_reset(const struct bd__target *target, void *env);

/* Runs INPUT. CAPACITY is the size of the buffer behind input->data: under AddressSanitizer what lies
 * behind the input is poisoned, so that reading past its end is caught. */
enum bd_verdict bd__target_run(const struct bd__target *target, const struct bd_input *input, size_t capacity);

#endif
