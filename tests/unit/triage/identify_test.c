/* Real deaths of real workers, distinguished by their stacks: only libc writes to stderr here. */
#define _GNU_SOURCE
#include "triage/identify.h"

#include <assert.h>

#include "unit/exec/bench.h"

#define PLAIN __attribute__((noinline, used))
static volatile int zero;
static int *volatile nowhere = (int *)16;

static struct bd__signature identified(void)
{
    struct bd__signature signature;
    bd__identify(&signature, &outcome, &shared->pulse, bd__text_str(&output));
    return signature;
}

/* Checks the signature after WORK has died, except the line number; a sanitizer uses other words. */
#define CHECK_DIES(work, words) \
    do { \
        CHECK_EQ_U64(run(work), BD__WORKER_FAILED); \
        struct bd__signature found = identified(); \
        char *line = strstr(found.text, "_test.c:"); \
        if (line) { memmove(line + 8, line + 8 + strspn(line + 8, "0123456789"), strlen(line + 8)); } \
        if (!UNDER_ASAN) { CHECK_EQ_STR(found.text, words); } \
    } while (0)

/* Each frame has something to do after its call: no call is a jump. */
PLAIN static int store(int *at)
{
    *at = 1;
    return zero;
}
PLAIN static int parse(void)
{
    return store(nowhere) + zero;
}
static void wild_write(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += parse();
}

TEST(a_signal_is_named_by_function_and_line)
{
    CHECK_DIES(wild_write, "SIGSEGV in store at identify_test.c:");
}

TEST(frames_have_files_and_lines_where_there_is_a_symbolizer)
{
    CHECK_EQ_U64(run(wild_write), BD__WORKER_FAILED);
    struct bd__identity identity;
    bd__identify_fully(&identity, &outcome, &shared->pulse, bd__text_str(&output));
    CHECK(identity.frame_count >= 3);
    CHECK_EQ_STR(identity.frame[0].function, "store");
    if (*identity.frame[0].file) {
        CHECK(strstr(identity.frame[0].file, "identify_test.c"));
        CHECK(identity.frame[0].line > 20 && identity.frame[0].line < 60);
    }
    bd__identity_clear(&identity);
}

PLAIN static int divide(int by)
{
    return 7 / by + zero;
}
static void division(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += divide(zero);
}
static int (*volatile no_function)(int);
PLAIN static int call_nothing(void)
{
    return no_function(1) + zero;
}
static void jump_to_zero(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += call_nothing();
}
PLAIN static int refuse(void)
{
    abort();
}
static void abort_in_refuse(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += refuse() + 1;
}
PLAIN static int demand(int n)
{
    assert(n == 1);
    return n + zero;
}
static void assertion(void *user)
{
    enter(user, BD__PHASE_GENERATE);
    zero += demand(zero + 2);
}
PLAIN static int leave(void)
{
    exit(3);
}
static void exit_in_leave(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += leave() + 1;
}
PLAIN static int trap(void)
{
    __builtin_debugtrap();
    return zero;
}
static void trapped(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += trap();
}

TEST(kinds_and_places_of_all_sorts)
{
    CHECK_DIES(division, "SIGFPE in divide at identify_test.c:");
    CHECK_DIES(jump_to_zero, "SIGSEGV in call_nothing at identify_test.c:");
    CHECK_DIES(abort_in_refuse, "SIGABRT in refuse at identify_test.c:");
    CHECK_DIES(assertion, "generator: assertion in demand at identify_test.c:: n == 1");
    CHECK_DIES(exit_in_leave, "exit 3 in leave at identify_test.c:");
    CHECK_DIES(trapped, "SIGTRAP in trap at identify_test.c:");
}

