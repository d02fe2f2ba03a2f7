#include "base/signals.h"

#include <stddef.h>
#include <time.h>

/* A process started under nohup ignores SIGHUP and must not stop for it; if we blocked it and waited for it, it would
 * arrive all the same. Like SIGINT and SIGTERM, the signals in by_default would end the process; instead, they end the
 * campaign in good order. SIGQUIT keeps its default action, for people in a hurry. */
static const int always[] = {SIGINT, SIGTERM};
static const int by_default[] = {SIGHUP,  SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM,
                                 SIGPROF, SIGXCPU, SIGIO,   SIGSTKFLT, SIGPWR};
/* SIGPIPE and SIGXFSZ come from writing to a closed pipe or past a file size limit. The write returns an error as well,
 * and we handle that. */
static const int others[] = {SIGCHLD, SIGPIPE, SIGXFSZ};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static sigset_t waited, before; /* blocked by us; all that were blocked before */
static bool blocked;

static bool is_free(int signal_number)
{
    struct sigaction present;
    return sigaction(signal_number, NULL, &present) == 0 && present.sa_handler == SIG_DFL &&
           !sigismember(&before, signal_number);
}

bool bd__signals_block(void)
{
    struct sigaction child;
    if (blocked) { return false; }
    blocked = true;
    sigprocmask(SIG_BLOCK, NULL, &before);
    sigemptyset(&waited);
    for (size_t i = 0; i < COUNT(always); i++) { sigaddset(&waited, always[i]); }
    for (size_t i = 0; i < COUNT(others); i++) { sigaddset(&waited, others[i]); }
    for (size_t i = 0; i < COUNT(by_default); i++) {
        if (is_free(by_default[i])) { sigaddset(&waited, by_default[i]); }
    }
    if (is_free(SIGTSTP)) { sigaddset(&waited, SIGTSTP); }
    sigprocmask(SIG_BLOCK, &waited, NULL);
    /* If our parent made us ignore SIGCHLD, we could not wait for any process. */
    if (sigaction(SIGCHLD, NULL, &child) == 0 && child.sa_handler == SIG_IGN) { signal(SIGCHLD, SIG_DFL); }
    return true;
}

void bd__signals_restore(void)
{
    /* A signal that arrived after the work was done has nothing left to stop. */
    while (sigtimedwait(&waited, NULL, &(struct timespec){0}) > 0) {}
    sigprocmask(SIG_SETMASK, &before, NULL);
    blocked = false;
}

const sigset_t *bd__signals_waited(void)
{
    return &waited;
}

bool bd__signals_ask_to_stop(int signal_number)
{
    for (size_t i = 0; i < COUNT(always); i++) {
        if (always[i] == signal_number) { return true; }
    }
    for (size_t i = 0; i < COUNT(by_default); i++) {
        if (by_default[i] == signal_number) { return true; }
    }
    return false;
}

bool bd__signals_stop_is_pending(void)
{
    sigset_t pending;
    if (sigpending(&pending) != 0) { return false; }
    for (int i = 1; i < NSIG; i++) {
        if (sigismember(&pending, i) > 0 && bd__signals_ask_to_stop(i)) { return true; }
    }
    return false;
}
