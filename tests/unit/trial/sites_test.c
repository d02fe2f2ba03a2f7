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
