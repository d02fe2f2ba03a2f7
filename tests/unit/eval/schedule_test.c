#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "eval/eval.h"
#include "unit/scratch.h"
#include "unit/test.h"

static struct bd__eval eval;
static struct heard heard;
static struct bd__log heard_log = {heard_sink, &heard};

static enum bd_status open_eval(const char *more, unsigned jobs)
{
    char text[1000];
    snprintf(text, sizeof text,
             "programs = \"p\"\nsubjects = [\"a\", \"b\", \"c\"]\nguides = [\"zest\", \"quickcheck\"]\n"
             "blackbox = [\"quickcheck\"]\n%s\n",
             more);
    scratch_puts(scratch("m.toml"), text);
    memset(&heard, 0, sizeof heard);
    static char path[1000];
    snprintf(path, sizeof path, "%s", scratch("m.toml"));
    return bd__eval_open(&eval, path, scratch("out"), jobs, &heard_log);
}

/* The place of a repetition in the schedule, the count if there is none. */
static size_t find(const char *subject, const char *technique, unsigned number)
{
    size_t i = 0;
    while (i < eval.count &&
           (strcmp(eval.repetition[i].subject, subject) != 0 ||
            strcmp(eval.repetition[i].technique->name, technique) != 0 || eval.repetition[i].number != number)) {
        i++;
    }
    return i;
}

TEST(all_first_repetitions_then_all_second_ones_each_once)
{
    static const char *const subjects[] = {"a", "b", "c"}, *const techniques[] = {"zest", "quickcheck",
                                                                                  "quickcheck@plain"};
    REQUIRE(open_eval("repetitions = 4\nseconds = 10", 1) == BD_OK);
    CHECK_EQ_U64(eval.count, 36);
    for (unsigned repetition = 1; repetition <= 4; repetition++) {
        for (size_t s = 0; s < 3; s++) {
            for (size_t t = 0; t < 3; t++) {
                size_t at = find(subjects[s], techniques[t], repetition);
                REQUIRE(at < eval.count);
                CHECK_EQ_U64(at / 9, repetition - 1);
                CHECK(eval.repetition[at].technique->plain == (t == 2));
                CHECK_EQ_STR(eval.repetition[at].technique->guide, t == 0 ? "zest" : "quickcheck");
            }
        }
    }
    bd__eval_close(&eval);
}

TEST(order_differs_between_repetitions_and_seeds_but_not_between_runs)
{
    size_t first[9], same = 0, other = 0;
    REQUIRE(open_eval("repetitions = 2\nseconds = 10", 1) == BD_OK);
    for (size_t i = 0; i < 9; i++) {
        first[i] = find(eval.repetition[i].subject, eval.repetition[i].technique->name, 2) - 9;
        same += first[i] == i;
    }
    CHECK(same < 9);
    bd__eval_close(&eval);
    REQUIRE(open_eval("repetitions = 2\nseconds = 10", 1) == BD_OK);
    for (size_t i = 0; i < 9; i++) {
        CHECK_EQ_U64(find(eval.repetition[i].subject, eval.repetition[i].technique->name, 2) - 9, first[i]);
    }
    bd__eval_close(&eval);
    REQUIRE(open_eval("repetitions = 2\nseconds = 10\nseed = 2", 1) == BD_OK);
    for (size_t i = 0; i < 9; i++) {
        other += find(eval.repetition[i].subject, eval.repetition[i].technique->name, 2) - 9 == first[i];
    }
    CHECK(other < 9);
    bd__eval_close(&eval);
}

TEST(seeds_are_of_subject_technique_and_repetition_alone)
{
    REQUIRE(open_eval("repetitions = 5\nseconds = 10", 1) == BD_OK);
    for (size_t i = 0; i < eval.count; i++) {
        CHECK(eval.repetition[i].seed > 0 && eval.repetition[i].seed < (uint64_t)1 << 53);
        for (size_t k = 0; k < i; k++) { CHECK(eval.repetition[i].seed != eval.repetition[k].seed); }
    }
    uint64_t seed = eval.repetition[find("b", "zest", 3)].seed;
    bd__eval_close(&eval);
    REQUIRE(open_eval("repetitions = 3\ntrials = 7", 1) == BD_OK); /* another schedule, the same repetition */
    CHECK_EQ_U64(eval.repetition[find("b", "zest", 3)].seed, seed);
    bd__eval_close(&eval);
    REQUIRE(open_eval("repetitions = 3\ntrials = 7\nseed = 9", 1) == BD_OK);
    CHECK(eval.repetition[find("b", "zest", 3)].seed != seed);
    bd__eval_close(&eval);
}

TEST(a_control_of_size_follows_the_campaign_with_its_subject_and_number)
{
    REQUIRE(open_eval("repetitions = 2\ntrials = 10\ntechniques = [\"eager: zest --epsilon 1\"]\n"
                      "sized = [\"quickcheck as eager\"]",
                      1) == BD_OK);
    CHECK_EQ_U64(eval.count, 3 * 5 * 2);
    const struct bd__eval_repetition *control = &eval.repetition[find("b", "quickcheck@eager", 2)];
    CHECK(bd__eval_sized_after(&eval, control) == &eval.repetition[find("b", "eager", 2)]);
    CHECK(!bd__eval_sized_after(&eval, &eval.repetition[find("b", "eager", 2)]));
    CHECK(!bd__eval_sized_after(&eval, &eval.repetition[find("b", "quickcheck", 2)]));
    bd__eval_close(&eval);
}

