/* sites.h: the names of choice points and rules.
 *
 * Labels arrive as pointers to literals, millions of times per second. They are looked up by address, and by text only
 * when the address is new. A site is a label with its kind. Labels are compared by their first 63 characters. Past
 * BD__SITE_LIMIT sites, all further ones share one, "(other)".
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
    uint32_t kind;
    char label[BD__LABEL_SIZE];
};

struct bd__sites {
    uint32_t count;
    struct bd__site site[BD__SITE_LIMIT];
    struct {
        uintptr_t key; /* address of the label and its kind; 0: free */
        uint32_t site;
    } slot[BD__SITE_SLOTS];
    uint32_t slots_used;
};

/* Forgets the addresses, because another process may have other labels there. Keeps the sites. */
void bd__sites_forget_addresses(struct bd__sites *sites);

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
