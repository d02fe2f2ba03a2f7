#include "exec/custom.h"

#include "exec/worker.h"

/* Weak: defined if the program defines them. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t longest, unsigned seed) __attribute__((weak));
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t longest, unsigned seed) __attribute__((weak));
/* For them to call. Weak: another engine may define its own. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t longest);

/* A global, because LLVMFuzzerMutate has no parameter for it. */
static struct bd__custom *current;

__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t longest)
{
    if (longest == 0 || !current) { return size; }
    return bd__custom_change(data, size < longest ? size : longest, longest, current->rng, current->dict);
}

bool bd__custom_is_there(void)
{
    return LLVMFuzzerCustomMutator || LLVMFuzzerCustomCrossOver;
}

static size_t cross_over(struct bd__custom *c, unsigned seed)
{
    size_t size = LLVMFuzzerCustomCrossOver(c->data, c->size, c->other, c->other_size, c->spare, c->longest, seed);
    if (size && size <= c->longest) { memcpy(c->data, c->spare, size); }
    return size;
}

void bd__custom_mutate(struct bd__custom *c)
{
    unsigned seed = (unsigned)bd__rng_next(c->rng);
    bool cross = LLVMFuzzerCustomCrossOver && c->other && (!LLVMFuzzerCustomMutator || bd__rng_coin(c->rng));
    current = c;
    size_t size = cross                     ? cross_over(c, seed)
                  : LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(c->data, c->size, c->longest, seed)
                                            : LLVMFuzzerMutate(c->data, c->size, c->longest);
    current = NULL;
    bd__worker_end_copy();
    if (size == 0 || size > c->longest) {
        c->data[0] = ' ';
        size = 1;
    }
    c->size = size;
}
