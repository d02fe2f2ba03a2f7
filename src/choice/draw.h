/* draw.h: what the files with draws share. */
#ifndef BD_CHOICE_DRAW_H
#define BD_CHOICE_DRAW_H

#include <stdint.h>

/* Orders answers by simplicity: 0, 1 … hi, then -1, -2 … lo. If 0 is outside the range: away from zero. */
int64_t bd__int_at(uint64_t answer, int64_t lo, int64_t hi);

#endif
