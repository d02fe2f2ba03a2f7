#include "guide/parents.h"

void bd__parents_keep(struct bd__corpus *corpus, const struct bd__trial *trial)
{
    const struct bd__novelty *novelty = &trial->novelty;
    corpus->covered += novelty->branch_count;
    if (!novelty->bucket && !novelty->valid_branch_count) { return; }
    uint32_t id = bd__corpus_add(corpus, trial);
    bd__corpus_take_over(corpus, id, novelty->branch, novelty->branch_count);
    bd__corpus_take_over(corpus, id, novelty->valid_branch, novelty->valid_branch_count);
}

/* Rounds down, and limits the result to what a count can hold. */
static uint64_t children(double number)
{
    return number < 1e18 ? (uint64_t)number : (uint64_t)1e18;
}

static uint64_t children_of(const struct bd__corpus *corpus, const struct bd__corpus_entry *entry,
                            const struct bd_tuning *tuning)
{
    if (entry->kept.slow) { return 1; } /* or a single visit could take minutes */
    uint64_t plain = children(tuning->children);
    if (corpus->covered) { plain = children(tuning->children * entry->kept.branch_count / (double)corpus->covered); }
    return entry->responsibilities ? children((double)plain * tuning->favoured_factor) : plain;
}

struct bd__corpus_entry *bd__parents_next(struct bd__corpus *corpus, const struct bd_tuning *tuning, bool *switched)
{
    const struct bd__corpus_entry *last = &corpus->entry[corpus->parents[corpus->parent]];
    *switched = corpus->children_made && corpus->children_made >= children_of(corpus, last, tuning);
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
