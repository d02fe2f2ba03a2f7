/* custom.h: a custom mutator that the program defines, as for libFuzzer: LLVMFuzzerCustomMutator and
 * LLVMFuzzerCustomCrossOver. Both are foreign code. */
#ifndef BD_EXEC_CUSTOM_H
#define BD_EXEC_CUSTOM_H

#include <bediv.h>

#include "base/rng.h"

/* Does the program define either of the two? */
bool bd__custom_is_there(void);

/* What a mutation works with. */
struct bd__custom {
    uint8_t *data; /* borrowed: room for LONGEST bytes, the first SIZE of them an input; changed in place */
    size_t size, longest;
    const uint8_t *other; /* borrowed: another input, for the crossover; NULL: none */
    size_t other_size;
    uint8_t *spare;             /* borrowed: room for LONGEST bytes */
    struct bd__rng *rng;        /* source of all randomness, including that of LLVMFuzzerMutate */
    const struct bd_dict *dict; /* for LLVMFuzzerMutate; may be empty */
};

/* Mutates the input once; if the program defines both functions, with either of them. Like libFuzzer, replaces an empty
 * result with a blank, and also a result longer than LONGEST. */
void bd__custom_mutate(struct bd__custom *custom);

/* ---- custom_mutate.c ----------------------------------------------------------------------- */

/* Mutates SIZE bytes at DATA once: inserts, erases, overwrites, copies, changes a number, or uses a word of DICT. DATA
 * has room for LONGEST bytes, at least 1. Returns the new size, at least 1. */
size_t bd__custom_change(uint8_t *data, size_t size, size_t longest, struct bd__rng *rng, const struct bd_dict *dict);

#endif
