#include "trial/sites.h"

#include <stdlib.h>

#include "unit/test.h"

static struct bd__sites *open_sites(void)
{
    return calloc(1, sizeof(struct bd__sites));
}

TEST(a_label_has_one_site_at_whatever_address_it_is_met)
{
    struct bd__sites *sites = open_sites();
    char here[] = "label", there[] = "label";
    uint32_t site = bd__sites_find(sites, here, BD_STRUCTURE);
    CHECK_EQ_U64(bd__sites_find(sites, here, BD_STRUCTURE), site);
    CHECK_EQ_U64(bd__sites_find(sites, there, BD_STRUCTURE), site);
    CHECK_EQ_STR(sites->site[site].label, "label");
    CHECK_EQ_U64(sites->count, 1);
    free(sites);
}

TEST(label_and_kind_make_a_site)
{
    struct bd__sites *sites = open_sites();
    uint32_t structure = bd__sites_find(sites, "x", BD_STRUCTURE), value = bd__sites_find(sites, "x", BD_VALUE);
    uint32_t rule = bd__sites_find(sites, "x", BD__RULE), other = bd__sites_find(sites, "y", BD_STRUCTURE);
    CHECK(structure != value && value != rule && rule != structure && other != structure);
    CHECK_EQ_U64(sites->site[value].kind, BD_VALUE);
    CHECK(sites->site[structure].hash != sites->site[value].hash);
    CHECK(sites->site[structure].hash != sites->site[other].hash);
    CHECK_EQ_U64(sites->count, 4);
    free(sites);
}

TEST(a_hash_depends_on_label_and_kind_alone)
{
    struct bd__sites *a = open_sites(), *b = open_sites();
    bd__sites_find(b, "earlier", BD_VALUE);
    uint32_t x = bd__sites_find(a, "x", BD_VALUE), y = bd__sites_find(b, "x", BD_VALUE);
    CHECK(x != y);
    CHECK_EQ_U64(a->site[x].hash, b->site[y].hash);
    free(a);
    free(b);
}

TEST(labels_differ_in_their_first_63_characters_or_not_at_all)
{
    struct bd__sites *sites = open_sites();
    char a[101], b[101];
    memset(a, 'a', 100);
    a[100] = 0;
    strcpy(b, a);
    b[63] = 'b';
    CHECK_EQ_U64(bd__sites_find(sites, a, BD_VALUE), bd__sites_find(sites, b, BD_VALUE));
    b[62] = 'b';
    CHECK(bd__sites_find(sites, a, BD_VALUE) != bd__sites_add(sites, b, BD_VALUE));
    CHECK_EQ_U64(strlen(sites->site[0].label), 63);
    free(sites);
}

TEST(past_the_limit_all_labels_share_one_site)
{
    enum { LABELS = BD__SITE_LIMIT + 500 };
    struct bd__sites *sites = open_sites();
    char(*labels)[16] = calloc(LABELS, sizeof *labels);
    for (int i = 0; i < LABELS; i++) { snprintf(labels[i], sizeof *labels, "l%d", i); }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LABELS; i++) {
            uint32_t site = bd__sites_find(sites, labels[i], BD_VALUE);
            REQUIRE(site == (uint32_t)(i < BD__SITE_LIMIT - 1 ? i : BD__SITE_LIMIT - 1));
        }
    }
    CHECK_EQ_U64(sites->count, BD__SITE_LIMIT);
    CHECK_EQ_STR(sites->site[BD__SITE_LIMIT - 1].label, "(other)");
    free(labels);
    free(sites);
}

TEST(labels_at_ever_new_addresses_do_not_fill_the_table)
{
    enum { COPIES = 3 * BD__SITE_SLOTS };
    struct bd__sites *sites = open_sites();
    char(*copies)[8] = calloc(COPIES, sizeof *copies);
    for (int i = 0; i < COPIES; i++) {
        strcpy(copies[i], i % 2 ? "odd" : "even");
        REQUIRE(bd__sites_find(sites, copies[i], BD_STRUCTURE) == (uint32_t)(i % 2));
    }
    CHECK_EQ_U64(sites->count, 2);
    CHECK(sites->slots_used <= BD__SITE_SLOTS / 2);
    free(copies);
    free(sites);
}

/* ---- roles ----------------------------------------------------------------------------------- */

TEST(the_role_of_a_choice_point_is_its_kind)
{
    struct bd__sites *sites = open_sites();
    uint32_t value = bd__sites_find(sites, "x", BD_VALUE), structure = bd__sites_find(sites, "x", BD_STRUCTURE);
    CHECK(!sites->has_roles);
    CHECK_EQ_U64(bd__sites_role(sites, value, BD_VALUE), BD_VALUE);
    CHECK_EQ_U64(bd__sites_role(sites, structure, BD_STRUCTURE), BD_STRUCTURE);
    free(sites);
}

