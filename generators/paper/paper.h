/* paper.h: draws that cost what they cost in the original.
 *
 * The BeDivFuzz paper's own generators, written in Java, read their choices from a sequence of bytes. An input that
 * needs more than 10,240 of them is dropped without being run. That is no detail: it drops half of the random
 * JavaScript programs, and all of the large ones, so it shapes what the fuzzers get to run. Our engine encodes
 * choices differently, so a generator in the paper's form counts the original's bytes itself, and discards an input
 * that needs too many. The count depends on the answers only, so an input that is replayed is discarded again, or
 * not.
 *
 *     choice                              the original reads
 *     true or false                       1 byte
 *     one of several, an integer          4 bytes; nothing if there is only one
 *     how many, geometric                 8 bytes
 *     a character                         1 byte
 *
 * None of our draws needs more bytes than that. So with the default of --parameters, the engine's budget is never
 * spent before the original's.
 */
#ifndef BD_PAPER_H
#define BD_PAPER_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BD_PAPER_BYTES = 10240 }; /* that an input may need: MAX_INPUT_SIZE in the original */

/* The choices of one input. */
struct bd_paper {
    struct bd_source *s;
    size_t bytes; /* that the original would have read so far */
};

/* Structural draws. */
bool bd_paper_flag(struct bd_paper *p, const char *label);
size_t bd_paper_pick(struct bd_paper *p, const char *label, size_t count);
/* How many: geometric with the given MEAN, from 0 to MAX. */
size_t bd_paper_count(struct bd_paper *p, const char *label, double mean, size_t max);

/* Value draws. */
size_t bd_paper_index(struct bd_paper *p, const char *label, size_t count); /* 0 .. COUNT - 1 */
bool bd_paper_truth(struct bd_paper *p, const char *label);
int64_t bd_paper_int(struct bd_paper *p, const char *label, int64_t lo, int64_t hi);
const char *bd_paper_word(struct bd_paper *p, const char *label, const struct bd_dict *dict);
/* An ASCII character from 0 to 126. As in the original, 0 and 126 are half as likely again as the others. */
char bd_paper_char(struct bd_paper *p, const char *label);

#ifdef __cplusplus
}
#endif
#endif
