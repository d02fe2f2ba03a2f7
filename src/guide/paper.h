/* paper.h: what the BeDivFuzz guides of the paper share: the two variants of the paper, and in part bediv-havoc (Nguyen and Grunske, ICSE 2022, section 3.3).
 *
 * There are two parameter streams, σs and σv. A child mutates one of them: with probability ε a random one, else the
 * one whose mutations of this parent were rewarded with a new trace more often (Alg. 2, Eq. 4). Only valid inputs with
 * new coverage become parents (Alg. 1, line 14).
 */
#ifndef BD_GUIDE_PAPER_H
#define BD_GUIDE_PAPER_H

#include "base/hashset.h"
#include "guide/guide.h"

struct bd__paper {
    struct bd__guide_tools tools;
    uint8_t *child;                /* the mutated stream */
    bool new_structure_only;       /* the condition σs ∉ S of Alg. 1 */
    bool reward_valid_only;        /* reward a mutation for a new trace only if the input is valid */
    bool scores_per_visit;         /* reset a parent's scores when a visit begins */
    struct bd__hashset structures; /* S: structures of the parents */
};

struct bd__paper *bd__paper_create(const struct bd__guide_tools *tools, bool new_structure_only);
void bd__paper_next(void *state, struct bd__plan *plan);
void bd__paper_observe(void *state, const struct bd__trial *trial);
void bd__paper_save(const void *state, struct bd__pack *pack);
void bd__paper_load(void *state, struct bd__unpack *unpack);
void bd__paper_mend(void *state);

/* Alg. 2 without its special cases: with probability ε a coin toss, else the kind with the higher score. */
enum bd_kind bd__paper_better_kind(const struct bd_tuning *tuning, struct bd__rng *rng,
                                   const struct bd__scores *scores);

/* Adds a try and POINTS to the scores of TRIAL's parent. HIT: the totals count it as rewarded. */
void bd__paper_reward(struct bd__corpus *corpus, const struct bd__trial *trial, bool hit, unsigned points);

/* Alg. 2: which stream of PARENT to mutate. */
enum bd_kind bd__paper_choose_kind(const struct bd_tuning *tuning, struct bd__rng *rng,
                                   const struct bd__corpus_entry *parent);

#endif