/* eager 1 has made inputs of 12.34 bytes; one of its two controls was given that, the other had the size of an earlier run. */
TEST(a_control_of_another_size_is_not_done)
{
    static const char *const folders[] = {"sized",
                                          "sized/trials",
                                          "sized/trials/a",
                                          "sized/trials/a/zest",
                                          "sized/trials/a/zest/1",
                                          "sized/trials/a/quickcheck@zest",
                                          "sized/trials/a/quickcheck@zest/1",
                                          "sized/trials/a/rlcheck@zest",
                                          "sized/trials/a/rlcheck@zest/1",
                                          "sized/trials/b",
                                          "sized/trials/b/quickcheck@zest",
                                          "sized/trials/b/quickcheck@zest/1"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) { mkdir(scratch(folders[i]), 0755); }
    scratch_puts(scratch("sized/trials/a/zest/1/trial.json"), "{\"seconds\": 1}");
    scratch_puts(scratch("sized/trials/a/zest/1/fuzzer_stats"), "mean_input : 12.34\n");
    scratch_puts(scratch("sized/trials/a/quickcheck@zest/1/trial.json"), "{\"seconds\": 1, \"mean_size\": 12.340}");
    scratch_puts(scratch("sized/trials/a/rlcheck@zest/1/trial.json"), "{\"seconds\": 1, \"mean_size\": 12.350}");
    scratch_puts(scratch("sized/trials/b/quickcheck@zest/1/trial.json"), "{\"seconds\": 1, \"mean_size\": 12.340}");
    scratch_puts(scratch("s.toml"), "programs = \"p\"\nsubjects = [\"a\", \"b\"]\nguides = [\"zest\"]\ntrials = 7\n"
                                    "sized = [\"quickcheck as zest\", \"rlcheck as zest\"]\n");
    char path[1000];
    snprintf(path, sizeof path, "%s", scratch("s.toml"));
    REQUIRE(bd__eval_open(&eval, path, scratch("sized"), 1, &heard_log) == BD_OK);
    CHECK_EQ_I64(eval.repetition[find("a", "zest", 1)].state, BD__EVAL_DONE);
    CHECK_EQ_I64(eval.repetition[find("a", "quickcheck@zest", 1)].state, BD__EVAL_DONE);
    CHECK_EQ_I64(eval.repetition[find("a", "rlcheck@zest", 1)].state, BD__EVAL_WAITING);
    CHECK_EQ_I64(eval.repetition[find("b", "quickcheck@zest", 1)].state, BD__EVAL_WAITING); /* zest is not done */
    bd__eval_close(&eval);
}

TEST(only_what_has_its_place_is_done)
{
    static const char *const folders[] = {
        "out", "out/trials", "out/trials/a", "out/trials/a/zest", "out/trials/a/zest/1", "out/trials/a/zest/2.part"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) { mkdir(scratch(folders[i]), 0755); }
    scratch_puts(scratch("out/trials/a/zest/1/trial.json"), "{\n  \"seconds\": 12.5\n}\n");
    scratch_puts(scratch("out/trials/a/zest/2.part/trial.json"), "{}");
    REQUIRE(open_eval("repetitions = 2\nseconds = 10", 1) == BD_OK);
    CHECK_EQ_U64(bd__eval_count_state(&eval, BD__EVAL_DONE), 1);
    CHECK_NEAR(eval.repetition[find("a", "zest", 1)].seconds, 12.5, 0);
    /* 11 more take as long as that one; 6 plain ones three times as long as a campaign */
    CHECK_NEAR(bd__eval_left(&eval), 11 * 12.5 + 6 * 31, 1e-9);
    bd__eval_close(&eval);
    CHECK(bd__eval_remove(scratch("out")));
    CHECK(bd__eval_remove(scratch("out"))); /* there is nothing, and nothing is left */
    REQUIRE(open_eval("repetitions = 2\ntrials = 10", 1) == BD_OK);
    CHECK(bd__eval_left(&eval) < 0);
    bd__eval_close(&eval);
}

TEST(the_warm_up_of_a_campaign_takes_time_too)
{
    REQUIRE(open_eval("repetitions = 2\nseconds = 10\nflags = [\"--warm-up\", \"20s\"]\n"
                      "techniques = [\"long: zest --warm-up=1m\"]",
                      1) == BD_OK);
    /* zest, quickcheck; long; quickcheck@plain, which warms up twice */
    CHECK_NEAR(bd__eval_left(&eval), 6 * (2 * 31 + 71 + 71), 1e-9);
    CHECK_NEAR(bd__eval_expected(&eval, &eval.repetition[find("a", "long", 1)]), 71, 1e-9);
    bd__eval_close(&eval);
}

TEST(cores_are_those_that_we_may_use)
{
    cpu_set_t all, one;
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    unsigned count = (unsigned)CPU_COUNT(&all);
    REQUIRE(open_eval("seconds = 10", 0) == BD_OK);
    CHECK_EQ_U64(eval.jobs, count);
    bd__eval_close(&eval);
    CHECK(open_eval("seconds = 10", count + 1) == BD_USAGE);
    CHECK(strstr(heard.text, "every repetition needs its own core"));
    bd__eval_close(&eval);
    int last = 0;
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &all)) { last = core; }
    }
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    REQUIRE(open_eval("seconds = 10", 0) == BD_OK);
    CHECK_EQ_U64(eval.jobs, 1);
    CHECK_EQ_I64(eval.core[0], last);
    bd__eval_close(&eval);
    sched_setaffinity(0, sizeof all, &all);
}

TEST(programs_lie_beside_the_manifest_or_where_they_say)
{
    char path[PATH_MAX];
    eval = (struct bd__eval){.manifest = {.folder = (char *)"x", .programs = (char *)"../p"}};
    bd__eval_program(path, &eval, "", "s");
    CHECK_EQ_STR(path, "x/../p/s");
    eval.manifest.programs = (char *)"/p";
    bd__eval_program(path, &eval, "plain/", "s");
    CHECK_EQ_STR(path, "/p/plain/s");
}
