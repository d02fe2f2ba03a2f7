/* dying.h: the process ends. */

static volatile int zero;
static void *volatile kept;

QUIET static void go_segv(void)
{
    *(volatile int *)8 = 1;
}
QUIET static void go_null_call(void)
{
    void (*volatile nowhere)(void) = NULL;
    nowhere();
}
QUIET static void go_bus(void)
{
    int fd = memfd_create("short", 0);
    char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    zero = *(volatile char *)page; /* the file has no such page */
}
QUIET static void go_abort(void)
{
    abort();
}
QUIET static void go_fpe(void)
{
    zero = 100 / zero;
}
QUIET static void go_ill(void)
{
    __builtin_trap();
}
QUIET static void go_kill(void)
{
    raise(SIGKILL);
}
QUIET static void go_exit0(void)
{
    _exit(0);
}
QUIET static void go_exit3(void)
{
    exit(3);
}
QUIET static void go_quick_exit(void)
{
    quick_exit(4);
}
QUIET static void go_raw_exit(void)
{
    syscall(SYS_exit_group, 5);
}
QUIET static void go_exit_thread(void)
{
    syscall(SYS_exit, 0);
}
QUIET static void go_pthread_exit(void)
{
    pthread_exit(NULL);
}
QUIET static void go_exit_abort(void)
{
    atexit(abort);
    exit(0);
}
QUIET static void go_exec(void)
{
    execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
}
QUIET static void go_exec_fails(void)
{
    execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL);
}
QUIET static void go_double_free(void)
{
    kept = malloc(100);
    void *volatile again = kept;
    free(kept);
    free(again);
}
QUIET static void abort_with(void *object)
{
    if (object) { abort(); }
}
QUIET static void go_destructor(void)
{
    /* The generator passes an object whose destructor aborts. */
}

/* ---- signals, sent and handled ---- */

QUIET static void go_trap(void)
{
    raise(SIGTRAP);
}
QUIET static void go_sys(void)
{
    raise(SIGSYS);
}
QUIET static void go_term(void)
{
    raise(SIGTERM);
}
QUIET static void go_interrupt(void)
{
    raise(SIGINT);
}
QUIET static void go_usr1(void)
{
    raise(SIGUSR1);
}
QUIET static void go_real_time(void)
{
    raise(37);
}
QUIET static void go_pipe(void)
{
    int ends[2];
    if (pipe(ends) == 0) {
        close(ends[0]);
        zero = (int)write(ends[1], "x", 1) & 0;
    }
}
QUIET static void go_file_size(void)
{
    int fd = memfd_create("large", 0);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){16, 16});
    zero = (int)pwrite(fd, "x", 1, 100) & 0;
}
QUIET static void go_kill_group(void)
{
    kill(0, SIGTERM);
}
QUIET static void go_blocked_abort(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    signal(SIGABRT, SIG_IGN);
    abort();
}
QUIET static void go_ignored_segv(void)
{
    signal(SIGSEGV, SIG_IGN);
    go_segv();
}
QUIET static void go_default_segv(void)
{
    for (int i = 1; i < 32; i++) { signal(i, SIG_DFL); }
    go_segv();
}
QUIET static void crash_again(int signal_number)
{
    (void)signal_number;
    go_segv();
}
QUIET static void go_crash_in_handler(void)
{
    signal(SIGUSR2, crash_again);
    raise(SIGUSR2);
}

/* ---- stacks ---- */

QUIET static int deeper(volatile char *above)
{
    volatile char here[256] = {0};
    return above[0] + deeper(here) + here[1];
}
QUIET static void go_stack(void)
{
    volatile char start[1] = {0};
    zero = deeper(start);
}
QUIET static void go_stack_without_alternate(void)
{
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    go_stack();
}
QUIET static void go_stack_jump(void)
{
    volatile size_t size = 64 << 20;
    volatile char *far = __builtin_alloca(size);
    far[0] = 1;
    zero = far[0] & 0;
}

/* ---- threads ---- */

QUIET static void join(void *(*work)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}
QUIET static void *abort_there(void *nothing)
{
    abort();
    return nothing;
}
QUIET static void go_thread_abort(void)
{
    join(abort_there);
}
QUIET static void *exit_there(void *nothing)
{
    exit(3);
    return nothing;
}
QUIET static void go_thread_exit(void)
{
    join(exit_there);
}
QUIET static void *overflow_there(void *nothing)
{
    go_stack();
    return nothing;
}
QUIET static void go_thread_stack(void)
{
    join(overflow_there);
}
QUIET static void *crash_later(void *nothing)
{
    usleep(2000);
    *(volatile int *)8 = 1;
    return nothing;
}
QUIET static void go_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, crash_later, NULL);
}
