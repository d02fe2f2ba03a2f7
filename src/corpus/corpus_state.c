/* corpus_state.c: the corpus in a checkpoint. What follows from other data (numbers, depths, responsibilities) is not
 * saved but recomputed. Everything that is later used as an index is checked when it is read. */
#include <float.h>

#include "corpus/corpus.h"
#include "trial/copy.h"

enum {
    STREAM_WIDTH = 8,                                    /* most bytes per answer */
    CHOICE_SIZE = 8 + 8 + 8 + 4 + 4 + 4 + 1 + 1 + 1 + 1, /* in the file */
    SPAN_SIZE = 4 * 4,
    ENTRY_SIZE = 117 /* no entry is smaller */
};

/* ---- scores ---------------------------------------------------------------------------------- */

static void save_scores(const struct bd__scores *scores, struct bd__pack *pack)
{
    bd__pack_u64s(pack, scores->tried, 2);
    bd__pack_u64s(pack, scores->hit, 2);
}

static void load_scores(struct bd__scores *scores, struct bd__unpack *unpack)
{
    bd__unpack_u64s(unpack, scores->tried, 2, "scores");
    bd__unpack_u64s(unpack, scores->hit, 2, "scores");
}

/* ---- choices --------------------------------------------------------------------------------- */

static void save_choices(const struct bd__choices *choices, struct bd__pack *pack)
{
    bd__pack_u8(pack, (uint8_t)choices->stream_count);
    for (unsigned i = 0; i < choices->stream_count; i++) {
        bd__pack_u64(pack, choices->parameters[i].size);
        bd__pack_bytes(pack, choices->parameters[i].data, choices->parameters[i].size);
    }
    bd__pack_u64(pack, choices->signature);
    bd__pack_u8(pack, choices->exhausted);
    bd__pack_u64(pack, choices->span_count);
    for (uint32_t i = 0; i < choices->span_count; i++) {
        const struct bd__span *span = &choices->span[i];
        bd__pack_u32s(pack, (uint32_t[]){span->site, span->parent, span->first, span->end}, 4);
    }
    bd__pack_u64(pack, choices->choice_count);
    for (uint32_t i = 0; i < choices->choice_count; i++) {
        const struct bd__choice *choice = &choices->choice[i];
        bd__pack_u64(pack, choice->answer);
        bd__pack_u64(pack, choice->max);
        bd__pack_real(pack, (double)choice->mean);
        bd__pack_u32s(pack, (uint32_t[]){choice->site, choice->span, choice->at}, 3);
        bd__pack_u8(pack, choice->width);
        bd__pack_u8(pack, (uint8_t)choice->kind);
        bd__pack_u8(pack, choice->crossed);
        bd__pack_u8(pack, choice->coin);
    }
}

static struct bd__bytes load_bytes(struct bd__arena *arena, struct bd__unpack *unpack, size_t most, const char *what)
{
    size_t size = bd__unpack_count(unpack, most, 1, what);
    const void *found = bd__unpack_bytes(unpack, size, what);
    if (!found || size == 0) { return (struct bd__bytes){0}; }
    void *copy = bd__arena_take(arena, size);
    memcpy(copy, found, size);
    return (struct bd__bytes){copy, size};
}

static void load_spans(struct bd__choices *choices, struct bd__arena *arena, struct bd__unpack *unpack)
{
    uint32_t count = (uint32_t)bd__unpack_count(unpack, BD__SPAN_LIMIT, SPAN_SIZE, "the number of spans");
    if (count == 0) { bd__unpack_refuse(unpack, "an input has no span"); }
    if (!bd__unpack_fine(unpack)) { return; }
    struct bd__span *span = bd__arena_take(arena, count * sizeof *span);
    for (uint32_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        uint32_t field[4] = {0};
        bd__unpack_u32s(unpack, field, 4, "a span");
        span[i] = (struct bd__span){field[0], field[1], field[2], field[3]};
    }
    choices->span = span;
    choices->span_count = count;
}

