#include "base/rescue.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { FATAL = sizeof fatal / sizeof *fatal };

/* A signal handler has no other way to it. */
static sigjmp_buf *way_out; /* of the innermost call */
static struct sigaction before[FATAL];

static void on_fault(int signal_number)
{
    (void)signal_number;
    siglongjmp(*way_out, 1);
}

static void enter(void)
{
    struct sigaction action = {.sa_handler = on_fault};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FATAL; i++) { sigaction(fatal[i], &action, &before[i]); }
}

void bd__rescue_leave(void)
{
    if (!way_out) { return; }
    way_out = NULL;
    for (int i = 0; i < FATAL; i++) { sigaction(fatal[i], &before[i], NULL); }
}

bool bd__rescue(void (*work)(void *user), void *user)
{
    sigjmp_buf here, *volatile outer = way_out;
    bool volatile fine = false;
    if (!outer) { enter(); }
    if (sigsetjmp(here, 1) == 0) {
        way_out = &here;
        work(user);
        fine = true;
    }
    way_out = &here; /* not NULL, as bd__rescue_leave has it */
    if (!outer) {
        bd__rescue_leave();
    } else {
        way_out = outer;
    }
    return fine;
}
