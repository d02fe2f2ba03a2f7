/* terms.h: what a campaign is and was told to do, as its checkpoints keep it: the program, and every setting that
 * has a say in what comes out. A campaign is resumed on the same terms, but for limits that may be set anew. */
#ifndef BD_CAMPAIGN_TERMS_H
#define BD_CAMPAIGN_TERMS_H

#include "base/pack.h"
#include "ring/ring.h"

struct bd__terms {
    struct bd_config config; /* settings, none left to a default; words are owned */
    char *program;           /* owned */
    uint64_t program_hash, dictionary_hash, branches;
    size_t longest; /* plain bytes: no input is larger */
};

/* PROGRAM_HASH: see setup.h. */
void bd__terms_save(const struct bd__ring *ring, uint64_t program_hash, struct bd__pack *pack);
void bd__terms_load(struct bd__terms *terms, struct bd__unpack *unpack);
void bd__terms_clear(struct bd__terms *terms);

/* Fills the gaps of CONFIG, which speaks of a campaign to be resumed. If it contradicts the terms, false, and WHY says
 * in what. Limits of time and trials are replaced both, if one is given. */
bool bd__terms_take_over(struct bd_config *config, const struct bd__terms *terms, struct bd__text *why);

/* Is C, which is built, a campaign of these terms? Else WHY says what is different. */
bool bd__terms_hold(const struct bd__terms *terms, const struct bd__ring *ring, struct bd__text *why);

#endif
