/* Roles: which stream feeds a draw and what counts in the signature, while tapes and sizes keep to kinds. */
#include "unit/lab.h"
#include "unit/scratch.h"
#include "unit/test.h"

/* "swap" is structure, but taken for a value; "plain" is structure and stays it. */
static struct lab open_swapped(uint64_t seed)
{
    struct lab lab = lab_open(seed);
    bd__sites_assign(lab.sites, "swap", BD_STRUCTURE, BD_VALUE);
    return lab;
}

static void draw(struct lab *lab, uint64_t *plain, uint64_t *swap)
{
    *plain = bd_pick(lab->s, "plain", 256);
    *swap = bd_pick(lab->s, "swap", 256);
}

TEST(a_draw_is_fed_by_the_stream_of_its_role)
{
    struct lab lab = open_swapped(1);
    uint64_t plain, swap;
    lab_bytes(&lab, "\1\2", 2, "\3\4", 2);
    draw(&lab, &plain, &swap);
    CHECK_EQ_U64(plain, 1);
    CHECK_EQ_U64(swap, 3);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.parameters[BD_STRUCTURE].size, 1);
    CHECK_EQ_U64(choices.parameters[BD_VALUE].size, 1);
    CHECK_EQ_U64(choices.choice[1].kind, BD_STRUCTURE);
    CHECK_EQ_U64(bd__choice_role(&choices.choice[0]), BD_STRUCTURE);
    CHECK_EQ_U64(bd__choice_role(&choices.choice[1]), BD_VALUE);
    lab_close(&lab);
}

TEST(a_signature_has_the_choices_whose_role_is_structure_a_size_those_of_that_kind)
{
    uint64_t signature[2][2], plain, swap;
    for (int roles = 0; roles < 2; roles++) {
        for (int i = 0; i < 2; i++) {
            struct lab lab = roles ? open_swapped(1) : lab_open(1);
            const uint8_t bytes[] = {5, (uint8_t)i};
            lab_bytes(&lab, bytes, 2, bytes + 1, 1);
            draw(&lab, &plain, &swap);
            CHECK_EQ_U64(swap, (uint64_t)i);
            struct bd__choices choices = bd__source_end(lab.s);
            CHECK_EQ_U64(choices.structural_count, 2);
            signature[roles][i] = choices.signature;
            lab_close(&lab);
        }
    }
    CHECK(signature[0][0] != signature[0][1]);
    CHECK_EQ_U64(signature[1][0], signature[1][1]);
}

TEST(tapes_are_the_same_with_any_roles_and_replay_with_any)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct lab tossed = lab_open(seed), other = lab_open(seed);
        struct bd__text text = {0}, again = {0};
        struct bd__tape tape;
        struct heard heard = {0};
        bd__sites_toss(tossed.sites, seed);
        lab_fresh(&tossed, 2);
        grammar_generate(tossed.s, seed, true);
        struct bd__choices choices = bd__source_end(tossed.s);
        bd__text_puts(&text, "bediv-tape 1\n");
        bd__tape_format(&text, &choices, tossed.sites);
        REQUIRE(bd__tape_parse(&tape, text.data, text.size, "tape", &(struct bd__log){heard_sink, &heard}) == BD_OK);
        lab_tape(&other, &tape);
        grammar_generate(other.s, seed, true);
        struct bd__choices replayed = bd__source_end(other.s);
        CHECK_EQ_U64(replayed.choice_count, choices.choice_count);
        CHECK_EQ_U64(replayed.structural_count, choices.structural_count);
        bd__text_puts(&again, "bediv-tape 1\n");
        bd__tape_format(&again, &replayed, other.sites);
        CHECK_EQ_STR(bd__text_str(&again), bd__text_str(&text));
        bd__tape_clear(&tape);
        bd__text_clear(&text);
        bd__text_clear(&again);
        lab_close(&tossed);
        lab_close(&other);
    }
}

TEST(parameters_replay_where_the_roles_are_the_same)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct lab lab = lab_open(seed), same = lab_open(seed + 1000);
        bd__sites_toss(lab.sites, seed);
        lab_fresh(&lab, 2);
        grammar_generate(lab.s, seed, false);
        struct kept kept = kept_of(bd__source_end(lab.s));
        bd__sites_copy(same.sites, lab.sites);
        struct bd__plan plan = kept_plan(&kept);
        bd__source_begin(same.s, &plan);
        grammar_generate(same.s, seed, false);
        struct bd__choices choices = bd__source_end(same.s);
        CHECK(same_choices(&kept.choices, &choices));
        kept_clear(&kept);
        lab_close(&lab);
        lab_close(&same);
    }
}