static void load_choice_list(struct bd__choices *choices, struct bd__arena *arena, struct bd__unpack *unpack)
{
    uint32_t count = (uint32_t)bd__unpack_count(unpack, BD__CHOICE_LIMIT, CHOICE_SIZE, "the number of choices");
    struct bd__choice *choice = count ? bd__arena_take(arena, count * sizeof *choice) : NULL;
    for (uint32_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        uint64_t domain[2] = {0};
        uint32_t field[3] = {0};
        bd__unpack_u64s(unpack, domain, 2, "a choice");
        double mean = bd__unpack_real(unpack, 0, (double)FLT_MAX, "the mean of a choice");
        bd__unpack_u32s(unpack, field, 3, "a choice");
        choice[i] = (struct bd__choice){.answer = domain[0], .max = domain[1], .span = field[1], .at = field[2]};
        choice[i].mean = (float)mean;
        choice[i].site = (uint16_t)(field[0] < BD__SITE_LIMIT ? field[0] : BD__SITE_LIMIT); /* refused later */
        choice[i].width = bd__unpack_u8(unpack, STREAM_WIDTH, "the width of a choice");
        choice[i].kind = bd__unpack_u8(unpack, BD_VALUE, "the kind of a choice");
        choice[i].crossed = bd__unpack_bool(unpack, "whether a choice has the other role");
        choice[i].coin = bd__unpack_bool(unpack, "whether a choice is a coin");
        choices->structural_count += choice[i].kind == BD_STRUCTURE;
    }
    choices->choice = choice;
    choices->choice_count = count;
}

static void load_choices(struct bd__choices *choices, struct bd__arena *arena, const struct bd__corpus_bounds *bounds,
                         struct bd__unpack *unpack)
{
    choices->stream_count = bd__unpack_u8(unpack, BD__STREAMS, "the number of streams");
    for (unsigned i = 0; i < choices->stream_count; i++) {
        choices->parameters[i] =
            load_bytes(arena, unpack, bounds->parameter_bytes / choices->stream_count, "the size of a stream");
    }
    choices->signature = bd__unpack_u64(unpack, UINT64_MAX, "a structural signature");
    choices->exhausted = bd__unpack_bool(unpack, "whether an input is exhausted");
    load_spans(choices, arena, unpack);
    load_choice_list(choices, arena, unpack);
    if (bd__unpack_fine(unpack) && !bd__choices_are_sound(choices, bounds->sites)) {
        bd__unpack_refuse(unpack, "an input has choices that no generator can make");
    }
}

/* ---- entries --------------------------------------------------------------------------------- */

static void save_entry(const struct bd__corpus_entry *entry, struct bd__pack *pack)
{
    const struct bd__case *kept = &entry->kept;
    bd__pack_u64(pack, kept->trial);
    bd__pack_u8(pack, (uint8_t)kept->op);
    bd__pack_u32(pack, kept->parent);
    bd__pack_u32(pack, kept->mutations);
    bd__pack_u8(pack, (uint8_t)kept->outcome.verdict);
    bd__pack_u8(pack, kept->slow);
    bd__pack_u64(pack, kept->trace);
    bd__pack_u32(pack, kept->branch_count);
    bd__pack_u8(pack, kept->new_bucket);
    bd__pack_u8(pack, kept->new_branch);
    bd__pack_u8(pack, kept->new_valid_branch);
    bd__pack_u8(pack, kept->witness);
    save_scores(&entry->scores, pack);
    bd__pack_u64(pack, kept->bytes.size);
    bd__pack_bytes(pack, kept->bytes.data, kept->bytes.size);
    save_choices(&kept->choices, pack);
}

