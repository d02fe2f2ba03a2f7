#include "exec/fault.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* Weak: there if a sanitizer is linked in. */
void __asan_init(void) __attribute__((weak));
/* Weak: AddressSanitizer calls it before it writes a report; a program may have its own. */
void __asan_on_error(void) __attribute__((weak));
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

/* A signal handler has no other way to what it must reach. */
static struct bd__pulse *watched;
static pid_t worker; /* processes that the target forks inherit the handlers, but speak for nobody */

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

static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    /* A fault within reach of the stack pointer: a frame was pushed where there is no stack any more. */
    enum { REACH = 64 << 10 };
    uintptr_t fault = (uintptr_t)info->si_addr, sp = stack_pointer(context);
    bool near = sp && fault + REACH > sp && fault < sp + REACH;
    if (info->si_code > 0 && near && getpid() == worker) { atomic_store(&watched->stack_overflow, true); }
    signal(signal_number, SIG_DFL);                   /* returning repeats the fault, and that ends the process */
    if (info->si_code <= 0) { raise(signal_number); } /* sent by somebody: it would not repeat itself */
}

static void on_report(void)
{
    if (watched && getpid() == worker) { atomic_store(&watched->sanitizer_report, true); }
}

void __asan_on_error(void)
{
    on_report();
}

void bd__fault_watch(struct bd__pulse *pulse)
{
    enum { ALTERNATE = 64 << 10 };
    watched = pulse;
    worker = getpid();
    if (__sanitizer_set_death_callback) { __sanitizer_set_death_callback(on_report); }
    if (__asan_init) { return; } /* it watches for the same, and says more */
    void *stack = mmap(NULL, ALTERNATE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) { return; }
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = ALTERNATE}, NULL);
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}
