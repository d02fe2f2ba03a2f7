#include "bridge/edit.h"

#include <stdlib.h>

#include "base/die.h"

enum { ITEMS_MOST = 1 << 18 }; /* a draft grows no further: no generator needs this many */
/* Mean number of edits per child. Less than Zest's 8, because libFuzzer stacks up to five mutations. */
static const double STRUCTURE_MEAN = 2, VALUE_MEAN = 4;

/* ---- drafts -------------------------------------------------------------------------------------- */

static void make_room(struct bd__draft *draft, uint32_t count)
{
    if (draft->capacity >= count) { return; }
    draft->capacity = count < 128 ? 256 : 2 * count;
    draft->item = realloc(draft->item, draft->capacity * sizeof *draft->item);
    if (!draft->item) { bd__die("out of memory"); }
}

void bd__draft_copy(struct bd__draft *draft, const struct bd__tape *tape)
{
    make_room(draft, tape->count);
    memcpy(draft->item, tape->item, tape->count * sizeof *draft->item);
    draft->count = tape->count;
}

void bd__draft_clear(struct bd__draft *draft)
{
    free(draft->item);
    *draft = (struct bd__draft){0};
}

struct bd__tape bd__draft_tape(const struct bd__draft *draft)
{
    return (struct bd__tape){.item = draft->item, .count = draft->count};
}

/* Recomputes the closing brace of every span. While a span is open, its `end` holds the span around it. */
static void relink(struct bd__draft *draft)
{
    const uint32_t none = UINT32_MAX;
    uint32_t open = none;
    for (uint32_t i = 0; i < draft->count; i++) {
        struct bd__tape_item *item = &draft->item[i];
        if (item->type == BD__ITEM_OPEN) {
            item->end = open;
            open = i;
        } else if (item->type == BD__ITEM_CLOSE && open != none) {
            uint32_t around = draft->item[open].end;
            draft->item[open].end = i;
            open = around;
        }
    }
}

void bd__draft_splice(struct bd__draft *draft, uint32_t at, uint32_t end, const struct bd__tape_item *from,
                      uint32_t count)
{
    if (draft->count - (end - at) + count > ITEMS_MOST && count > end - at) { return; }
    make_room(draft, draft->count + count);
    memmove(draft->item + at + count, draft->item + end, (draft->count - end) * sizeof *draft->item);
    if (count) { memcpy(draft->item + at, from, count * sizeof *draft->item); }
    draft->count = draft->count - (end - at) + count;
    relink(draft);
}

/* The same with items of the draft itself, which a splice would move. */
static void splice_own(struct bd__draft *draft, uint32_t at, uint32_t end, uint32_t from, uint32_t count)
{
    struct bd__tape_item *copy = malloc(count * sizeof *copy);
    if (!copy) { bd__die("out of memory"); }
    memcpy(copy, draft->item + from, count * sizeof *copy);
    bd__draft_splice(draft, at, end, copy, count);
    free(copy);
}

/* ---- picking a place ----------------------------------------------------------------------------- */

/* What an edit looks for. */
struct wanted {
    enum { A_CHOICE, A_SPAN, A_TURN } what;
    unsigned kind;     /* of a choice */
    const char *label; /* NULL: any */
    uint32_t but;      /* not this one; UINT32_MAX: any */
};

static uint32_t after(const struct bd__tape_item *item, uint32_t i)
{
    return item[i].type == BD__ITEM_OPEN ? item[i].end + 1 : i + 1;
}

uint32_t bd__draft_turn(const struct bd__draft *draft, uint32_t at)
{
    const struct bd__tape_item *item = draft->item;
    if (item[at].type != BD__ITEM_CHOICE || item[at].kind != BD_STRUCTURE) { return 0; }
    for (uint32_t i = at + 1; item[i].type != BD__ITEM_CLOSE; i = after(item, i)) {
        bool choice = item[i].type == BD__ITEM_CHOICE && item[i].kind == BD_STRUCTURE;
        if (choice && strcmp(item[i].label, item[at].label) == 0) { return i; }
    }
    return 0;
}

