/* corpus.h: the inputs that a campaign keeps, and the bookkeeping that Zest and BeDivFuzz share.
 *
 * Whoever covers something first is kept, so that the corpus covers all that the campaign has covered. The guide adds those
 * that it wants as parents; the ring adds the others, as *witnesses*, which no guide ever sees:
 *
 *     entry    0 parent   1 witness   2 witness   3 parent  …      all are saved, run by the sanitized build, and so on
 *     parents  0                                  3         …      all that guides choose from
 *
 * Each covered branch has one *responsible* case: the one that covered it first (a valid input takes
 * over what only invalid ones had covered). A case is *favoured* while it is responsible for something.
 * Parents are taken in turn, in order of saving; a parent has
 *
 *     children · (branches it covers) / (branches covered so far)  · (favoured ? favoured_factor : 1)
 *
 * children at each visit, at least one.
 */
#ifndef BD_CORPUS_CORPUS_H
#define BD_CORPUS_CORPUS_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/pack.h"
#include "trial/trial.h"

/* Scores of the mutations of one parent: how many children, how many of them with a new trace. */
struct bd__scores {
    uint64_t tried[2], hit[2]; /* by enum bd_kind */
};

struct bd__corpus_entry {
    struct bd__case kept; /* copied into the arena */
    uint32_t responsibilities;
    uint32_t depth; /* generations from a fresh input */
    struct bd__scores scores;
};

struct bd__corpus {
    struct bd__corpus_entry *entry;
    _Atomic uint32_t count;    /* raised last: entries below it are whole, also to other processes */
    _Atomic uint32_t expected; /* count + 1 while an entry of the trial in flight is due; 0: none is */
    uint32_t *parents;         /* entries that are parents, in the order of saving … */
    uint32_t parent_count;
    uint32_t *responsible; /* by branch: entry + 1, 0 for nobody */
    uint32_t favoured;     /* entries with responsibilities */
    uint64_t covered;      /* branches that some entry, or a child of one, has covered */
    /* The visit going on. */
    uint32_t parent; /* its place among the parents */
    uint64_t children_made;
    uint32_t visited;         /* parents that have had children: the first so many */
    uint32_t max_depth;       /* of parents */
    uint64_t cycles;          /* turns through all parents */
    struct bd__scores scores; /* of all parents together */
    struct bd__arena *arena;
};

enum { BD__CORPUS_LIMIT = 1 << 22 };

void bd__corpus_init(struct bd__corpus *corpus, struct bd__arena *arena, size_t branch_span);

static inline uint32_t bd__corpus_size(const struct bd__corpus *corpus)
{
    return atomic_load_explicit(&corpus->count, memory_order_acquire);
}

/* Copies TRIAL into the corpus, as a parent; returns its number. */
uint32_t bd__corpus_add(struct bd__corpus *corpus, const struct bd__trial *trial);

/* The ring's part. Before a trial that brings something new is judged, the corpus is told to expect it; after the guide has
 * observed it, the corpus settles: if the guide did not add it, it becomes a witness. If the worker is killed in between,
 * the supervisor settles, for what was judged as new will not be new a second time. */
void bd__corpus_expect(struct bd__corpus *corpus);
void bd__corpus_settle(struct bd__corpus *corpus, const struct bd__trial *trial);

/* Makes the list of parents again, and counts who is responsible for how much among the first BRANCH_SPAN branches: after a
 * worker was killed while it added or took over. */
void bd__corpus_recount(struct bd__corpus *corpus, size_t branch_span);

/* Makes entry ID responsible for COUNT branches. */
void bd__corpus_take_over(struct bd__corpus *corpus, uint32_t id, const uint32_t *branch, uint32_t count);

/* ---- corpus_state.c -------------------------------------------------------------------------- */

/* What a corpus may hold: limits of the campaign that it is loaded into, and its sites. */
struct bd__corpus_bounds {
    const struct bd__sites *sites;
    size_t branch_span, parameter_bytes, input_bytes;
};

void bd__corpus_save(const struct bd__corpus *corpus, size_t branch_span, struct bd__pack *pack);
/* Fills CORPUS, which must be empty. */
void bd__corpus_load(struct bd__corpus *corpus, const struct bd__corpus_bounds *bounds, struct bd__unpack *unpack);

#endif
