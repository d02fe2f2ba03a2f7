/* terms.h: the terms of a campaign, as its checkpoints keep them: the program, and every setting that decides what
 * comes out of the campaign. A campaign is resumed on the same terms: settings marked KEPT must
 * be the same, limits and those marked OPEN may change (settings.def). */
#ifndef BD_CAMPAIGN_TERMS_H
#define BD_CAMPAIGN_TERMS_H

#include "base/pack.h"
#include "ring/ring.h"

struct bd__terms {
    struct bd_config config; /* settings, with all defaults filled in; strings are owned */
    char *program;           /* owned */
    uint64_t program_hash, dictionary_hash, branches;
    size_t longest; /* for plain bytes: no input is larger */
};

/* PROGRAM_HASH: see setup.h. */
void bd__terms_save(const struct bd__ring *ring, uint64_t program_hash, struct bd__pack *pack);
void bd__terms_load(struct bd__terms *terms, struct bd__unpack *unpack);
void bd__terms_clear(struct bd__terms *terms);

/* Takes the settings that CONFIG, for a campaign to be resumed, leaves open from TERMS. If CONFIG contradicts the
 * terms, returns false, and WHY says where. If CONFIG gives a limit of time or of trials, neither limit is taken from
 * TERMS. */
bool bd__terms_take_over(struct bd_config *config, const struct bd__terms *terms, struct bd__text *why);

/* Does RING, which must be built, have these terms? If not, WHY says what is different. */
bool bd__terms_hold(const struct bd__terms *terms, const struct bd__ring *ring, struct bd__text *why);

#endif