static bool fits(const struct bd__draft *draft, uint32_t i, const struct wanted *wanted)
{
    const struct bd__tape_item *item = &draft->item[i];
    if (i == wanted->but) { return false; }
    if (wanted->what == A_TURN) { return bd__draft_turn(draft, i); }
    if (item->type != (wanted->what == A_SPAN ? BD__ITEM_OPEN : BD__ITEM_CHOICE)) { return false; }
    if (wanted->what == A_CHOICE && item->kind != wanted->kind) { return false; }
    return !wanted->label || strcmp(item->label, wanted->label) == 0;
}

/* A random item that fits WANTED; UINT32_MAX if there is none. A few random tries find common items; for rare ones it
 * counts. */
static uint32_t pick(const struct bd__draft *draft, struct bd__rng *rng, const struct wanted *wanted)
{
    enum { TRIES = 8 };
    for (int i = 0; i < TRIES; i++) {
        uint32_t at = (uint32_t)bd__rng_upto(rng, draft->count - 1);
        if (fits(draft, at, wanted)) { return at; }
    }
    uint32_t found = 0;
    for (uint32_t i = 0; i < draft->count; i++) { found += fits(draft, i, wanted); }
    if (!found) { return UINT32_MAX; }
    uint64_t nth = bd__rng_upto(rng, found - 1);
    for (uint32_t i = 0;; i++) {
        if (fits(draft, i, wanted) && nth-- == 0) { return i; }
    }
}

static const struct wanted any_span = {.what = A_SPAN, .but = UINT32_MAX};
static const struct wanted any_turn = {.what = A_TURN, .but = UINT32_MAX};

/* ---- edits --------------------------------------------------------------------------------------- */

/* Another answer: any, a nearby one, or one of the two ends. */
static uint64_t other_answer(struct bd__rng *rng, uint64_t answer, uint64_t max)
{
    if (max == 0) { return 0; }
    uint64_t step, dice = bd__rng_upto(rng, 7);
    if (max == 1) { return !answer; }
    if (dice < 2) {
        step = bd__rng_geometric(rng, 4);
        if (dice) { return step <= max - answer ? answer + step : max; }
        return step <= answer ? answer - step : 0;
    }
    if (dice == 2) { return bd__rng_coin(rng) ? max : 0; }
    uint64_t other = bd__rng_upto(rng, max - 1);
    return other + (other >= answer); /* any but ANSWER */
}

static bool change_answer(struct bd__draft *draft, struct bd__rng *rng, enum bd_kind kind)
{
    uint32_t at = pick(draft, rng, &(struct wanted){.what = A_CHOICE, .kind = kind, .but = UINT32_MAX});
    if (at == UINT32_MAX) { return false; }
    struct bd__tape_item *item = &draft->item[at];
    item->answer = other_answer(rng, item->answer, item->max);
    return true;
}

/* Empties a span, or the whole tape: the generator draws the contents again. */
static bool empty_span(struct bd__draft *draft, struct bd__rng *rng)
{
    uint32_t at = pick(draft, rng, &any_span);
    if (at == UINT32_MAX || bd__rng_upto(rng, 15) == 0) {
        draft->item[0] = draft->item[draft->count - 1];
        draft->count = 1;
        return true;
    }
    bd__draft_splice(draft, at + 1, draft->item[at].end, NULL, 0);
    return true;
}

/* Removes a span or a turn of a loop, or duplicates it. */
static bool take_out_or_double(struct bd__draft *draft, struct bd__rng *rng)
{
    uint32_t at = pick(draft, rng, &any_turn), end;
    if (at == UINT32_MAX || bd__rng_upto(rng, 3) == 0) {
        at = pick(draft, rng, &any_span);
        if (at == UINT32_MAX) { return false; }
        end = draft->item[at].end + 1;
    } else {
        end = bd__draft_turn(draft, at);
    }
    if (bd__rng_coin(rng)) {
        bd__draft_splice(draft, at, end, NULL, 0);
    } else {
        splice_own(draft, at, at, at, end - at);
    }
    return true;
}

