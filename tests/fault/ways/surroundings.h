/* surroundings.h: changes to files, limits, signals and memory of the process that affect all later runs. */

static const struct bd_input *now; /* the input that is being run */

QUIET static void go_nothing(void)
{
}
QUIET static void go_urgent(void)
{
    raise(SIGURG); /* which the supervisor uses to ask questions */
}
QUIET static void go_leak(void)
{
    memset(kept = malloc(1 << 20), 1, 1 << 20);
}
QUIET static void go_leak_threads(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_there, NULL);
}
QUIET static void go_talk(void)
{
    static char line[1 << 16];
    memset(line, 'x', sizeof line - 1);
    for (int i = 0; i < 256; i++) { fputs(line, stdout), fputs(line, stderr); }
}
QUIET static void go_close(void)
{
    for (int fd = 0; fd < 256; fd++) { close(fd); }
}
QUIET static void go_close_all(void)
{
    close_range(0, ~0u, 0);
}
QUIET static void go_open_all(void)
{
    while (dup(0) >= 0) {}
}
QUIET static void go_chdir(void)
{
    if (chdir("/") == 0) { zero = 0; }
}
QUIET static void go_chroot(void)
{
    if (chroot("/proc") == 0 && chdir("/") == 0) { zero = 0; }
}
QUIET static void go_umask(void)
{
    umask(0777);
}
QUIET static void go_environment(void)
{
    clearenv();
}
QUIET static void go_nice(void)
{
    setpriority(PRIO_PROCESS, 0, 19);
}
QUIET static void go_personality(void)
{
    personality(ADDR_NO_RANDOMIZE | ADDR_COMPAT_LAYOUT);
}

/* ---- limits ---- */

QUIET static void go_limit(void)
{
    static const int limits[] = {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_MEMLOCK, RLIMIT_CORE};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) { setrlimit(limits[i], &(struct rlimit){0, 0}); }
}
QUIET static void go_limit_memory(void)
{
    setrlimit(RLIMIT_AS, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_DATA, &(struct rlimit){0, 0});
}
QUIET static void go_limit_stack(void)
{
    setrlimit(RLIMIT_STACK, &(struct rlimit){64 << 10, 64 << 10});
}
QUIET static void go_seccomp_strict(void)
{
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}
QUIET static void go_seccomp_filter(void)
{
    struct sock_filter kill_all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
    struct sock_fprog filter = {.len = 1, .filter = kill_all};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* ---- signals ---- */

QUIET static void go_handle_signals(void)
{
    for (int i = 1; i < 32; i++) { signal(i, SIG_IGN); }
    block_all();
}
static sigjmp_buf safe;
QUIET static void jump_out(int signal_number)
{
    (void)signal_number;
    siglongjmp(safe, 1);
}
QUIET static void go_catch_segv(void)
{
    signal(SIGSEGV, jump_out);
    if (sigsetjmp(safe, 1) == 0) { go_segv(); }
}
QUIET static void go_no_alternate_stack(void)
{
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
}
QUIET static void go_alarm(void)
{
    ualarm(20000, 0);
}
QUIET static void go_profile(void)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_usec = 1000}}, NULL);
}
QUIET static void go_ignore_children(void)
{
    signal(SIGCHLD, SIG_IGN);
}

/* ---- memory ---- */

QUIET static void go_scribble(void)
{
    memset((void *)now->data, 'X', now->size);
}
QUIET static void go_scribble_abort(void)
{
    go_scribble();
    abort();
}
QUIET static void *page_of_input(void)
{
    return (void *)((uintptr_t)now->data & ~(uintptr_t)4095);
}
QUIET static void go_unmap(void)
{
    munmap(page_of_input(), 4096);
}
QUIET static void go_protect(void)
{
    mprotect(page_of_input(), 4096, PROT_NONE);
}
QUIET static void go_unmap_all(void)
{
    for (uintptr_t at = 1 << 16; at < (uintptr_t)1 << 47; at += (uintptr_t)1 << 40) {
        syscall(SYS_munmap, at & ~(uintptr_t)4095, (uintptr_t)1 << 40);
    }
}
QUIET static void go_rounding(void)
{
    fesetround(FE_UPWARD);
}
