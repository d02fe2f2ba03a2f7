#include "base/rescue.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/test.h"

static int done;

static void work(void *user)
{
    done += *(int *)user;
}

static void fault(void *user)
{
    (void)user;
    *(volatile int *)8 = 1; // NOLINT(performance-no-int-to-ptr)
}

static void give_up(void *user)
{
    (void)user;
    abort();
}

TEST(what_returns_is_fine)
{
    int number = 3;
    done = 0;
    CHECK(bd__rescue(work, &number));
    CHECK_EQ_I64(done, 3);
}

TEST(a_fault_and_an_abort_end_the_work_and_nothing_else)
{
    for (int i = 0; i < 3; i++) {
        CHECK(!bd__rescue(fault, NULL));
        CHECK(!bd__rescue(give_up, NULL));
    }
}

static void nest(void *user)
{
    int *inner = user;
    *inner = bd__rescue(fault, NULL) ? 1 : 2;
    fault(NULL);
}

TEST(calls_can_be_nested)
{
    int inner = 0;
    CHECK(!bd__rescue(nest, &inner));
    CHECK_EQ_I64(inner, 2);
}

static void fork_and_fault(void *user)
{
    int *status = user;
    pid_t child = fork();
    if (child == 0) {
        bd__rescue_leave();
        signal(SIGSEGV, SIG_DFL); /* a sanitizer may have its own */
        fault(NULL);
        _exit(0);
    }
    waitpid(child, status, 0);
}

TEST(a_process_that_left_dies_of_its_own_faults)
{
    int status = 0;
    CHECK(bd__rescue(fork_and_fault, &status));
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

TEST(handlers_are_as_before)
{
    struct sigaction before, after;
    int number = 1;
    sigaction(SIGSEGV, NULL, &before);
    CHECK(bd__rescue(work, &number));
    CHECK(!bd__rescue(fault, NULL));
    sigaction(SIGSEGV, NULL, &after);
    CHECK(before.sa_handler == after.sa_handler);
}

static void *fault_beside(void *user)
{
    fault(user);
    return NULL;
}

static void start_thread(void *user)
{
    pthread_t beside;
    pthread_create(&beside, NULL, fault_beside, user);
    pthread_join(beside, NULL);
}

TEST(a_fault_of_another_thread_is_its_own_business)
{
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        _exit(bd__rescue(start_thread, NULL));
    }
    int status;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}
