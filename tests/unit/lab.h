/* lab.h: a choice source on a bench, and generators to use with it. */
#ifndef BD_UNIT_LAB_H
#define BD_UNIT_LAB_H

#include <stdlib.h>

#include "choice/source.h"

struct lab {
    struct bd__arena *arena;
    struct bd__sites *sites;
    struct bd_source *s;
};

static inline struct lab lab_open_with(uint64_t seed, struct bd__source_limits limits, const struct bd_dict *dict)
{
    struct lab lab = {.arena = bd__arena_create()};
    struct bd__rng rng;
    bd__rng_init(&rng, seed, 1);
    lab.sites = bd__arena_take(lab.arena, sizeof *lab.sites);
    lab.s = bd__source_create(lab.arena, lab.sites, &limits, dict, rng);
    return lab;
}

static inline struct lab lab_open(uint64_t seed)
{
    return lab_open_with(seed, (struct bd__source_limits){.parameter_bytes = 10240, .choices = 1 << 16}, NULL);
}

static inline void lab_close(struct lab *lab)
{
    bd__tape_reader_clear(&lab->s->reader);
    bd__arena_destroy(lab->arena);
}

/* ---- plans ---- */

static inline void lab_fresh(struct lab *lab, unsigned streams)
{
    bd__source_begin(lab->s, &(struct bd__plan){.stream_count = streams, .parent = BD__NO_PARENT});
}

static inline void lab_simplest(struct lab *lab)
{
    bd__source_begin(lab->s, &(struct bd__plan){.stream_count = 2, .op = BD__OP_SIMPLEST, .parent = BD__NO_PARENT});
}

/* Draws many times from fresh parameters, starting a new trial before any budget ends. */
#define LAB_MANY(lab, times) for (uint64_t n_ = 0; (n_ % 1000 || (lab_fresh(&(lab), 2), true)) && n_ < (times); n_++)

/* Replays given bytes: one stream if VALUES is NULL. */
static inline void lab_bytes(struct lab *lab, const void *structure, size_t size, const void *values, size_t more)
{
    struct bd__plan plan = {.stream_count = values ? 2 : 1, .parent = BD__NO_PARENT};
    plan.stream[0] = (struct bd__bytes){structure, size};
    plan.stream[1] = (struct bd__bytes){values, values ? more : 0};
    bd__source_begin(lab->s, &plan);
}

static inline void lab_tape(struct lab *lab, const struct bd__tape *tape)
{
    bd__source_begin(lab->s, &(struct bd__plan){.tape = tape, .op = BD__OP_REPLAY, .parent = BD__NO_PARENT});
}

/* ---- choices that outlive their trial ---- */

struct kept {
    struct bd__choices choices; /* with pointers to what follows */
    struct bd__choice *choice;
    struct bd__span *span;
    uint8_t *parameters[BD__STREAMS];
};

static inline void *kept_copy(const void *data, size_t size)
{
    void *copy = malloc(size + 1);
    if (size) { memcpy(copy, data, size); }
    return copy;
}

static inline struct kept kept_of(struct bd__choices choices)
{
    struct kept kept = {.choices = choices};
    kept.choice = kept_copy(choices.choice, choices.choice_count * sizeof *choices.choice);
    kept.span = kept_copy(choices.span, choices.span_count * sizeof *choices.span);
    kept.choices.choice = kept.choice;
    kept.choices.span = kept.span;
    for (unsigned i = 0; i < choices.stream_count; i++) {
        kept.parameters[i] = kept_copy(choices.parameters[i].data, choices.parameters[i].size);
        kept.choices.parameters[i].data = kept.parameters[i];
    }
    return kept;
}

static inline void kept_clear(struct kept *kept)
{
    free(kept->choice);
    free(kept->span);
    for (int i = 0; i < BD__STREAMS; i++) { free(kept->parameters[i]); }
}

/* The plan that replays them. */
static inline struct bd__plan kept_plan(const struct kept *kept)
{
    struct bd__plan plan = {.stream_count = kept->choices.stream_count, .parent = BD__NO_PARENT};
    for (unsigned i = 0; i < plan.stream_count; i++) { plan.stream[i] = kept->choices.parameters[i]; }
    return plan;
}

