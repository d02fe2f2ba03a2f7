/* source.h: where a generator's draws are answered and recorded.
 *
 *   plan ─── stream σs ──┐
 *        └── stream σv ──┤ decode ──► answer ──► record (choice, span, signature)
 *   tape ── by key ──────┘     ▲
 *   rng  ── fresh bytes ───────┤  past the end of a stream; appended to it
 *   policy ── answer, encoded ─┘  the same, if a policy answers
 *
 * Streams are untyped bytes, as in the papers: an answer takes the next 1, 4 or 8 of them. Fresh answers are exactly
 * uniform. Bytes that a mutation wrote are decoded by remainder, so every byte string is valid. Structure and values have
 * a budget each, whether they have a stream of their own or share one. Once it is spent, their draws answer 0.
 */
#ifndef BD_CHOICE_SOURCE_H
#define BD_CHOICE_SOURCE_H

#include "base/arena.h"
#include "base/rng.h"
#include "choice/tape.h"
#include "choice/words.h"
#include "trial/trial.h"

struct bd__source_limits {
    size_t parameter_bytes; /* for each role, whether they share a stream or not */
    uint32_t choices;       /* recorded at most */
};

enum bd__source_mode {
    BD__SOURCE_STREAMS,
    BD__SOURCE_TAPE,
};

struct bd_source {
    enum bd__source_mode mode;
    bool spent;                     /* all draws answer 0 */
    bool has_roles;                 /* the sites say which roles choices have; else it is their kinds */
    uint32_t fresh;                 /* TAPE: this many more draws missing from the tape get random answers */
    uint8_t stream_of[BD__STREAMS]; /* role → stream */
    struct {
        uint8_t *data;
        size_t cursor, size; /* bytes read so far; bytes available */
    } stream[BD__STREAMS];
    struct {
        size_t left;       /* bytes */
        bool spent;        /* an answer exceeded it: all further ones of this role are 0 */
    } budget[BD__STREAMS]; /* by role */

    struct bd__choice *choice;
    struct bd__span *span;
    const size_t *written; /* how much the generator has written so far; NULL: nobody says */
    uint32_t (*place)[2];  /* by span: where what it wrote begins and ends */
    uint32_t choice_count, span_count, span_now, structural_count;
    uint32_t depth;            /* open rules */
    uint32_t depth_unrecorded; /* open rules that are too many or too deep to record */
    uint64_t signature;
    bool exhausted;
    const char *discarded;

    const struct bd__policy *policy; /* STREAMS: answers draws past their end; NULL: fresh random */
    struct bd__rng rng;
    struct bd__sites *sites;
    struct bd__tape_reader reader;
    struct bd__source_limits limits;
    const struct bd_dict *dict;
    struct bd__words words;
    void *env;
};

/* The most bytes that a stream can have: all choices of an input. */
static inline size_t bd__source_stream_limit(size_t parameter_bytes)
{
    return BD__STREAMS * parameter_bytes;
}

/* Creates a source with its buffers in ARENA. SITES and DICT are borrowed. */
struct bd_source *bd__source_create(struct bd__arena *arena, struct bd__sites *sites,
                                    const struct bd__source_limits *limits, const struct bd_dict *dict,
                                    struct bd__rng rng);

/* Starts a trial: PLAN answers the next draws. */
void bd__source_begin(struct bd_source *s, const struct bd__plan *plan);

/* The answer that four bytes of a stream, read as the number X, give for a geometric DOMAIN: the one at the point X / 2^32
 * of its distribution function. */
uint64_t bd__source_geometric(const struct bd_domain *domain, uint32_t x);

/* One random answer, distributed as DOMAIN says. */
uint64_t bd__source_draw(const struct bd_domain *domain, struct bd__rng *rng);

/* Ends the trial: closes open rules and returns what was drawn, valid until the next trial begins. May be called at any
 * moment of a trial, so that a supervisor can read the draws of a generator that crashed. */
struct bd__choices bd__source_end(struct bd_source *s);

#endif
