/* corpus.h: the inputs that a campaign keeps, and the bookkeeping that Zest and BeDivFuzz share.
 *
 * An input that is the first to cover something is kept, so the corpus covers everything the campaign has covered. The
 * guide adds those that it wants as parents. The ring adds the others as *witnesses*, which no guide ever sees:
 *
 *     entry    0 parent   1 witness   2 witness   3 parent  …      all are saved, run by the sanitized build, and so on
 *     parents  0                                  3         …      all that guides choose from
 *
 * Each covered branch has one *responsible* case: the one that covered it first (a valid input takes over what only
 * invalid ones had covered). A case is *favoured* while it is responsible for at least one branch. Parents take turns
 * in the order in which they were saved. How many children a parent has at each visit, but at least one (guide/parents.c):
 *
 *     tuning.children · (branches it covers) / (branches covered so far) · (favoured ? tuning.favoured_factor : 1)
 */
#ifndef BD_CORPUS_CORPUS_H
#define BD_CORPUS_CORPUS_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/pack.h"
#include "trial/trial.h"

/* Scores of the mutations of one parent: how many children, and how many of them had a new trace (bediv-havoc counts a
 * valid one twice). */
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
    _Atomic uint32_t count;    /* raised last: entries below it are complete, in other processes, too */
    _Atomic uint32_t expected; /* count + 1 while the current trial must still be kept; 0: nothing is due */
    uint32_t *parents;         /* entries that are parents, in the order of saving */
    uint32_t parent_count;
    uint32_t *responsible; /* per branch: entry + 1, 0 for none */
    uint32_t favoured;     /* entries with responsibilities */
    /* Branches covered: by all inputs (zest, bediv-havoc, bediv) or by valid ones (bediv-simple, bediv-structure). */
    uint64_t covered;
    /* The current visit. */
    uint32_t parent; /* index in `parents` */
    uint64_t children_made;
    uint32_t visited;         /* how many parents, from the first on, have had children */
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

/* Copies TRIAL into the corpus as a parent. Returns its number. */
uint32_t bd__corpus_add(struct bd__corpus *corpus, const struct bd__trial *trial);

/* For the ring. Before it judges a trial that brings something new, it calls expect. After the guide has observed the
 * trial, it calls settle: if the guide did not add the trial, it becomes a witness. If the worker is killed in between,
 * the supervisor calls settle, because what was judged as new will not be new a second time. */
void bd__corpus_expect(struct bd__corpus *corpus);
void bd__corpus_settle(struct bd__corpus *corpus, const struct bd__trial *trial);

/* Rebuilds the list of parents and recounts responsibilities among the first BRANCH_SPAN branches, after a worker was
 * killed while it changed them. */
void bd__corpus_recount(struct bd__corpus *corpus, size_t branch_span);

/* Makes entry ID responsible for COUNT branches. */
void bd__corpus_take_over(struct bd__corpus *corpus, uint32_t id, const uint32_t *branch, uint32_t count);

/* ---- corpus_state.c -------------------------------------------------------------------------- */

/* Limits for what is loaded: those of the campaign, and its sites. */
struct bd__corpus_bounds {
    const struct bd__sites *sites;
    size_t branch_span, parameter_bytes, input_bytes; /* PARAMETER_BYTES: of all streams of an input together */
};

void bd__corpus_save(const struct bd__corpus *corpus, size_t branch_span, struct bd__pack *pack);
/* Fills CORPUS, which must be empty. */
void bd__corpus_load(struct bd__corpus *corpus, const struct bd__corpus_bounds *bounds, struct bd__unpack *unpack);

#endif