/* Same draws with same answers, in the same rules? */
static inline bool same_choices(const struct bd__choices *a, const struct bd__choices *b)
{
    if (a->choice_count != b->choice_count || a->span_count != b->span_count) { return false; }
    if (a->structural_count != b->structural_count || a->signature != b->signature) { return false; }
    for (uint32_t i = 0; i < a->choice_count; i++) {
        const struct bd__choice *x = &a->choice[i], *y = &b->choice[i];
        if (x->answer != y->answer || x->max != y->max || x->site != y->site || x->span != y->span) { return false; }
    }
    for (uint32_t i = 0; i < a->span_count; i++) {
        const struct bd__span *x = &a->span[i], *y = &b->span[i];
        if (x->site != y->site || x->parent != y->parent || x->first != y->first || x->end != y->end) { return false; }
    }
    return true;
}

/* ---- a random generator of random generators ----
 *
 * A grammar is a number. What its generator draws next depends on that number and on the answers so far:
 * on all of them, or, if it is truthful, on the structural ones only. */
struct grammar {
    uint64_t state;
    unsigned fuel;
    bool truthful;
};

static const char *const grammar_labels[] = {
    "key",   "a b", "{",  "}",   "100%",
    "größe", "",    "#",  "%41", "s",
    "v",     "of",  "\t", "\n",  "%",
    "x\r",   "}",   "λ",  "0",   "a label longer than the 63 characters that are kept of it, it ends here",
};

static inline const char *grammar_label(uint64_t random)
{
    return grammar_labels[random % (sizeof grammar_labels / sizeof *grammar_labels)];
}

static inline void grammar_learn(struct grammar *g, enum bd_kind kind, uint64_t answer)
{
    if (kind == BD_STRUCTURE || !g->truthful) { g->state = (g->state ^ answer) * 0xd1342543de82ef95u; }
}

static inline void grammar_draw(struct bd_source *s, struct grammar *g, uint64_t r)
{
    static const unsigned weights[] = {3, 0, 1, 7};
    const char *label = grammar_label(r >> 8);
    enum bd_kind kind = r >> 20 & 1 ? BD_STRUCTURE : BD_VALUE;
    uint64_t max = r >> 21 & 7 ? (r >> 24) >> (r >> 32 & 31) : UINT64_MAX >> (r >> 32 & 31);
    uint8_t bytes[3];
    switch (r % 8) {
    case 0: grammar_learn(g, BD_STRUCTURE, bd_pick(s, label, 1 + (r >> 24) % 9)); break;
    case 1: grammar_learn(g, BD_STRUCTURE, bd_pick_weighted(s, label, weights, 4)); break;
    case 2: grammar_learn(g, BD_STRUCTURE, bd_count(s, label, 2.5, 40)); break;
    case 3: grammar_learn(g, BD_VALUE, (uint64_t)bd_int(s, label, -(int64_t)(r >> 40), (int64_t)(r >> 30))); break;
    case 4:
        bd_bytes(s, label, bytes, sizeof bytes);
        grammar_learn(g, BD_VALUE, bytes[2]);
        break;
    case 5: grammar_learn(g, BD_STRUCTURE, bd_flag(s, label)); break;
    default: grammar_learn(g, kind, bd_choose(s, kind, label, &(struct bd_domain){.max = max}));
    }
}

static inline void grammar_rule(struct bd_source *s, struct grammar *g, int depth)
{
    for (;;) {
        uint64_t r = bd__splitmix(&g->state);
        if (g->fuel == 0 || r % 11 == 0) { return; }
        g->fuel--;
        if (r % 11 < 8 || depth == 8) {
            grammar_draw(s, g, r >> 4);
        } else if (r % 11 == 8) {
            bd_enter(s, grammar_label(r >> 8)); /* sometimes left open, or closed once too often */
            grammar_rule(s, g, depth + 1);
            for (uint64_t i = r >> 16 & 7 ? 1 : r >> 20 & 3; i; i--) { bd_leave(s); }
        } else {
            BD_RULE(s, grammar_label(r >> 8));
            grammar_rule(s, g, depth + 1);
            if (r >> 16 & 1) { return; }
        }
    }
}

static inline void grammar_generate(struct bd_source *s, uint64_t number, bool truthful)
{
    struct grammar g = {.state = number * 0x9e3779b97f4a7c15u, .fuel = 120, .truthful = truthful};
    while (g.fuel > 40) { grammar_rule(s, &g, 0); }
}

#endif
