/* out.h: the input being written. It is a fixed buffer in the arena, so that a supervisor can read what a crashed
 * worker had written, and so that writing never allocates. */
#ifndef BD_GEN_OUT_H
#define BD_GEN_OUT_H

#include <bediv.h>

struct bd_out {
    uint8_t *data; /* borrowed */
    size_t size, capacity;
    size_t budget;  /* beyond this size … */
    bool *spend;    /* … this is set, and draws answer 0 */
    size_t longest; /* for the generator of plain bytes: the largest input … */
    bool ascii;     /* … and whether it may contain only ASCII characters */
    bool overflow;  /* bytes were lost because the buffer is full: the input is useless */
    void *object;
    void (*destroy)(void *object);
};

/* Starts an empty input. */
void bd__out_begin(struct bd_out *out);

/* Destroys the object passed to bd_give, if any. */
void bd__out_end(struct bd_out *out);

#endif