TEST(an_assigned_role_changes_neither_kind_nor_hash_and_holds_at_every_address)
{
    struct bd__sites *sites = open_sites(), *plain = open_sites();
    char there[] = "x";
    bd__sites_assign(sites, "x", BD_VALUE, BD_STRUCTURE);
    uint32_t x = bd__sites_find(sites, there, BD_VALUE), same = bd__sites_find(plain, "x", BD_VALUE);
    CHECK(sites->has_roles);
    CHECK_EQ_U64(sites->count, 1);
    CHECK_EQ_U64(bd__sites_role(sites, x, BD_VALUE), BD_STRUCTURE);
    CHECK_EQ_U64(sites->site[x].kind, BD_VALUE);
    CHECK_EQ_U64(sites->site[x].hash, plain->site[same].hash);
    uint32_t other = bd__sites_find(sites, "x", BD_STRUCTURE), unmet = bd__sites_find(sites, "y", BD_VALUE);
    CHECK_EQ_U64(bd__sites_role(sites, other, BD_STRUCTURE), BD_STRUCTURE);
    CHECK_EQ_U64(bd__sites_role(sites, unmet, BD_VALUE), BD_VALUE);
    free(sites);
    free(plain);
}

/* The roles of 1,000 labels that a coin decides. */
static unsigned toss(struct bd__sites *sites, uint64_t seed, bool backwards, uint8_t role[1000])
{
    unsigned structure = 0;
    bd__sites_toss(sites, seed);
    for (unsigned n = 0; n < 1000; n++) {
        unsigned i = backwards ? 999 - n : n;
        char label[16];
        snprintf(label, sizeof label, "l%u", i);
        enum bd_kind kind = i % 2 ? BD_VALUE : BD_STRUCTURE;
        role[i] = (uint8_t)bd__sites_role(sites, bd__sites_add(sites, label, kind), kind);
        structure += role[i] == BD_STRUCTURE;
    }
    return structure;
}

TEST(a_coin_decides_by_seed_and_label_alone)
{
    uint8_t first[1000], again[1000], other[1000];
    struct bd__sites *sites[] = {open_sites(), open_sites(), open_sites()};
    unsigned structure = toss(sites[0], 7, false, first);
    CHECK(structure > 400 && structure < 600);
    toss(sites[1], 7, true, again);
    CHECK(memcmp(first, again, sizeof first) == 0);
    toss(sites[2], 8, false, other);
    CHECK(memcmp(first, other, sizeof first) != 0);
    uint32_t rule = bd__sites_find(sites[0], "rule", BD__RULE);
    CHECK_EQ_U64(sites[0]->site[rule].role, BD__RULE);
    for (int i = 0; i < 3; i++) { free(sites[i]); }
}

TEST(roles_are_saved_and_loaded)
{
    struct bd__sites *sites = open_sites(), *loaded = open_sites();
    struct bd__pack pack;
    struct bd__unpack unpack;
    bd__sites_assign(sites, "x", BD_VALUE, BD_STRUCTURE);
    bd__sites_find(sites, "y", BD_STRUCTURE);
    bd__sites_find(sites, "rule", BD__RULE);
    bd__pack_begin(&pack, "test\n", 1);
    bd__pack_section(&pack, "SITE");
    bd__sites_save(sites, &pack);
    bd__pack_end(&pack);
    CHECK(bd__unpack_begin(&unpack, pack.out.data, pack.out.size, "test\n", 1) && bd__unpack_section(&unpack, "SITE"));
    bd__sites_load(loaded, &unpack);
    CHECK(bd__unpack_end(&unpack));
    CHECK(loaded->has_roles);
    CHECK_EQ_U64(loaded->count, 3);
    CHECK_EQ_U64(loaded->site[0].role, BD_STRUCTURE);
    CHECK_EQ_U64(loaded->site[1].role, BD_STRUCTURE);
    CHECK_EQ_U64(loaded->site[2].role, BD__RULE);
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
    free(sites);
    free(loaded);
}

TEST(a_copy_follows_assigned_and_tossed_roles_but_no_overwritten_one)
{
    struct bd__sites *sites = open_sites(), *copy = open_sites();
    bd__sites_assign(sites, "x", BD_VALUE, BD_STRUCTURE);
    bd__sites_toss(sites, 3);
    bd__sites_copy(copy, sites);
    CHECK_EQ_U64(copy->site[0].role, BD_STRUCTURE);
    CHECK_EQ_U64(copy->slots_used, 0);
    for (int i = 0; i < 20; i++) {
        char label[16];
        snprintf(label, sizeof label, "l%d", i);
        bd__sites_add(sites, label, BD_VALUE);
    }
    CHECK(bd__sites_follow(copy, sites));
    uint32_t last = bd__sites_find(sites, "last", BD_VALUE);
    sites->site[last].role ^= 1;
    CHECK(!bd__sites_follow(copy, sites));
    free(sites);
    free(copy);
}
