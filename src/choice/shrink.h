/* shrink.h: looks for the smallest choices that still do what the first ones did. Pure: it proposes tapes, and learns which
 * of them were good and what was really drawn for them. Running them is the caller's business.
 *
 *            ┌──────────────── best ◄──── accept(choices as drawn) ◄─┐
 *            ▼                                                       │ good
 *   pass: next() ──► tape ──► generator ──► worth()? ──► run ────────┤
 *            ▲                                                       │ not good
 *            └────────────────────────────────────── reject() ◄──────┘
 *
 * Inputs are ordered by their size (trial/size.h), then by their answers in the order of drawing. Only what is less
 * than the best in this order is worth a run, so shrinking ends; only what was really drawn is kept, so the result fits
 * its generator. It never has more choices than the first.
 *
 * Passes are in two stages: structure (deletions, loops, descents, picks, grafts), then values (zeros, lower numbers, order). A
 * stage is repeated while it helps, and both as long as the second does. Each pass enumerates candidates by a cursor
 * into the best, and says where to go on if the candidate is good and if it is not.
 *
 * All of it lies in an arena: a worker may propose, die of a candidate, and leave the supervisor where it stood.
 */
#ifndef BD_CHOICE_SHRINK_H
#define BD_CHOICE_SHRINK_H

#include "base/hashset.h"
#include "choice/tape.h"
#include "trial/size.h"

/* Where a pass is; what each number means is the pass's business. */
struct bd__shrink_cursor {
    uint32_t at, mode, size, step;
};

struct bd__shrink {
    struct bd__tape best; /* as drawn; labels are those of the sites, items lie in the arena */
    struct bd__tape next; /* the candidate proposed last */
    uint32_t capacity;    /* items that either has room for */
    uint32_t choices_limit;
    struct bd__size size; /* of the best */
    unsigned pass;
    struct bd__shrink_cursor now, if_good, if_bad;
    bool helped_stage, helped; /* something was good in this stage, in this turn through all passes */
    bool over;
    struct {
        const char *rule; /* NULL: nothing in particular */
        uint32_t choices;
    } needs;                       /* what must be among what is drawn for the candidate, or it is not worth a run */
    const struct bd__sites *sites; /* borrowed */
    struct bd__hashset known;      /* tapes proposed, and inputs run, so far */
};

/* Begins with CHOICES, which are good and made an input of BYTES. SITES are those they were drawn with; borrowed. */
void bd__shrink_init(struct bd__shrink *s, struct bd__arena *arena, const struct bd__choices *choices, size_t bytes,
                     const struct bd__sites *sites);

/* The next candidate, or NULL if nothing helps any more. Valid until the next call. */
const struct bd__tape *bd__shrink_next(struct bd__shrink *s);

/* Is what was DRAWN for it, and made BYTES, worth a run: less than the best, and not run before? It counts as run from now
 * on. */
bool bd__shrink_worth(struct bd__shrink *s, const struct bd__choices *drawn, size_t bytes);

/* The candidate was not good; or DRAWN was, and is the best now. */
void bd__shrink_reject(struct bd__shrink *s);
void bd__shrink_accept(struct bd__shrink *s, const struct bd__choices *drawn, size_t bytes,
                       const struct bd__sites *sites);

/* Goes back to BEST, a copy of what was the best before, of SIZE, and forgets what was tried. */
void bd__shrink_return(struct bd__shrink *s, struct bd__arena *arena, const struct bd__tape *best,
                       struct bd__size size);

#endif
