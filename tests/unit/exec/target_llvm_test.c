/* A program that defines libFuzzer's functions and nothing else. */
#include "exec/target.h"
#include "unit/test.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static int arguments;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    arguments = *argc + (*argv)[0][0];
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return size ? (int8_t)data[0] : 0;
}

static enum bd_verdict own(const struct bd_input *in)
{
    (void)in;
    return BD_FAILURE;
}

static void *own_setup(int *argc, char ***argv)
{
    (void)argc;
    return argv;
}

static enum bd_verdict verdict_of(const struct bd__target *target, int8_t answer)
{
    return bd__target_run(target, &(struct bd_input){.data = (const uint8_t *)&answer, .size = 1}, 1);
}

TEST(the_one_function_is_the_target)
{
    struct bd__target target;
    REQUIRE(bd__target_resolve(&target, NULL));
    CHECK(!target.fuzzer.generate);
    CHECK_EQ_U64(verdict_of(&target, 0), BD_VALID);
    CHECK_EQ_U64(verdict_of(&target, -1), BD_INVALID);
    CHECK_EQ_U64(verdict_of(&target, 1), BD_INVALID);
}

TEST(the_initialisation_is_the_set_up)
{
    struct bd__target target;
    char name[] = "A", *argv[] = {name, NULL};
    REQUIRE(bd__target_resolve(&target, NULL));
    CHECK(!bd__target_setup(&target, 1, argv));
    CHECK_EQ_I64(arguments, 1 + 'A');
}

TEST(what_a_fuzzer_brings_itself_comes_first)
{
    struct bd__target target;
    REQUIRE(bd__target_resolve(&target, &(struct bd_fuzzer){.run = own, .setup = own_setup}));
    CHECK(target.fuzzer.run == own && target.fuzzer.setup == own_setup);
    CHECK_EQ_U64(verdict_of(&target, 0), BD_FAILURE);
}
