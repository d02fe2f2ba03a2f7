#include "choice/shrink.h"

#include "base/hash.h"
#include "choice/shrink_pass.h"

/* Within a stage, the passes that remove most come first. */
enum stage { STRUCTURE, VALUES };
static const struct {
    enum stage stage;
    bd__shrink_pass *propose;
} passes[] = {
    {STRUCTURE, bd__shrink_delete}, {STRUCTURE, bd__shrink_loops}, {STRUCTURE, bd__shrink_descend},
    {STRUCTURE, bd__shrink_picks},  {STRUCTURE, bd__shrink_rises}, {STRUCTURE, bd__shrink_graft},
    {VALUES, bd__shrink_zeros},     {VALUES, bd__shrink_values},   {VALUES, bd__shrink_together},
    {VALUES, bd__shrink_order},
};
enum { PASSES = sizeof passes / sizeof *passes };

static const uint64_t KNOWN_MEMORY = (uint64_t)64 << 20;

/* ---- the order of inputs -------------------------------------------------------------------------- */

static bool is_less(const struct bd__shrinker *s, const struct bd__choices *drawn, size_t bytes)
{
    if (drawn->choice_count > s->choices_limit || bd__tape_items(drawn) > s->capacity) { return false; }
    int order = bd__size_compare(bd__size_of(drawn, bytes), s->size);
    if (order != 0) { return order < 0; }
    uint32_t i = 0;
    for (const struct bd__tape_item *item = s->best.item; i < drawn->choice_count; item++) {
        if (item->type != BD__ITEM_CHOICE) { continue; }
        if (drawn->choice[i].answer != item->answer) { return drawn->choice[i].answer < item->answer; }
        i++;
    }
    return false;
}

static uint64_t hash_of_choices(const struct bd__choices *drawn)
{
    uint64_t hash = 1;
    for (uint32_t i = 0; i < drawn->choice_count; i++) {
        const struct bd__choice *c = &drawn->choice[i];
        hash = bd__hash_join(hash ^ c->site, c->max, c->answer);
    }
    return hash;
}

/* Hashes the candidate, including the rule that it needs. */
static uint64_t hash_of_next(const struct bd__shrinker *s)
{
    const struct bd__tape *tape = &s->next;
    uint64_t hash = s->needs.rule ? bd__hash_join(3, (uintptr_t)s->needs.rule, s->needs.choices) : 2;
    for (uint32_t i = 0; i < tape->count; i++) {
        const struct bd__tape_item *item = &tape->item[i];
        hash = bd__hash_join(hash ^ item->type, (uintptr_t)item->label ^ item->kind, item->answer);
    }
    return hash;
}

/* ---- what was tried, and the results -------------------------------------------------------------- */

static void take(struct bd__shrinker *s, const struct bd__choices *drawn, size_t bytes, const struct bd__sites *sites)
{
    bd__tape_take(&s->best, drawn, sites);
    s->size = bd__size_of(drawn, bytes);
}

void bd__shrink_init(struct bd__shrinker *s, struct bd__arena *arena, const struct bd__choices *choices, size_t bytes,
                     const struct bd__sites *sites)
{
    enum { MORE = 1024 }; /* fewer choices may lie in more rules */
    *s = (struct bd__shrinker){
        .capacity = bd__tape_items(choices) + MORE, .choices_limit = choices->choice_count, .sites = sites};
    s->best.item = bd__arena_take(arena, s->capacity * sizeof *s->best.item);
    s->next.item = bd__arena_take(arena, s->capacity * sizeof *s->next.item);
    bd__hashset_init(&s->known, arena, KNOWN_MEMORY);
    take(s, choices, bytes, sites);
    bd__hashset_add(&s->known, hash_of_choices(choices), false);
}

/* Was the rule drawn that the candidate needs? In its new place it may have shrunk to half its choices. */
static bool has_needed(const struct bd__shrinker *s, const struct bd__choices *drawn)
{
    for (uint32_t i = 1; i < drawn->span_count && s->needs.rule; i++) {
        const struct bd__span *span = &drawn->span[i];
        bool named = s->sites->site[span->site].label == s->needs.rule;
        if (named && span->end - span->first >= (s->needs.choices + 1) / 2) { return true; }
    }
    return !s->needs.rule;
}

bool bd__shrink_worth(struct bd__shrinker *s, const struct bd__choices *drawn, size_t bytes)
{
    return is_less(s, drawn, bytes) && has_needed(s, drawn) &&
           bd__hashset_add(&s->known, hash_of_choices(drawn), false).fresh;
}

void bd__shrink_reject(struct bd__shrinker *s)
{
    s->now = s->if_bad;
}

void bd__shrink_accept(struct bd__shrinker *s, const struct bd__choices *drawn, size_t bytes,
                       const struct bd__sites *sites)
{
    take(s, drawn, bytes, sites);
    s->now = s->if_good;
    s->helped = s->helped_stage = true;
}

void bd__shrink_return(struct bd__shrinker *s, struct bd__arena *arena, const struct bd__tape *best,
                       struct bd__size size)
{
    memcpy(s->best.item, best->item, best->count * sizeof *best->item);
    s->best.count = best->count;
    s->size = size;
    bd__hashset_init(&s->known, arena, KNOWN_MEMORY);
    s->pass = 0;
    s->now = (struct bd__shrink_cursor){0};
    s->helped = s->helped_stage = s->over = false;
}

/* ---- candidates ---------------------------------------------------------------------------------- */

static unsigned first_of(enum stage stage)
{
    unsigned i = 0;
    while (passes[i].stage != stage) { i++; }
    return i;
}

/* Called when the pass has nothing more to propose. */
static void end_pass(struct bd__shrinker *s)
{
    enum stage stage = passes[s->pass].stage;
    s->now = (struct bd__shrink_cursor){0};
    s->pass++;
    if (s->pass < PASSES && passes[s->pass].stage == stage) { return; }
    bool again = s->helped_stage;
    s->helped_stage = false;
    if (again) {
        s->pass = first_of(stage);
    } else if (s->pass == PASSES) {
        s->over = !s->helped;
        s->helped = false;
        s->pass = 0;
    } else {
        s->helped = false; /* from here on: do the values help? If so, structure may help again */
    }
}

/* Edits move rules, so this recomputes where each one ends. */
static void close_rules(struct bd__tape *tape)
{
    uint32_t open[BD__TAPE_DEPTH], depth = 0;
    for (uint32_t i = 0; i < tape->count; i++) {
        if (tape->item[i].type == BD__ITEM_OPEN) { open[depth++] = i; }
        if (tape->item[i].type == BD__ITEM_CLOSE && depth) { tape->item[open[--depth]].end = i; }
    }
}

const struct bd__tape *bd__shrink_next(struct bd__shrinker *s)
{
    while (!s->over) {
        s->needs.rule = NULL;
        if (!passes[s->pass].propose(s)) {
            end_pass(s);
        } else if (bd__hashset_add(&s->known, hash_of_next(s), false).fresh) {
            close_rules(&s->next);
            return &s->next;
        } else {
            s->now = s->if_bad;
        }
    }
    return NULL;
}
