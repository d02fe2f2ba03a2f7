/* shrink.h: looks for the smallest choices that still do what the first ones did. It only proposes tapes and learns
 * which of them were good and what was really drawn for them. The caller runs them.
 *
 *            ┌──────────────── best ◄──── accept(choices as drawn) ◄─┐
 *            ▼                                                       │ good
 *   pass: next() ──► tape ──► generator ──► worth()? ──► run ────────┤
 *            ▲                                                       │ not good
 *            └────────────────────────────────────── reject() ◄──────┘
 *
 * Inputs are ordered by size (trial/size.h), then by their answers in the order of drawing. A candidate is worth a run
 * only if it is less than the best in this order, so shrinking ends. Only choices that were really drawn are kept, so
 * the result fits its generator. The result never has more choices than the first input.
 *
 * Passes come in two stages: structure (deletions, loops, descents, picks, rises, grafts), then values (zeros, lower
 * numbers, several at once, order). A stage is repeated as long as it helps, and both are repeated as long as the second
 * helps. Each pass enumerates candidates with a cursor into the best, and says where to continue if the candidate is
 * good and if it is not.
 *
 * Everything lies in an arena: if a candidate kills the worker that proposed it, the supervisor continues from there.
 */
#ifndef BD_CHOICE_SHRINK_H
#define BD_CHOICE_SHRINK_H

#include "base/hashset.h"
#include "choice/tape.h"
#include "trial/size.h"

/* The position of a pass. What each number means is up to the pass. */
struct bd__shrink_cursor {
    uint32_t at, mode, size, step;
};

struct bd__shrinker {
    struct bd__tape best; /* as drawn; the labels belong to the sites, the items lie in the arena */
    struct bd__tape next; /* the last candidate proposed */
    uint32_t capacity;    /* items that each tape has room for */
    uint32_t choices_limit;
    struct bd__size size; /* of the best */
    unsigned pass;
    struct bd__shrink_cursor now, if_good, if_bad;
    bool helped_stage, helped; /* something was good in this stage, in this turn through all passes */
    bool over;
    struct {
        const char *rule; /* NULL: nothing in particular */
        uint32_t choices;
    } needs;                       /* a rule that must be drawn for the candidate, or it is not worth a run */
    const struct bd__sites *sites; /* borrowed */
    struct bd__hashset known;      /* tapes proposed and inputs run so far */
};

/* Starts from CHOICES, which are good and made an input of BYTES. They were drawn with SITES, which is borrowed. */
void bd__shrink_init(struct bd__shrinker *s, struct bd__arena *arena, const struct bd__choices *choices, size_t bytes,
                     const struct bd__sites *sites);

/* The next candidate, or NULL if nothing helps any more. Valid until the next call. */
const struct bd__tape *bd__shrink_next(struct bd__shrinker *s);

/* DRAWN was drawn for the candidate and made BYTES bytes. Is it worth a run: less than the best, and not run before? It
 * counts as run from now on. */
bool bd__shrink_worth(struct bd__shrinker *s, const struct bd__choices *drawn, size_t bytes);

/* The result of the candidate: it was not good, or it was and DRAWN becomes the best. */
void bd__shrink_reject(struct bd__shrinker *s);
void bd__shrink_accept(struct bd__shrinker *s, const struct bd__choices *drawn, size_t bytes,
                       const struct bd__sites *sites);

/* Goes back to BEST, a copy of an earlier best, and its SIZE. Forgets what was tried. */
void bd__shrink_return(struct bd__shrinker *s, struct bd__arena *arena, const struct bd__tape *best,
                       struct bd__size size);

#endif
