#include "base/rescue.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { FATAL = sizeof fatal / sizeof *fatal, PATIENCE = 30 /* seconds of CPU time */ };

/* Global, because a signal handler has no other access to them. */
static sigjmp_buf *way_out; /* of the innermost call; NULL: none is active */
static pid_t thread;        /* the thread that called bd__rescue */
static struct sigaction before[FATAL];
static timer_t timer; /* valid during the outermost call */
static bool timed;    /* whether `timer` exists */

static void restore(void)
{
    for (int i = 0; i < FATAL; i++) { sigaction(fatal[i], &before[i], NULL); }
}

static void on_fault(int signal_number)
{
    (void)signal_number;
    if (gettid() == thread) { siglongjmp(*way_out, 1); }
    restore(); /* a fault in another thread of our host: it faults again, under the host's own handlers */
}

/* A loop over corrupt numbers may run for years. When the time is up, the timer raises the signal of a fault, so that
 * there is only one way out. A forked process does not inherit the timer. */
static void begin(void)
{
    struct sigaction action = {.sa_handler = on_fault};
    struct sigevent fault = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGILL};
    thread = fault.sigev_notify_thread_id = gettid();
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FATAL; i++) { sigaction(fatal[i], &action, &before[i]); }
    timed = timer_create(CLOCK_THREAD_CPUTIME_ID, &fault, &timer) == 0; /* if it fails, do without */
}

static void end(void)
{
    if (timed) { timer_delete(timer); }
    restore();
}

static void wind_up(void)
{
    if (timed) { timer_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = PATIENCE}, NULL); }
}

void bd__rescue_leave(void)
{
    if (!way_out) { return; }
    way_out = NULL;
    timed = false;
    restore();
}

bool bd__rescue(void (*work)(void *user), void *user)
{
    sigjmp_buf here, *volatile outer = way_out;
    bool volatile fine = false;
    if (!outer) { begin(); }
    if (sigsetjmp(here, 1) == 0) {
        way_out = &here;
        wind_up();
        work(user);
        fine = true;
    }
    way_out = outer;
    if (outer) {
        wind_up();
    } else {
        end();
    }
    return fine;
}
