/* draw_sizes.c: sizes of every order of magnitude; references that may be wrong. */
#include <bediv/draws.h>

#include "choice/blend.h"

/* Sizes come in groups, in ascending order: 0 | 1 | 2 3 | 4 5 6 | 7 8 9 | 10 … 14 | 15 16 17 | 18 … 30 | …
 *
 * From 7 on, they are the neighbours of a power of two, where buffers end, and all up to the next: equally likely. */
enum { FIRST_PAIR = 4, LARGEST_POWER = 31, SIZE_GROUPS = 2 * LARGEST_POWER };

/* Where group I ends: the first size that is larger. */
static size_t end_of_group(unsigned i)
{
    static const size_t ends[FIRST_PAIR] = {1, 2, 4, 7};
    if (i < FIRST_PAIR) { return ends[i]; }
    const size_t power = (size_t)8 << (i - FIRST_PAIR) / 2;
    return i % 2 == 0 ? power + 2 : 2 * power - 1;
}

static size_t size_groups(struct bd__group *groups, size_t most)
{
    const double fading = 2 / 3.;                  /* from one order of magnitude to the next */
    const size_t end = most < 8 ? most + 1 : most; /* a larger MOST is a group of its own */
    size_t next = 0;
    unsigned i = 0;
    double odds = 1;
    for (; next < end; i++) {
        const size_t last = end_of_group(i) < end ? end_of_group(i) : end;
        if (i > 0 && (i < FIRST_PAIR || i % 2 == 0)) { odds *= fading; }
        groups[i] = (struct bd__group){last - next, i < FIRST_PAIR ? odds : odds / 2};
        next = last;
    }
    if (next <= most) { groups[i++] = (struct bd__group){1, odds}; }
    return i;
}

size_t bd_size(struct bd_source *s, const char *label, size_t most)
{
    const size_t largest = (size_t)1 << LARGEST_POWER;
    struct bd__group groups[SIZE_GROUPS];
    const size_t count = size_groups(groups, most < largest ? most : largest);
    return (size_t)bd__blend(s, BD_STRUCTURE, label, groups, count);
}

size_t bd_reference(struct bd_source *s, const char *label, struct bd_referents things)
{
    enum { RIGHT, WRONG, NOTHING, SELF, GROUPS };
    const size_t wrong = things.right, nothing = wrong + things.wrong;
    const struct bd__group groups[GROUPS] = {
        [RIGHT] = {things.right, 29},
        [WRONG] = {things.wrong, 1},
        [NOTHING] = {1, 1},
        [SELF] = {things.self < nothing, 1},
    };
    const uint64_t i = bd__blend(s, BD_VALUE, label, groups, GROUPS);
    return i <= nothing ? (size_t)i : things.self;
}
