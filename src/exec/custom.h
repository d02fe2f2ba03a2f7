/* custom.h: a mutator that the program brings itself, as libFuzzer has it: LLVMFuzzerCustomMutator and
 * LLVMFuzzerCustomCrossOver. Both are foreign code. */
#ifndef BD_EXEC_CUSTOM_H
#define BD_EXEC_CUSTOM_H

#include <bediv.h>

#include "base/rng.h"

/* Does the program have one of the two? */
bool bd__custom_is_there(void);

/* What it works with. */
struct bd__custom {
    uint8_t *data; /* borrowed: room for LONGEST bytes, the first SIZE of them an input; changed in place */
    size_t size, longest;
    const uint8_t *other; /* borrowed: another input, for the crossover; NULL: none */
    size_t other_size;
    uint8_t *spare;             /* borrowed: room for LONGEST bytes */
    struct bd__rng *rng;        /* all randomness is from here, that of LLVMFuzzerMutate too */
    const struct bd_dict *dict; /* for LLVMFuzzerMutate; may be empty */
};

/* Mutates the input once, by either of the two if both are there. As libFuzzer does, takes a blank for no result, and
 * never more than LONGEST bytes. */
void bd__custom_mutate(struct bd__custom *custom);

/* ---- bytes.c --------------------------------------------------------------------------------- */

/* One mutation of SIZE bytes at DATA, which has room for LONGEST (at least 1): inserts, erases, overwrites, copies,
 * counts up or down, or takes a word of DICT. Returns the new size, 1 or more. */
size_t bd__custom_change(uint8_t *data, size_t size, size_t longest, struct bd__rng *rng, const struct bd_dict *dict);

#endif
