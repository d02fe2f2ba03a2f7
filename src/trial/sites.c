#include "trial/sites.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"

static void name(struct bd__site *site, const char *label, unsigned kind, uint64_t coin)
{
    snprintf(site->label, sizeof site->label, "%s", label);
    site->kind = (uint16_t)kind;
    site->hash = bd__hash_join(bd__hash(site->label, strlen(site->label)), kind, 0);
    bool tossed = coin && kind != BD__RULE;
    site->role = tossed ? (uint16_t)(bd__hash_join(coin, site->hash, 0) & 1) : site->kind;
}

static uint32_t find_text(struct bd__sites *sites, const char *label, unsigned kind)
{
    for (uint32_t i = 0; i < sites->count; i++) {
        if (sites->site[i].kind == kind && strcmp(sites->site[i].label, label) == 0) { return i; }
    }
    if (sites->count == BD__SITE_LIMIT) { return BD__SITE_LIMIT - 1; }
    uint32_t fresh = sites->count;
    name(&sites->site[fresh], fresh == BD__SITE_LIMIT - 1 ? "(other)" : label, kind, sites->coin);
    sites->count++;
    return fresh;
}

uint32_t bd__sites_add(struct bd__sites *sites, const char *label, unsigned kind)
{
    char shown[BD__LABEL_SIZE];
    snprintf(shown, sizeof shown, "%s", label);
    uint32_t site = find_text(sites, shown, kind);
    /* A label built on the heap for every draw would fill the address table: leave half of it free. */
    if (sites->slots_used < BD__SITE_SLOTS / 2) {
        uintptr_t key = bd__sites_key(label, kind);
        uint32_t i = bd__sites_slot(key);
        while (sites->slot[i].key) { i = (i + 1) & (BD__SITE_SLOTS - 1); }
        sites->slot[i].site = site;
        sites->slot[i].key = key;
        sites->slots_used++;
    }
    return site;
}

void bd__sites_forget_addresses(struct bd__sites *sites)
{
    memset(sites->slot, 0, sizeof sites->slot);
    sites->slots_used = 0;
}

void bd__sites_toss(struct bd__sites *sites, uint64_t seed)
{
    sites->has_roles = true;
    sites->coin = bd__hash_join(seed, 1, 0) | 1; /* 0 would mean none */
}

void bd__sites_assign(struct bd__sites *sites, const char *label, enum bd_kind kind, enum bd_kind role)
{
    uint32_t site = find_text(sites, label, kind);
    sites->has_roles |= role != kind;
    sites->site[site].role = (uint16_t)role;
}

void bd__sites_copy(struct bd__sites *copy, const struct bd__sites *sites)
{
    *copy = *sites;
    bd__sites_forget_addresses(copy);
}

bool bd__sites_follow(struct bd__sites *copy, const struct bd__sites *sites)
{
    uint32_t count = sites->count;
    if (count < copy->count || count > BD__SITE_LIMIT) { return false; }
    while (copy->count < count) {
        struct bd__site seen, *site = &copy->site[copy->count];
        memcpy(&seen, &sites->site[copy->count], sizeof seen);
        if (!memchr(seen.label, 0, sizeof seen.label)) { return false; }
        name(site, seen.label, seen.kind, copy->coin);
        if (site->hash != seen.hash || site->role != seen.role || seen.kind > BD__RULE) { return false; }
        copy->count++;
    }
    return true;
}

void bd__sites_save(const struct bd__sites *sites, struct bd__pack *pack)
{
    bd__pack_u64(pack, sites->count);
    for (uint32_t i = 0; i < sites->count; i++) {
        bd__pack_u8(pack, (uint8_t)sites->site[i].kind);
        bd__pack_u8(pack, (uint8_t)sites->site[i].role);
        bd__pack_string(pack, sites->site[i].label);
    }
}

void bd__sites_load(struct bd__sites *sites, struct bd__unpack *unpack)
{
    uint32_t count = (uint32_t)bd__unpack_count(unpack, BD__SITE_LIMIT, 6, "the number of sites");
    for (uint32_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        unsigned kind = bd__unpack_u8(unpack, BD__RULE, "the kind of a site");
        unsigned role = bd__unpack_u8(unpack, kind == BD__RULE ? BD__RULE : BD_VALUE, "the role of a site");
        char *label = bd__unpack_string(unpack, BD__LABEL_SIZE - 1, "the label of a site");
        if (!label) { bd__unpack_refuse(unpack, "a site has no label"); }
        name(&sites->site[i], label ? label : "", kind, 0);
        sites->site[i].role = (uint16_t)role;
        sites->has_roles |= role != kind;
        free(label);
        sites->count = i + 1;
    }
}
