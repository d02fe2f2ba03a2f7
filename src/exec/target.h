/* target.h: runs a target once, in this process. */
#ifndef BD_EXEC_TARGET_H
#define BD_EXEC_TARGET_H

#include <bediv.h>

/* A fuzzer with its missing parts filled in: it can be run. */
struct bd__target {
    struct bd_fuzzer fuzzer;
};

/* Sets TARGET to FUZZER and fills in the program's LLVMFuzzerTestOneInput and LLVMFuzzerInitialize where a function is
 * missing and the target is no remote. False if there is nothing to run. Does not care about the generator. */
bool bd__target_resolve(struct bd__target *target, const struct bd_fuzzer *fuzzer);

/* Calls the set-up and saves the heap that it filled; once per process, before the first run. Returns its
 * environment. */
void *bd__target_setup(const struct bd__target *target, int argc, char **argv);

/* Puts the heap back and calls the reset hook with ENV; before each run. */
void bd__target_reset(const struct bd__target *target, void *env);

/* Runs INPUT. CAPACITY is the size of the buffer at input->data. Under AddressSanitizer the bytes after the input are
 * poisoned, so that reading past its end is caught. */
enum bd_verdict bd__target_run(const struct bd__target *target, const struct bd_input *input, size_t capacity);

#endif
