#include "guide/corpus.h"

#include "base/die.h"
#include "guide/guide.h"

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
    if (id == BD__CORPUS_LIMIT) { bd__die("the corpus has reached %d inputs", BD__CORPUS_LIMIT); }
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

void bd__corpus_keep_as_zest(struct bd__corpus *corpus, const struct bd__trial *trial)
{
    const struct bd__novelty *novelty = &trial->novelty;
    corpus->covered += novelty->branch_count;
    if (!novelty->bucket && !novelty->valid_branch_count) { return; }
    uint32_t id = bd__corpus_add(corpus, trial);
    bd__corpus_take_over(corpus, id, novelty->branch, novelty->branch_count);
    bd__corpus_take_over(corpus, id, novelty->valid_branch, novelty->valid_branch_count);
}

/* Whole children, within what a count can hold. */
static uint64_t children(double number)
{
    return number < 1e18 ? (uint64_t)number : (uint64_t)1e18;
}

static uint64_t children_of(const struct bd__corpus *corpus, const struct bd__corpus_entry *entry,
                            const struct bd__guide_settings *settings)
{
    uint64_t plain = children(settings->children);
    if (corpus->covered) { plain = children(settings->children * entry->kept.branch_count / (double)corpus->covered); }
    return entry->responsibilities ? children((double)plain * settings->favoured_factor) : plain;
}

struct bd__corpus_entry *bd__corpus_parent(struct bd__corpus *corpus, const struct bd__guide_settings *settings,
                                           bool *switched)
{
    const struct bd__corpus_entry *last = &corpus->entry[corpus->parents[corpus->parent]];
    *switched = corpus->children_made && corpus->children_made >= children_of(corpus, last, settings);
    if (*switched) {
        corpus->parent++;
        corpus->children_made = 0;
        if (corpus->parent >= corpus->parent_count) {
            corpus->parent = 0;
            corpus->cycles++;
        }
    }
    corpus->children_made++;
    if (corpus->parent >= corpus->visited) { corpus->visited = corpus->parent + 1; }
    return &corpus->entry[corpus->parents[corpus->parent]];
}
