/* damage.h: how the supervisor reads the arena, and checks that what it reads can be true.
 *
 * A target runs in the worker, and can write wherever the worker can. The supervisor must not follow a pointer, use an
 * index or run a loop that comes from a wild write. So:
 *
 *   set once       lies in pages that workers seal (ring/ring.h, ring/rig.h): trusted
 *   pointers       those of the stages are compared with a copy in the supervisor's own memory
 *   counts         compared with the capacity of what they count
 *   cases, sites   copied, then checked, then used (trial/copy.h)
 *   figures        copied, then checked: they must add up
 *   the rest       walked under bd__rescue
 *
 * What is wrong is *damage*. The supervisor then files the failure in flight from the sound parts and writes no further
 * checkpoint. The campaign goes back to the last one, or ends (run.c). Numbers that are wrong but plausible are not
 * noticed.
 */
#ifndef BD_CAMPAIGN_DAMAGE_H
#define BD_CAMPAIGN_DAMAGE_H

#include "ring/ring.h"

struct bd__supervisor;

/* The supervisor's own copy of a campaign, in memory that no worker can write to. */
struct bd__memory_of {
    struct bd__ring ring; /* as it was before the first worker */
    struct bd_source source;
    struct bd__sites sites; /* grows with the campaign's: each site is copied once, when it is new */
    size_t used;            /* bytes of the arena that were used at the last check */
    uint64_t trials;        /* at the last check */
};

/* Call it before the first worker. */
void bd__damage_begin(struct bd__supervisor *s);
void bd__damage_end(struct bd__supervisor *s);

/* Notes that WHAT is damaged, and stops the campaign. Logs it the first time. */
void bd__damage_note(struct bd__supervisor *s, const char *what);

/* Checks everything that the supervisor relies on. The worker must be held, or there must be none. BETWEEN: the last
 * worker may have been killed in the engine's own code. False if there is damage. */
bool bd__damage_check(struct bd__supervisor *s, bool between);
/* Checks every entry of the corpus, before a checkpoint; that takes longer. */
bool bd__damage_check_corpus(struct bd__supervisor *s);

/* Copies what the worker shows at SEEN. False if it cannot be true; perhaps the worker is just writing it. */
bool bd__damage_read_figures(const struct bd__sighting *seen, struct bd__sighting *copy);
/* A copy of corpus entry ID, for the caller to free(). NULL if the entry is not sound, which is noted as damage. */
struct bd__case *bd__damage_read_entry(struct bd__supervisor *s, uint32_t id);
/* A copy of the trial in flight, which failed with OUTCOME, for the caller to free(). Never NULL: if the trial is not
 * sound, which is noted as damage, the copy has no choices, and its bytes only if their number can be true. */
struct bd__case *bd__damage_read_flight(struct bd__supervisor *s, const struct bd__outcome *outcome);

/* Calls WORK under bd__rescue. If WORK does not return, notes that WHAT is damaged. */
void bd__damage_rescue(struct bd__supervisor *s, void (*work)(struct bd__supervisor *s), const char *what);

#endif
