#include "corpus/corpus.h"

#include "base/die.h"

void bd__corpus_init(struct bd__corpus *corpus, struct bd__arena *arena, size_t branch_span)
{
    *corpus = (struct bd__corpus){
        .entry = bd__arena_take(arena, BD__CORPUS_LIMIT * sizeof *corpus->entry),
        .parents = bd__arena_take(arena, BD__CORPUS_LIMIT * sizeof *corpus->parents),
        .responsible = bd__arena_take(arena, branch_span * sizeof *corpus->responsible),
        .arena = arena,
    };
}

static const void *keep(struct bd__arena *arena, const void *data, size_t size)
{
    if (size == 0) { return NULL; }
    void *copy = bd__arena_take(arena, size);
    memcpy(copy, data, size);
    return copy;
}

static struct bd__bytes keep_bytes(struct bd__arena *arena, struct bd__bytes bytes)
{
    return (struct bd__bytes){keep(arena, bytes.data, bytes.size), bytes.size};
}

static uint32_t add(struct bd__corpus *corpus, const struct bd__trial *trial, bool witness)
{
    uint32_t id = bd__corpus_size(corpus);
    if (id == BD__CORPUS_LIMIT) { bd__die("the corpus has reached its limit of %d inputs", BD__CORPUS_LIMIT); }
    struct bd__corpus_entry *entry = &corpus->entry[id];
    *entry = (struct bd__corpus_entry){.kept = bd__case_of(trial)};
    struct bd__case *kept = &entry->kept;
    kept->id = id;
    kept->witness = witness;
    if (kept->parent != BD__NO_PARENT) { entry->depth = corpus->entry[kept->parent].depth + 1; }
    kept->bytes = keep_bytes(corpus->arena, kept->bytes);
    struct bd__choices *choices = &kept->choices;
    choices->choice = keep(corpus->arena, choices->choice, choices->choice_count * sizeof *choices->choice);
    choices->span = keep(corpus->arena, choices->span, choices->span_count * sizeof *choices->span);
    for (unsigned i = 0; i < choices->stream_count; i++) {
        choices->parameters[i] = keep_bytes(corpus->arena, choices->parameters[i]);
    }
    atomic_store_explicit(&corpus->count, id + 1, memory_order_release);
    return id;
}

static void list_parent(struct bd__corpus *corpus, const struct bd__corpus_entry *entry)
{
    corpus->parents[corpus->parent_count++] = entry->kept.id;
    if (entry->depth > corpus->max_depth) { corpus->max_depth = entry->depth; }
}

uint32_t bd__corpus_add(struct bd__corpus *corpus, const struct bd__trial *trial)
{
    uint32_t id = add(corpus, trial, false);
    list_parent(corpus, &corpus->entry[id]);
    return id;
}

void bd__corpus_expect(struct bd__corpus *corpus)
{
    atomic_store(&corpus->expected, bd__corpus_size(corpus) + 1);
}

void bd__corpus_settle(struct bd__corpus *corpus, const struct bd__trial *trial)
{
    uint32_t expected = atomic_load_explicit(&corpus->expected, memory_order_relaxed);
    if (!expected) { return; }
    if (expected == bd__corpus_size(corpus) + 1) { add(corpus, trial, true); }
    atomic_store(&corpus->expected, 0);
}

void bd__corpus_take_over(struct bd__corpus *corpus, uint32_t id, const uint32_t *branch, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *responsible = &corpus->responsible[branch[i]];
        if (*responsible == id + 1) { continue; }
        if (*responsible) { corpus->favoured -= --corpus->entry[*responsible - 1].responsibilities == 0; }
        *responsible = id + 1;
        corpus->favoured += corpus->entry[id].responsibilities++ == 0;
    }
}

void bd__corpus_recount(struct bd__corpus *corpus, size_t branch_span)
{
    uint32_t size = bd__corpus_size(corpus);
    corpus->favoured = 0;
    corpus->parent_count = 0;
    for (uint32_t i = 0; i < size; i++) {
        corpus->entry[i].responsibilities = 0;
        if (!corpus->entry[i].kept.witness) { list_parent(corpus, &corpus->entry[i]); }
    }
    for (size_t b = 0; b < branch_span; b++) {
        uint32_t *responsible = &corpus->responsible[b];
        if (*responsible) { corpus->favoured += corpus->entry[*responsible - 1].responsibilities++ == 0; }
    }
}
