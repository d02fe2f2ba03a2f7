/* A campaign on a bench, in this process: saved, loaded, resumed; and loaded from damaged files. Its target covers
 * what its input says, with its own counters. */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>

#include "base/hash.h"
#include "campaign/checkpoint.h"
#include "campaign/damage.h"
#include "campaign/setup.h"
#include "exec/worker.h"
#include "unit/scratch.h"
#include "unit/summing.h"
#include "unit/test.h"

static _Atomic bool *stop; /* of the campaign that runs … */
static unsigned left;      /* … after this many more runs */

static void generate_list(struct bd_source *s, struct bd_out *out, int depth)
{
    BD_RULE(s, "list");
    static const unsigned weights[] = {4, 2, 1};
    size_t count = bd_count(s, "items", 2, 6);
    for (size_t i = 0; i < count; i++) {
        switch (bd_pick_weighted(s, "item", weights, 3)) {
        case 0: bd_put_int(s, out, "number", 0, 99); break;
        case 1: bd_put(out, bd_flag(s, "sign") ? "-" : "+"); break;
        default:
            if (depth < 4) { generate_list(s, out, depth + 1); }
        }
        bd_put(out, ",");
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    generate_list(s, out, 0);
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (left && --left == 0) { *stop = true; }
    return sum_up(in);
}

static const struct bd_fuzzer fuzzer = {.name = "bench", .generate = generate, .run = run};

static struct heard heard;

static bool open_campaign(struct bd__supervisor *s, const struct bd_config *config)
{
    static bool registered;
    if (!registered) { __sanitizer_cov_8bit_counters_init(counters, counters + sizeof counters); }
    registered = true;
    *s = (struct bd__supervisor){.log = {heard_sink, &heard}, .dir = {.path = "/nonexistent", .lock = -1}};
    if (bd__ring_open(&s->ring, &fuzzer, config, &s->log) != BD_OK) { return false; }
    bd__ring_build(s->ring, NULL);
    s->program_hash = bd__setup_program_hash();
    return true;
}

/* TRIALS more, or a few more than that: repetitions and the warm-up are runs, too. */
static void turn(struct bd__supervisor *s, unsigned trials)
{
    s->ring->rig.pulse.stop = false;
    stop = &s->ring->rig.pulse.stop;
    left = trials;
    bd__loop(s->ring);
}

static struct bd__pack save(struct bd__supervisor *s)
{
    struct bd__pack pack;
    bd__state_save(s, &pack);
    return pack;
}

/* Does what resuming a campaign does; false if anything is refused. */
static bool load(struct bd__supervisor *s, const struct bd__pack *pack, struct bd__terms *terms, struct bd__text *why)
{
    struct bd__unpack unpack;
    struct bd_config config = {0};
    s->ring = NULL;
    bd__state_open(&unpack, pack->out.data, pack->out.size, terms);
    bool good = bd__unpack_fine(&unpack) && bd__terms_take_over(&config, terms, why) && open_campaign(s, &config) &&
                bd__terms_hold(terms, s->ring, why) && bd__state_load(s, &unpack);
    bd__text_puts(why, bd__text_str(&unpack.why));
    bd__unpack_clear(&unpack);
    return good;
}

static void close_campaign(struct bd__supervisor *s, struct bd__terms *terms)
{
    bd__ring_close(s->ring);
    if (terms) { bd__terms_clear(terms); }
}

/* Without the last section, which has times. */
enum { TIMES = 68 };
static bool same_state(const struct bd__pack *a, const struct bd__pack *b)
{
    return a->out.size == b->out.size && memcmp(a->out.data, b->out.data, a->out.size - TIMES) == 0;
}

TEST(a_campaign_that_was_saved_and_loaded_goes_on_as_if_nothing_had_been)
{
    for (size_t i = 0; bd_guide_list(i); i++) {
        struct bd__supervisor whole, again;
        struct bd__terms terms;
        struct bd__text why = {0};
        const char *kinds = i % 2 ? "random" : "author";
        REQUIRE(open_campaign(&whole, &(struct bd_config){.guide = bd_guide_list(i)->name, .seed = 3, .kinds = kinds}));
        turn(&whole, 2000);
        struct bd__pack first = save(&whole);
        CHECK(load(&again, &first, &terms, &why));
        CHECK_EQ_STR(bd__text_str(&why), "");
        struct bd__pack copy = save(&again);
        CHECK(same_state(&first, &copy));
        CHECK_EQ_U64(again.ring->tally.trials, whole.ring->tally.trials);
        CHECK_EQ_U64(again.ring->corpus.favoured, whole.ring->corpus.favoured);
        turn(&whole, 5000);
        turn(&again, 5000);
        struct bd__pack a = save(&whole), b = save(&again);
        CHECK(same_state(&a, &b));
        struct bd__pack *pack[] = {&first, &copy, &a, &b};
        for (int k = 0; k < 4; k++) { bd__pack_clear(pack[k]); }
        close_campaign(&whole, NULL);
        close_campaign(&again, &terms);
        bd__text_clear(&why);
    }
}

TEST(every_figure_that_is_tallied_is_saved_and_loaded)
{
    struct bd__supervisor whole, again;
    struct bd__terms terms;
    struct bd__text why = {0};
    REQUIRE(open_campaign(&whole, &(struct bd_config){.seed = 3}));
    struct bd_figures *t = &whole.ring->tally;
    uint64_t number = 10;
#define BD_TALLY(type, field, ...) t->field = number++;
#include <bediv/figures.def>
    t->failures = t->crashes + t->timeouts + t->memory_outs;
    t->trials = bd__tally_sum(t);
    struct bd__pack pack = save(&whole);
    CHECK(load(&again, &pack, &terms, &why));
#define BD_TALLY(type, field, ...) CHECK_EQ_U64(again.ring->tally.field, t->field);
#include <bediv/figures.def>
    bd__pack_clear(&pack);
    close_campaign(&whole, NULL);
    close_campaign(&again, &terms);
    bd__text_clear(&why);
}

TEST(an_empty_campaign_is_saved_and_loaded_too)
{
    struct bd__supervisor whole, again;
    struct bd__terms terms;
    struct bd__text why = {0};
    REQUIRE(open_campaign(&whole, &(struct bd_config){.seed = 3, .trials = 1000}));
    struct bd__pack first = save(&whole);
    CHECK(load(&again, &first, &terms, &why));
    CHECK_EQ_U64(again.ring->row_at, whole.ring->row_at);
    struct bd__pack copy = save(&again);
    CHECK(same_state(&first, &copy));
    bd__pack_clear(&first);
    bd__pack_clear(&copy);
    close_campaign(&whole, NULL);
    close_campaign(&again, &terms);
    bd__text_clear(&why);
}

/* A set that has become a cache depends on where each hash is. */
TEST(a_set_of_traces_that_is_full_goes_on_as_it_was)
{
    struct bd__supervisor whole, again;
    struct bd__terms terms;
    struct bd__text why = {0};
    REQUIRE(open_campaign(&whole, &(struct bd_config){.guide = "quickcheck", .seed = 3, .trace_memory_mb = 1}));
    whole.ring->feedback.traces.bits_limit = 12;
    turn(&whole, 8000);
    REQUIRE(whole.ring->feedback.traces.approximate);
    struct bd__pack pack = save(&whole);
    struct bd__unpack unpack;
    bd__state_open(&unpack, pack.out.data, pack.out.size, &terms);
    struct bd_config config = {0};
    REQUIRE(bd__terms_take_over(&config, &terms, &why) && open_campaign(&again, &config));
    again.ring->feedback.traces.bits_limit = 12;
    CHECK(bd__state_load(&again, &unpack));
    CHECK_EQ_STR(bd__text_str(&unpack.why), "");
    turn(&whole, 4000);
    turn(&again, 4000);
    struct bd__pack a = save(&whole), b = save(&again);
    CHECK(same_state(&a, &b));
    bd__pack_clear(&pack);
    bd__pack_clear(&a);
    bd__pack_clear(&b);
    bd__unpack_clear(&unpack);
    close_campaign(&whole, NULL);
    close_campaign(&again, &terms);
}

/* The limit on shrinking is taken over, but can be changed. */
TEST(runs_for_shrinking_are_taken_over_unless_given)
{
    struct bd__supervisor whole;
    struct bd__terms terms;
    struct bd__text why = {0};
    struct bd__unpack unpack;
    REQUIRE(open_campaign(&whole, &(struct bd_config){.guide = "quickcheck", .seed = 3, .shrink_runs = BD_NONE}));
    struct bd__pack pack = save(&whole);
    bd__state_open(&unpack, pack.out.data, pack.out.size, &terms);
    struct bd_config left_out = {0}, given = {.shrink_runs = 7};
    CHECK(bd__terms_take_over(&left_out, &terms, &why) && left_out.shrink_runs < 0);
    CHECK(bd__terms_take_over(&given, &terms, &why) && given.shrink_runs == 7);
    bd__pack_clear(&pack);
    bd__unpack_clear(&unpack);
    bd__text_clear(&why);
    close_campaign(&whole, &terms);
}

/* The reason why a campaign with the default settings does not go on with GIVEN. */
static void check_contradiction(struct bd_config given, const char *expected)
{
    struct bd__supervisor whole;
    struct bd__terms terms;
    struct bd__text why = {0};
    struct bd__unpack unpack;
    REQUIRE(open_campaign(&whole, &(struct bd_config){.seed = 3}));
    struct bd__pack pack = save(&whole);
    bd__state_open(&unpack, pack.out.data, pack.out.size, &terms);
    CHECK(bd__terms_take_over(&given, &terms, &why) == (*expected == 0));
    CHECK_EQ_STR(bd__text_str(&why), expected);
    bd__pack_clear(&pack);
    bd__unpack_clear(&unpack);
    bd__text_clear(&why);
    close_campaign(&whole, &terms);
}

TEST(a_contradiction_is_named_as_the_user_knows_it)
{
    check_contradiction((struct bd_config){.seed = 4}, "--seed is 4, but the campaign has 3");
    check_contradiction((struct bd_config){.guide = "zest"}, "--guide is zest, but the campaign has bediv-structure");
    check_contradiction((struct bd_config){.guide = "zest", .seed = 4},
                        "--guide is zest, but the campaign has bediv-structure");
    check_contradiction((struct bd_config){.tuning = {.epsilon = BD_NONE}}, "--epsilon is 0, but the campaign has 0.2");
    check_contradiction((struct bd_config){.tuning = {.scores = "visit"}},
                        "--scores is visit, but the campaign has input");
    check_contradiction((struct bd_config){.without_coverage = true},
                        "--without-coverage is given, but the campaign has none");
    check_contradiction((struct bd_config){.only_ascii = true}, "only_ascii is given, but the campaign has none");
}

TEST(settings_that_may_change_are_no_contradiction)
{
    check_contradiction((struct bd_config){.timeout_ms = 7, .memory_mb = 99, .keep_failures = 1, .shrink_runs = 3}, "");
    check_contradiction((struct bd_config){.trials = 7, .stop_on_failure = true, .checkpoint_seconds = 5}, "");
}

/* ---- damaged files ---- */

static void put_u64(struct bd__pack *pack, size_t at, uint64_t number)
{
    memcpy(pack->out.data + at, &number, 8);
}

/* One to four changes; then the checksum is made right again, so that it does not help. */
static void mutate(struct bd__pack *pack, struct bd__rng *rng)
{
    static const uint64_t odd[] = {
        0,         1, 2, 7, 63, 64, 4095, 1 << 20, 1 << 24, UINT32_MAX, (uint64_t)1 << 40, INT64_MAX, UINT64_MAX - 1,
        UINT64_MAX};
    size_t size = pack->out.size - 8;
    for (uint64_t count = 1 + bd__rng_upto(rng, 3); count; count--) {
        size_t at = bd__rng_upto(rng, size - 1);
        switch (bd__rng_upto(rng, 4)) {
        case 0: pack->out.data[at] ^= (char)(1 << bd__rng_upto(rng, 7)); break;
        case 1: pack->out.data[at] = (char)bd__rng_next(rng); break;
        case 2: /* a number replaced */
            if (at + 8 <= size) { put_u64(pack, at, odd[bd__rng_upto(rng, sizeof odd / sizeof *odd - 1)]); }
            break;
        case 3: /* a part of it repeated */
            if (at + 16 <= size) { memcpy(pack->out.data + at, pack->out.data + at + 8, 8); }
            break;
        default: /* the end of it cut off, sometimes */
            if (bd__rng_upto(rng, 9) == 0 && at > 64) { size = at; }
        }
    }
    put_u64(pack, size, bd__hash(pack->out.data, size));
    pack->out.size = size + 8;
}

/* As case 0 of mutate, but in the first bytes of a section, where the counts are. */
static void mutate_heads(struct bd__pack *pack, struct bd__rng *rng)
{
    static const char *const tags[] = {"TERM", "RING", "SITE", "FEED", "ABUN", "CALI", "CORP", "GUID", "SUPV", "TIME"};
    char *found = memmem(pack->out.data, pack->out.size, tags[bd__rng_upto(rng, 9)], 4);
    size_t size = pack->out.size - 8, at = found ? (size_t)(found - pack->out.data) + 12 + bd__rng_upto(rng, 150) : 0;
    if (at < size) { pack->out.data[at] = (char)bd__rng_next(rng); }
    put_u64(pack, size, bd__hash(pack->out.data, size));
}

static bool loads(const struct bd__pack *pack)
{
    struct bd__supervisor s;
    struct bd__terms terms;
    struct bd__text why = {0};
    bool good = load(&s, pack, &terms, &why);
    if (!good) { printf("%s\n", bd__text_str(&why)); }
    close_campaign(&s, &terms);
    bd__text_clear(&why);
    return good;
}

static void load_mutants(const char *guide, unsigned count)
{
#if __has_feature(address_sanitizer)
    count /= 4; /* each takes about fifteen times as long */
#endif
    struct bd__supervisor whole, again;
    struct bd__rng rng;
    unsigned refused = 0, loaded = 0;
    bd__rng_init(&rng, 17, 1);
    REQUIRE(open_campaign(&whole, &(struct bd_config){.guide = guide, .seed = 3}));
    turn(&whole, 300);
    struct bd__pack pack = save(&whole);
    for (unsigned i = 0; i < count; i++) {
        struct bd__pack mutant = {0};
        struct bd__terms terms;
        struct bd__text why = {0};
        bd__pack_bytes(&mutant, pack.out.data, pack.out.size);
        (i % 2 ? mutate : mutate_heads)(&mutant, &rng);
        bool good = load(&again, &mutant, &terms, &why);
        loaded += good;
        refused += !good;
        /* Either it says why, or it can be used: parents, figures, tapes and a checkpoint. */
        if (good) {
            struct bd__text tape = {0};
            struct bd__provenance from = {"bench", guide, 3, again.ring->rig.sites};
            for (uint32_t k = 0; k < bd__corpus_size(&again.ring->corpus); k++) {
                bd__rundir_tape(&tape, &from, &again.ring->corpus.entry[k].kept);
            }
            bd__text_clear(&tape);
            turn(&again, 60);
            struct bd__pack next = save(&again);
            CHECK(loads(&next)); /* what was accepted is accepted again when saved */
            bd__pack_clear(&next);
        } else {
            CHECK(why.size > 0 || heard.errors > 0);
        }
        heard = (struct heard){0};
        close_campaign(&again, &terms);
        bd__text_clear(&why);
        bd__pack_clear(&mutant);
    }
    bd__pack_clear(&pack);
    close_campaign(&whole, NULL);
    CHECK(refused > count / 10); /* otherwise nothing was checked */
    CHECK(loaded > 0);
}

TEST(mutants_of_a_quickcheck_state_do_no_harm)
{
    load_mutants("quickcheck", 1500);
}
TEST(mutants_of_an_rlcheck_state_do_no_harm)
{
    load_mutants("rlcheck", 200);
}
TEST(mutants_of_a_zest_state_do_no_harm)
{
    load_mutants("zest", 1500);
}
TEST(mutants_of_a_structure_state_do_no_harm)
{
    load_mutants("bediv-structure", 1500);
}
TEST(mutants_of_a_bediv_state_do_no_harm)
{
    load_mutants("bediv", 600);
}
TEST(mutants_of_a_havoc_state_do_no_harm)
{
    load_mutants("bediv-havoc", 1500);
}

/* A worker that already held still for a checkpoint when the signal came. */
TEST(an_order_to_stop_is_damage_unless_a_signal_asked_for_it)
{
    struct bd__supervisor s;
    struct bd__worker worker = {0};
    REQUIRE(open_campaign(&s, &(struct bd_config){.guide = "quickcheck", .seed = 3}));
    turn(&s, 100);
    s.worker = &worker;
    s.ring->rig.pulse.stop = false;
    bd__damage_begin(&s);
    CHECK(bd__damage_check(&s, false));
    s.ring->rig.pulse.stop = worker.interrupted = true;
    CHECK(bd__damage_check(&s, false));
    worker.interrupted = false;
    CHECK(!bd__damage_check(&s, false));
    CHECK_EQ_STR(s.damage.what, "its signals");
    bd__damage_end(&s);
    close_campaign(&s, NULL);
}
