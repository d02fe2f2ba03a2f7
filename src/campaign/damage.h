/* damage.h: what the supervisor reads from the arena, and whether it can be true.
 *
 * A target runs in the worker, and can write wherever the worker can. The supervisor must not follow a pointer, use an index or
 * repeat a loop that a wild write has made up. So:
 *
 *   set once       in pages that workers seal (campaign.h): trusted
 *   pointers       those of the stages are compared with a copy in the supervisor's own memory
 *   counts         compared with the capacity of what they count
 *   cases, sites   copied, then checked, then used (trial/copy.h)
 *   figures        copied, then checked: they must add up
 *   the rest       is walked under bd__rescue
 *
 * What is wrong is *damage*. The supervisor then files the failure in flight from what is sound, writes no checkpoint any
 * more, and the campaign goes back to the last one, or ends: run.c. Numbers that are wrong but could be true are not found.
 */
#ifndef BD_CAMPAIGN_DAMAGE_H
#define BD_CAMPAIGN_DAMAGE_H

#include "ring/ring.h"

struct bd__supervisor;

/* What the supervisor remembers of a campaign, in memory that no worker can write to. */
struct bd__memory_of {
    struct bd__ring ring; /* as it was before the first worker */
    struct bd_source source;
    struct bd__sites sites; /* grows with the campaign's: each is copied once, when it is new */
    size_t used;            /* of the arena, when last looked at */
    uint64_t trials;        /* likewise */
};

/* Before the first worker. */
void bd__damage_begin(struct bd__supervisor *s);
void bd__damage_end(struct bd__supervisor *s);

/* Notes that WHAT is damaged; the first time it is logged, and the worker is asked to stop. */
void bd__damage_note(struct bd__supervisor *s, const char *what);

/* With no worker at work: looks at everything that the supervisor relies on. BETWEEN: it may have been killed in the engine's own
 * code. False if it found damage. */
bool bd__damage_check(struct bd__supervisor *s, bool between);
/* The same for every entry of the corpus, which takes longer: before a checkpoint. */
bool bd__damage_check_corpus(struct bd__supervisor *s);

/* A copy of what the worker shows at SEEN. False if it cannot be; it may be one that the worker is just writing. */
bool bd__damage_read_figures(const struct bd__sighting *seen, struct bd__sighting *copy);
/* A copy of corpus entry ID; free() it. NULL if it cannot be. */
struct bd__case *bd__damage_read_entry(struct bd__supervisor *s, uint32_t id);
/* A copy of the trial in flight, which failed with OUTCOME, or of what is left of it; free() it. Never NULL. */
struct bd__case *bd__damage_read_flight(struct bd__supervisor *s, const struct bd__outcome *outcome);

/* Calls WORK under bd__rescue; notes damage if it does not return. */
void bd__damage_rescue(struct bd__supervisor *s, void (*work)(struct bd__supervisor *s), const char *what);

#endif
