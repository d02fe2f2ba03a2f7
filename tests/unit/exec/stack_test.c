/* Which function does not return? Stacks and counters are made up; tests/ring/signatures.sh has real ones. */
#include "exec/stack.h"

#include <stdlib.h>

#include "unit/test.h"

/* Functions are numbers, innermost first as in a stack. */
static struct bd__stack stack_of(const char *functions)
{
    struct bd__stack stack = {0};
    for (; *functions; functions++) {
        stack.at[stack.count] = stack.function[stack.count] = (uintptr_t)*functions;
        stack.count++;
    }
    return stack;
}

/* The watch is a text: letters that moved; capitals were entered, too. */
static struct bd__movement of(const void *watch, uintptr_t function)
{
    bool entered = strchr(watch, (int)function - 'a' + 'A'), moved = strchr(watch, (int)function);
    return (struct bd__movement){entered, entered || moved};
}
static const struct bd__activity activity = {.of = of};

static void check_cut(const char *common, const char *deepest, const char *moved, const char *expected)
{
    struct bd__stack stack = stack_of(common), largest = stack_of(deepest);
    char kept[BD__STACK_FRAMES + 1] = "";
    bd__stack_cut(&stack, &largest, &activity, moved);
    for (uint32_t i = 0; i < stack.count; i++) { kept[i] = (char)stack.function[i]; }
    CHECK_EQ_STR(kept, expected);
}

TEST(the_outermost_function_that_moves_goes_on)
{
    check_cut("hlr", "hlr", "Hl", "lr"); /* h(eavy) is called by l(oop) again and again */
    check_cut("lr", "xlr", "Xl", "lr");  /* samples met more than one callee */
    check_cut("hlr", "hlr", "h", "hlr"); /* h itself goes on: its caller waits */
    check_cut("hlr", "hlr", "", "hlr");  /* nothing is known: no counters */
    check_cut("", "hlr", "Hl", "");      /* no stack is in common */
}

TEST(who_calls_again_and_again_without_a_counter_of_its_own_goes_on)
{
    check_cut("hlr", "hlr", "H", "lr");
    check_cut("h", "h", "H", "h"); /* nobody around it is known */
}

TEST(recursion_is_named_by_its_outermost_call)
{
    check_cut("bbbr", "bbbbbbr", "B", "br");
    check_cut("vlvr", "vlvlvr", "VL", "vr");
    check_cut("br", "bbbr", "B", "br"); /* samples have only the first call in common */
}

TEST(samples_have_their_outer_frames_in_common)
{
    struct bd__stack common = stack_of("xyloop"), sample = stack_of("zloop");
    bd__stack_intersect(&common, &sample);
    CHECK_EQ_U64(common.count, 4);
    CHECK_EQ_U64(common.function[0], 'l');
}
