/* sites.h: the names of choice points and rules.
 *
 * A label is met as a pointer to a literal, millions of times a second; it is looked up by address, and
 * by text only when the address is new. A site is a label with its kind. Sites are told apart by the
 * first 63 characters of their label; past BD__SITE_LIMIT sites all further ones share one, "(other)".
 */
#ifndef BD_TRIAL_SITES_H
#define BD_TRIAL_SITES_H

#include <bediv.h>

#include "base/pack.h"

enum { BD__SITE_LIMIT = 4096, BD__LABEL_SIZE = 64, BD__SITE_SLOTS = 1024 };

/* Beside BD_STRUCTURE and BD_VALUE. */
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

/* Forgets the addresses: in another process there may be other labels at them. The sites stay. */
void bd__sites_forget_addresses(struct bd__sites *sites);

/* Copies those that COPY, a copy in memory of our own, lacks. False if they cannot be: somebody has overwritten them. */
bool bd__sites_follow(struct bd__sites *copy, const struct bd__sites *sites);

void bd__sites_save(const struct bd__sites *sites, struct bd__pack *pack);
/* Fills SITES, which must be empty. */
void bd__sites_load(struct bd__sites *sites, struct bd__unpack *unpack);

/* The slow half of bd__sites_find: a label at an address not met before. */
uint32_t bd__sites_add(struct bd__sites *sites, const char *label, unsigned kind);

static inline uint32_t bd__sites_slot(uintptr_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 54) & (BD__SITE_SLOTS - 1);
}

static inline uintptr_t bd__sites_key(const char *label, unsigned kind)
{
    return ((uintptr_t)label << 2) | kind;
}

/* The number of the site (LABEL, KIND). */
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
