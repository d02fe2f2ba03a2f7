#include "exec/target.h"

#include "exec/asan.h"
#include "exec/heap.h"
#include "exec/worker.h"
#include "trial/trial.h"

/* Weak: defined if the program defines them. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) __attribute__((weak));
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

static enum bd_verdict run_llvm(const struct bd_input *in)
{
    return LLVMFuzzerTestOneInput(in->data, in->size) == 0 ? BD_VALID : BD_INVALID;
}

static void *setup_llvm(int *argc, char ***argv)
{
    LLVMFuzzerInitialize(argc, argv);
    return NULL;
}

bool bd__target_resolve(struct bd__target *target, const struct bd_fuzzer *fuzzer)
{
    *target = (struct bd__target){.fuzzer = fuzzer ? *fuzzer : (struct bd_fuzzer){0}};
    struct bd_fuzzer *f = &target->fuzzer;
    if (!f->run && !f->remote && LLVMFuzzerTestOneInput) { f->run = run_llvm; }
    if (!f->setup && LLVMFuzzerInitialize) { f->setup = setup_llvm; }
    return f->run || f->remote;
}

void *bd__target_setup(const struct bd__target *target, int argc, char **argv)
{
    bd__heap_begin();
    void *env = target->fuzzer.setup ? target->fuzzer.setup(&argc, &argv) : NULL;
    bd__heap_save();
    return env;
}

void bd__target_reset(const struct bd__target *target, void *env)
{
    bd__heap_restore();
    if (target->fuzzer.reset) { target->fuzzer.reset(env); }
}

enum bd_verdict bd__target_run(const struct bd__target *target, const struct bd_input *input, size_t capacity)
{
    enum { REDZONE = 256 };
    size_t behind = capacity - input->size < REDZONE ? capacity - input->size : REDZONE;
    bd__asan_poison(input->data + input->size, behind);
    enum bd_verdict verdict = target->fuzzer.run(input);
    bd__worker_end_copy();
    bd__asan_unpoison(input->data + input->size, behind);
    return bd__verdict_of((uint32_t)verdict);
}
