/* out.h: the input being written. A fixed buffer in the arena, so that a supervisor can read what a
 * crashed worker had written, and so that writing never allocates. */
#ifndef BD_GEN_OUT_H
#define BD_GEN_OUT_H

#include <bediv.h>

struct bd_out {
    uint8_t *data; /* borrowed */
    size_t size, capacity;
    size_t budget;  /* beyond this size … */
    bool *spend;    /* … this is set, and draws answer 0 */
    size_t longest; /* for the generator of plain bytes: no input is larger … */
    bool ascii;     /* … and none has other characters */
    bool overflow;  /* beyond the capacity: bytes were lost, the input is of no use */
    void *object;
    void (*destroy)(void *object);
};

/* Starts an empty input. */
void bd__out_begin(struct bd_out *out);

/* Destroys the object that was handed over, if any. */
void bd__out_end(struct bd_out *out);

#endif
