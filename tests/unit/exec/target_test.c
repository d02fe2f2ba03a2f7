#include "exec/target.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/test.h"

static struct bd_input seen;
static enum bd_verdict answer;
static unsigned resets, setups;

static enum bd_verdict run(const struct bd_input *in)
{
    seen = *in;
    return answer;
}

static void *setup(int *argc, char ***argv)
{
    setups++;
    return *argc == 2 ? (*argv)[1] : NULL;
}

static void reset(void *env)
{
    resets += env != NULL;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    (void)s;
    bd_put(out, "made");
}

TEST(without_a_target_there_is_nothing_to_run)
{
    struct bd__target target;
    CHECK(!bd__target_resolve(&target, NULL));
    CHECK(!bd__target_resolve(&target, &(struct bd_fuzzer){.generate = generate}));
}

TEST(what_a_fuzzer_brings_is_taken_as_it_is)
{
    struct bd__target target;
    struct bd_fuzzer fuzzer = {.name = "n", .generate = generate, .run = run, .setup = setup, .reset = reset};
    REQUIRE(bd__target_resolve(&target, &fuzzer));
    CHECK(memcmp(&target.fuzzer, &fuzzer, sizeof fuzzer) == 0);
}

TEST(set_up_gets_the_arguments_and_gives_the_environment)
{
    struct bd__target target;
    char name[] = "program", argument[] = "argument", *argv[] = {name, argument, NULL};
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = run, .setup = setup}));
    setups = 0;
    CHECK(bd__target_setup(&target, 2, argv) == argument);
    CHECK_EQ_U64(setups, 1);
}

TEST(hooks_that_are_not_there_are_not_called)
{
    struct bd__target target;
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = run}));
    CHECK(!bd__target_setup(&target, 0, NULL));
    bd__target_reset(&target, NULL);
}

TEST(reset_gets_the_environment)
{
    struct bd__target target;
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = run, .reset = reset}));
    resets = 0;
    bd__target_reset(&target, &target);
    CHECK_EQ_U64(resets, 1);
}

TEST(a_run_gets_the_input_and_gives_the_verdict)
{
    struct bd__target target;
    uint8_t data[64] = "abc";
    int object, env;
    struct bd_input input = {.data = data, .size = 3, .object = &object, .env = &env};
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = run}));
    static const enum bd_verdict verdicts[] = {BD_VALID, BD_INVALID, BD_FAILURE, BD_LIMITED};
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        answer = verdicts[i];
        CHECK_EQ_U64(bd__target_run(&target, &input, sizeof data), answer);
        CHECK(memcmp(&seen, &input, sizeof input) == 0);
    }
    data[63] = 1; /* the room after the input is ours again */
}

TEST(a_target_cannot_discard)
{
    struct bd__target target;
    uint8_t data[4] = {0};
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = run}));
    answer = BD_DISCARDED;
    CHECK_EQ_U64(bd__target_run(&target, &(struct bd_input){.data = data}, 4), BD_INVALID);
}

static enum bd_verdict read_behind(const struct bd_input *in)
{
    return ((volatile const uint8_t *)in->data)[in->size] ? BD_VALID : BD_INVALID;
}

/* Under AddressSanitizer, a byte after the input is as good as unmapped. */
TEST(reading_behind_the_input_is_caught)
{
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    struct bd__target target;
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = read_behind}));
    static uint8_t data[512];
    for (size_t size = 0; size <= 8; size += 4) {
        pid_t child = fork();
        if (child == 0) {
            close(STDERR_FILENO);
            bd__target_run(&target, &(struct bd_input){.data = data, .size = size}, sizeof data);
            _exit(0);
        }
        int status;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(status != 0);
    }
#endif
#endif
    (void)read_behind;
}
