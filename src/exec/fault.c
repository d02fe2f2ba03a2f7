#include "exec/fault.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "exec/stack.h"

/* Weak: defined if a sanitizer is linked in. */
void __asan_init(void) __attribute__((weak));
/* AddressSanitizer calls this before it writes a report if its runtime is a shared library; a static runtime calls its
 * own. Weak, because a program may define it too. */
void __asan_on_error(void) __attribute__((weak));
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

/* Globals, because a signal handler has no other access to them. */
static struct bd__pulse *watched;
static pid_t worker; /* a process that the target forks inherits the handlers, but must not report */

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
enum { FATAL = sizeof fatal / sizeof *fatal };

static uintptr_t stack_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.sp;
#else
    (void)context;
    return 0;
#endif
}

static bool is_stack_overflow(int signal_number, const siginfo_t *info, const ucontext_t *context)
{
    /* A fault close to the stack pointer: a frame was pushed past the end of the stack. */
    enum { REACH = 64 << 10 };
    uintptr_t fault = (uintptr_t)info->si_addr, sp = stack_pointer(context);
    bool near = sp && fault + REACH > sp && fault < sp + REACH;
    return (signal_number == SIGSEGV || signal_number == SIGBUS) && info->si_code > 0 && near;
}

static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    /* First, so that anything that goes wrong below ends the process with the frames recorded so far. */
    for (int i = 0; i < FATAL; i++) { signal(fatal[i], SIG_DFL); }
    int alive = 0;
    if (getpid() == worker && atomic_compare_exchange_strong(&watched->dying, &alive, signal_number)) {
        if (is_stack_overflow(signal_number, info, context)) { atomic_store(&watched->stack_overflow, true); }
        bd__stack_take(&watched->stack, context);
    }
    /* After a return, a faulting instruction faults again, and that ends the process. A signal that was sent, or that
     * arrives after its instruction, does not repeat. */
    bool repeats = info->si_code > 0 && signal_number != SIGTRAP && signal_number != SIGSYS && signal_number != SIGABRT;
    if (!repeats) { raise(signal_number); }
}

static void note_report(const void *caller)
{
    if (!watched || getpid() != worker) { return; }
    if (!atomic_exchange(&watched->sanitizer_report, true)) { bd__stack_take_from(&watched->stack, caller); }
}

static void on_report(void)
{
    note_report(__builtin_return_address(0));
}

void __asan_on_error(void)
{
    note_report(__builtin_return_address(0));
}

/* The target called exit(): its frames are still there. */
static void on_exit_called(void)
{
    if (getpid() == worker && !atomic_load(&watched->dying) && !atomic_load(&watched->sanitizer_report)) {
        bd__stack_take_from(&watched->stack, __builtin_return_address(0));
    }
}

/* The supervisor asks where we are. */
static void on_question(int signal_number, siginfo_t *info, void *context)
{
    (void)signal_number, (void)info;
    bool asked = atomic_load(&watched->doomed); /* else the target sent itself the signal */
    if (!asked || getpid() != worker || atomic_load(&watched->dying)) { return; }
    bd__stack_take_outermost(&watched->stack, context);
    atomic_fetch_add(&watched->answers, 1);
}

/* AddressSanitizer handles some signals itself, and its reports say more, so it keeps those. */
static void seize(int signal_number, void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct sigaction present, action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | flags};
    sigemptyset(&action.sa_mask);
    bool taken = sigaction(signal_number, NULL, &present) == 0 && present.sa_handler != SIG_DFL;
    if (!(__asan_init && taken)) { sigaction(signal_number, &action, NULL); }
}

static void make_alternate_stack(void)
{
    enum { ALTERNATE = 64 << 10, ENOUGH = 16 << 10 };
    stack_t present; /* a sanitizer or a language runtime may have made one */
    if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE) && present.ss_size >= ENOUGH) { return; }
    void *stack = mmap(NULL, ALTERNATE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack != MAP_FAILED) { sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = ALTERNATE}, NULL); }
}

void bd__fault_watch(struct bd__pulse *pulse)
{
    watched = pulse;
    worker = getpid();
    bd__stack_prepare();
    atexit(on_exit_called);
    at_quick_exit(on_exit_called);
    if (__sanitizer_set_death_callback) { __sanitizer_set_death_callback(on_report); }
    make_alternate_stack();
    for (int i = 0; i < FATAL; i++) { seize(fatal[i], on_fault, 0); }
    seize(BD__FAULT_QUESTION, on_question, SA_RESTART);
}

struct bd__pulse *bd__fault_pulse(void)
{
    return watched && getpid() == worker ? watched : NULL;
}