PLAIN static int even(volatile char *above, int n);
PLAIN static int odd(volatile char *above, int n)
{
    volatile char here[128] = {0};
    return above[0] + even(here, n + 1) + here[1];
}
PLAIN static int even(volatile char *above, int n)
{
    volatile char here[128] = {0};
    return above[0] + odd(here, n + 1) + here[1];
}
static void endless_recursion(void *user)
{
    volatile char here[1] = {0};
    enter(user, BD__PHASE_RUN);
    zero += odd(here, 1);
}

TEST(a_stack_overflow_is_named_by_what_recurs)
{
    CHECK_DIES(endless_recursion, "stack-overflow in even, odd");
}

PLAIN static int leaf(int i)
{
    return i + zero;
}
PLAIN static int other_leaf(int i)
{
    return i - zero;
}
PLAIN static int spin(int n)
{
    for (volatile int i = n; !zero; i++) { i = (leaf(i) + other_leaf(i)) & 0xff; }
    return zero + 1;
}
static void hang(void *user)
{
    enter(user, BD__PHASE_RUN);
    zero += spin(1);
}

TEST(a_timeout_is_named_by_the_function_that_loops)
{
    CHECK_FAILURE(run_timed(hang, 0.2), BD__FAIL_TIMEOUT, 0);
    CHECK_EQ_STR(identified().text, "timeout in spin");
}

static void hang_deaf(void *user)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    enter(user, BD__PHASE_RUN);
    for (;;) { pause(); } /* without using the CPU: it takes seconds until it is killed */
}

TEST(a_worker_that_does_not_answer_has_no_place)
{
    CHECK_FAILURE(run_timed(hang_deaf, 0.2), BD__FAIL_TIMEOUT, 0);
    CHECK_EQ_STR(identified().text, "timeout");
}

static void sleep_long(void *user)
{
    enter(user, BD__PHASE_RUN);
    sleep(1000);
    enter(user, BD__PHASE_RING);
    ((struct shared *)user)->number = 1;
}

TEST(a_question_wakes_nobody_up_for_good)
{
    CHECK_FAILURE(run_timed(sleep_long, 0.2), BD__FAIL_TIMEOUT, 0);
    CHECK_EQ_U64(shared->number, 0);
    CHECK_EQ_U64(shared->pulse.phase, BD__PHASE_RUN);
    CHECK_EQ_STR(identified().text, "timeout in sleep_long");
}

TEST(a_verdict_has_no_place)
{
    struct bd__signature signature;
    struct bd__outcome verdict = {.verdict = BD_FAILURE, .failure = BD__FAIL_VERDICT};
    struct bd__pulse *pulse = calloc(1, sizeof *pulse);
    bd__identify(&signature, &verdict, pulse, "x.c:1:2: runtime error: of another run\n");
    CHECK_EQ_STR(signature.text, "verdict");
    free(pulse);
}

TEST(the_last_report_counts_and_reports_of_other_runs_do_not)
{
    struct bd__signature signature;
    struct bd__pulse *pulse = calloc(1, sizeof *pulse);
    struct bd__outcome reported = {.verdict = BD_FAILURE, .failure = BD__FAIL_SANITIZER};
    struct bd__outcome aborted = {.verdict = BD_FAILURE, .failure = BD__FAIL_SIGNAL, .detail = SIGABRT};
    bd__identify(&signature, &reported, pulse,
                 "a.c:1:2: runtime error: division by zero\na.c:9:2: runtime error: shift exponent 40 is too large for "
                 "32-bit type\n");
    CHECK_EQ_STR(signature.text, "shift exponent too large at a.c:9");
    bd__identify(&signature, &aborted, pulse, "a.c:1:2: runtime error: division by zero\n");
    CHECK_EQ_STR(signature.text, "SIGABRT");
    bd__identify(&signature, &aborted, pulse, "x: x.c:19: int f(int): Assertion `n > 0' failed.\n");
    CHECK_EQ_STR(signature.text, "assertion in f at x.c:19: n > 0");
    bd__identify(&signature, &aborted, pulse, "free(): double free detected in tcache 2\n");
    CHECK_EQ_STR(signature.text, "double-free");
    free(pulse);
}
