/* sites.h: the names of choice points and rules.
 *
 * Labels arrive as pointers to literals, millions of times per second. They are looked up by address, and by text only
 * when the address is new. A site is a label with its kind. Labels are compared by their first 63 characters. Past
 * BD__SITE_LIMIT sites, all further ones share one, "(other)".
 *
 * The kind of a choice point is what the generator says, and part of its name: tapes, sizes and reports have it. Its
 * role is what a campaign takes it for: which stream feeds it, and whether it counts in structural signatures. They are
 * the same unless the campaign decides otherwise (the setting `kinds`).
 */
#ifndef BD_TRIAL_SITES_H
#define BD_TRIAL_SITES_H

#include <bediv.h>

#include "base/pack.h"

enum { BD__SITE_LIMIT = 4096, BD__LABEL_SIZE = 64, BD__SITE_SLOTS = 1024 };

/* The third kind of site, besides BD_STRUCTURE and BD_VALUE. */
enum { BD__RULE = 2 };

struct bd__site {
    uint64_t hash; /* of label and kind: the same in every build and process */
    uint16_t kind;
    uint16_t role; /* of a choice point: an enum bd_kind. A rule has none, and its kind here */
    char label[BD__LABEL_SIZE];
};

struct bd__sites {
    uint32_t count;
    bool has_roles; /* some roles may differ from kinds */
    uint64_t coin;  /* decides the role of every new choice point; 0: its kind does */
    struct bd__site site[BD__SITE_LIMIT];
    struct {
        uintptr_t key; /* address of the label and its kind; 0: free */
        uint32_t site;
    } slot[BD__SITE_SLOTS];
    uint32_t slots_used;
};

/* Forgets the addresses, because another process may have other labels there. Keeps the sites. */
void bd__sites_forget_addresses(struct bd__sites *sites);

/* From now on, the role of each new choice point is decided by the toss of a coin: by SEED and its hash. */
void bd__sites_toss(struct bd__sites *sites, uint64_t seed);
/* Gives ROLE to the choice point (LABEL, KIND), which is added if it is new. */
void bd__sites_assign(struct bd__sites *sites, const char *label, enum bd_kind kind, enum bd_kind role);

/* The role of a draw of KIND at SITE. */
static inline enum bd_kind bd__sites_role(const struct bd__sites *sites, uint32_t site, enum bd_kind kind)
{
    return site == BD__SITE_LIMIT - 1 ? kind : (enum bd_kind)sites->site[site].role; /* "(other)" is of any kind */
}

/* Copies everything but the addresses. */
void bd__sites_copy(struct bd__sites *copy, const struct bd__sites *sites);
/* Copies the sites that COPY, in our own memory, lacks. False if something has overwritten SITES. */
bool bd__sites_follow(struct bd__sites *copy, const struct bd__sites *sites);

void bd__sites_save(const struct bd__sites *sites, struct bd__pack *pack);
/* Fills SITES, which must be empty. */
void bd__sites_load(struct bd__sites *sites, struct bd__unpack *unpack);

/* The slow half of bd__sites_find, for a label at a new address. */
uint32_t bd__sites_add(struct bd__sites *sites, const char *label, unsigned kind);

static inline uint32_t bd__sites_slot(uintptr_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 54) & (BD__SITE_SLOTS - 1);
}

static inline uintptr_t bd__sites_key(const char *label, unsigned kind)
{
    return ((uintptr_t)label << 2) | kind;
}

/* The number of the site (LABEL, KIND), which is added if it is new. */
static inline uint32_t bd__sites_find(struct bd__sites *sites, const char *label, unsigned kind)
{
    uintptr_t key = bd__sites_key(label, kind);
    uint32_t i = bd__sites_slot(key);
    while (sites->slot[i].key != key) {
        if (!sites->slot[i].key) { return bd__sites_add(sites, label, kind); }
        i = (i + 1) & (BD__SITE_SLOTS - 1);
    }
    return sites->slot[i].site;
}

#endif