/* Replaces a span with a copy of another one of the same rule. */
static bool replace_span(struct bd__draft *draft, struct bd__rng *rng)
{
    uint32_t at = pick(draft, rng, &any_span);
    if (at == UINT32_MAX) { return false; }
    const struct bd__tape_item *span = &draft->item[at];
    uint32_t by = pick(draft, rng, &(struct wanted){.what = A_SPAN, .label = span->label, .but = at});
    if (by == UINT32_MAX) { return false; }
    splice_own(draft, at, span->end + 1, by, draft->item[by].end + 1 - by);
    return true;
}

static bool edit_structure(struct bd__draft *draft, struct bd__rng *rng)
{
    bool changed = false;
    for (uint64_t left = bd__rng_geometric(rng, STRUCTURE_MEAN); left; left--) {
        bool done = false;
        switch (bd__rng_upto(rng, 7)) {
        case 0: done = empty_span(draft, rng); break;
        case 1:
        case 2: done = take_out_or_double(draft, rng); break;
        case 3: done = replace_span(draft, rng); break;
        default: break; /* half of the edits; also if there are no spans */
        }
        changed |= done || change_answer(draft, rng, BD_STRUCTURE);
    }
    return changed;
}

static bool edit_values(struct bd__draft *draft, struct bd__rng *rng)
{
    bool changed = false;
    for (uint64_t left = bd__rng_geometric(rng, VALUE_MEAN); left; left--) {
        changed |= change_answer(draft, rng, BD_VALUE);
    }
    return changed;
}

bool bd__edit(struct bd__draft *draft, struct bd__rng *rng, enum bd_kind kind)
{
    if (kind == BD_STRUCTURE) { return edit_structure(draft, rng) || edit_values(draft, rng); }
    return edit_values(draft, rng) || edit_structure(draft, rng);
}

/* ---- two parents --------------------------------------------------------------------------------- */

/* Replaces the answers of one label with those in OTHER, in order, as far as they go. */
static bool take_answers(struct bd__draft *draft, struct bd__rng *rng, const struct bd__draft *other)
{
    enum bd_kind kind = bd__rng_coin(rng) ? BD_STRUCTURE : BD_VALUE;
    uint32_t at = pick(draft, rng, &(struct wanted){.what = A_CHOICE, .kind = kind, .but = UINT32_MAX});
    if (at == UINT32_MAX) { return false; }
    struct wanted same = {.what = A_CHOICE, .kind = kind, .label = draft->item[at].label, .but = UINT32_MAX};
    uint32_t from = 0, taken = 0;
    for (uint32_t i = 0; i < draft->count; i++) {
        if (!fits(draft, i, &same)) { continue; }
        while (from < other->count && !fits(other, from, &same)) { from++; }
        if (from == other->count) { break; }
        struct bd__tape_item *item = &draft->item[i];
        uint64_t answer = other->item[from++].answer;
        item->answer = answer <= item->max ? answer : item->max;
        taken++;
    }
    return taken;
}

bool bd__edit_cross(struct bd__draft *draft, struct bd__rng *rng, const struct bd__tape *other)
{
    enum { TRIES = 4 };
    const struct bd__draft giver = {.item = other->item, .count = other->count};
    for (int i = 0; i < TRIES; i++) {
        uint32_t at = pick(draft, rng, &any_span);
        if (at == UINT32_MAX) { break; }
        const struct bd__tape_item *span = &draft->item[at];
        uint32_t by = pick(&giver, rng, &(struct wanted){.what = A_SPAN, .label = span->label, .but = UINT32_MAX});
        if (by == UINT32_MAX) { continue; }
        bd__draft_splice(draft, at, span->end + 1, giver.item + by, giver.item[by].end + 1 - by);
        return true;
    }
    return take_answers(draft, rng, &giver);
}