static void load_entry(struct bd__corpus *corpus, uint32_t id, const struct bd__corpus_bounds *bounds,
                       struct bd__unpack *unpack)
{
    struct bd__corpus_entry *entry = &corpus->entry[id];
    struct bd__case *kept = &entry->kept;
    kept->id = id;
    kept->trial = bd__unpack_u64(unpack, UINT64_MAX, "the trial of an input");
    kept->op = bd__unpack_u8(unpack, BD__OP_LAST, "the op of an input");
    kept->parent = bd__unpack_u32(unpack, UINT32_MAX, "the parent of an input");
    if (kept->parent != BD__NO_PARENT && (kept->parent >= id || corpus->entry[kept->parent].kept.witness)) {
        bd__unpack_refuse(unpack, "input %u is a child of input %u, which was no parent before it", id, kept->parent);
        kept->parent = BD__NO_PARENT;
    }
    kept->mutations = bd__unpack_u32(unpack, UINT32_MAX, "the mutations of an input");
    kept->outcome.verdict = bd__unpack_u8(unpack, BD_LIMITED, "the verdict of an input");
    if (!bd__verdict_is_good(kept->outcome.verdict)) {
        bd__unpack_refuse(unpack, "input %u is kept, but its verdict is %s", id,
                          bd__verdict_names[kept->outcome.verdict]);
        kept->outcome.verdict = BD_INVALID;
    }
    kept->slow = bd__unpack_bool(unpack, "whether an input is slow");
    kept->trace = bd__unpack_u64(unpack, UINT64_MAX, "the trace of an input");
    kept->branch_count = bd__unpack_u32(unpack, (uint32_t)bounds->branch_span, "the branches that an input covers");
    kept->new_bucket = bd__unpack_bool(unpack, "what an input brought");
    kept->new_branch = bd__unpack_bool(unpack, "what an input brought");
    kept->new_valid_branch = bd__unpack_bool(unpack, "what an input brought");
    kept->witness = bd__unpack_bool(unpack, "whether an input is a witness");
    load_scores(&entry->scores, unpack);
    kept->bytes = load_bytes(corpus->arena, unpack, bounds->input_bytes, "the size of an input");
    load_choices(&kept->choices, corpus->arena, bounds, unpack);
    if (kept->parent != BD__NO_PARENT) { entry->depth = corpus->entry[kept->parent].depth + 1; }
}

/* ---- the whole corpus ------------------------------------------------------------------------- */

void bd__corpus_save(const struct bd__corpus *corpus, size_t branch_span, struct bd__pack *pack)
{
    uint32_t size = bd__corpus_size(corpus);
    bd__pack_u64(pack, size);
    for (uint32_t i = 0; i < size; i++) { save_entry(&corpus->entry[i], pack); }
    bd__pack_u32s(pack, corpus->responsible, branch_span);
    bd__pack_u64(pack, corpus->covered);
    bd__pack_u32(pack, corpus->parent);
    bd__pack_u64(pack, corpus->children_made);
    bd__pack_u32(pack, corpus->visited);
    bd__pack_u64(pack, corpus->cycles);
    save_scores(&corpus->scores, pack);
}

void bd__corpus_load(struct bd__corpus *corpus, const struct bd__corpus_bounds *bounds, struct bd__unpack *unpack)
{
    uint32_t size = (uint32_t)bd__unpack_count(unpack, BD__CORPUS_LIMIT, ENTRY_SIZE, "the number of inputs");
    for (uint32_t i = 0; i < size && bd__unpack_fine(unpack); i++) { load_entry(corpus, i, bounds, unpack); }
    bd__unpack_u32s(unpack, corpus->responsible, bounds->branch_span, "who is responsible");
    for (size_t b = 0; b < bounds->branch_span && bd__unpack_fine(unpack); b++) {
        uint32_t by = corpus->responsible[b];
        if (by > size || (by && corpus->entry[by - 1].kept.witness)) {
            bd__unpack_refuse(unpack, "an input that is no parent is responsible");
        }
    }
    uint32_t parents = 0;
    for (uint32_t i = 0; i < size; i++) { parents += !corpus->entry[i].kept.witness; }
    corpus->covered = bd__unpack_u64(unpack, bounds->branch_span, "the branches covered");
    corpus->parent = bd__unpack_u32(unpack, parents ? parents - 1 : 0, "the parent whose turn it is");
    corpus->children_made = bd__unpack_u64(unpack, UINT64_MAX, "the children made");
    corpus->visited = bd__unpack_u32(unpack, parents, "the parents visited");
    corpus->cycles = bd__unpack_u64(unpack, UINT64_MAX, "the cycles");
    load_scores(&corpus->scores, unpack);
    if (!bd__unpack_fine(unpack)) { return; }
    atomic_store(&corpus->count, size);
    bd__corpus_recount(corpus, bounds->branch_span);
}
