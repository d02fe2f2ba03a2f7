/* processes.h: more processes, in places where nobody looks for them. */

QUIET static _Noreturn void stay(void)
{
    for (;;) { pause(); }
}
QUIET static void go_fork(void)
{
    pid_t child = fork();
    if (child == 0) { _exit(1); }
    if (child > 0) { waitpid(child, NULL, 0); }
}
QUIET static void go_come_back_twice(void)
{
    fork();
}
QUIET static void go_leave_children(void)
{
    if (fork() == 0) { stay(); }
}
QUIET static void go_leave_session(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        stay();
    }
}
QUIET static void go_fork_many(void)
{
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) { stay(); }
    }
}
QUIET static void go_fork_deep(void)
{
    for (int i = 0; i < 20; i++) {
        if (fork() > 0) {
            if (i) { stay(); }
            return;
        }
    }
    stay();
}
QUIET static void go_daemon(void)
{
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) { stay(); }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}
QUIET static void go_busy_daemon(void)
{
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() > 0) { _exit(0); }
        for (int i = 0; i < 20000; i++) { /* never the same process for long; but not forever, if nobody ends it */
            if (fork() != 0) { _exit(0); }
            usleep(1000);
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}
QUIET static void run_shell(const char *line)
{
    zero = system(line) & 0;
}
QUIET static void go_system_setsid(void)
{
    run_shell("setsid sleep 3600 &");
}
QUIET static void go_system_nohup(void)
{
    run_shell("nohup sleep 3600 >/dev/null 2>&1 &");
}
QUIET static void go_spawn(void)
{
    extern char **environ;
    pid_t child;
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    posix_spawn(&child, "/bin/sleep", NULL, &attributes, (char *[]){(char *)"sleep", (char *)"3600", NULL}, environ);
    posix_spawnattr_destroy(&attributes);
}
QUIET static void go_zombies(void)
{
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) { _exit(0); }
    }
}
QUIET static void go_orphans(void)
{
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0) {
            if (fork() == 0) { usleep(1000); }
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}
QUIET static void go_subreaper(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    go_daemon();
}

/* ---- system calls that the C library does not see ---- */

QUIET static long raw_clone(unsigned long flags)
{
    return syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
}
QUIET static void go_clone_comes_back(void)
{
    raw_clone(SIGCHLD);
}
QUIET static void go_clone_stays(void)
{
    if (raw_clone(SIGCHLD) == 0) { stay(); }
}
QUIET static void go_clone_silent(void)
{
    if (raw_clone(0) == 0) { _exit(0); }
}
QUIET static void go_clone_parent(void)
{
    if (raw_clone(CLONE_PARENT | SIGCHLD) == 0) { stay(); }
}
QUIET static void go_clone_parent_comes_back(void)
{
    raw_clone(CLONE_PARENT | SIGCHLD);
}
QUIET static int stay_there(void *nothing)
{
    (void)nothing;
    for (;;) { syscall(SYS_pause); }
    return 0;
}
QUIET static void go_clone_memory(void)
{
    enum { SIZE = 64 << 10 };
    char *stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    clone(stay_there, stack + SIZE, CLONE_VM | SIGCHLD, NULL);
}
QUIET static void go_vfork(void)
{
    pid_t child = vfork();
    if (child == 0) { _exit(0); }
    waitpid(child, NULL, 0);
}
QUIET static void go_namespace(void)
{
    /* Its first process is the init of the later ones. */
    if (fork() == 0) {
        if (unshare(CLONE_NEWPID) == 0 && fork() == 0) {
            setsid();
            if (fork() == 0) { stay(); }
            stay();
        }
        _exit(0);
    }
}

/* ---- its place among processes ---- */

QUIET static void go_leave_group(void)
{
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_DUMPABLE, 0);
    setpgid(0, getpgid(getppid()));
    setsid();
}
QUIET static void go_outlive(void)
{
    prctl(PR_SET_PDEATHSIG, 0);
}
QUIET static void go_rename(void)
{
    prctl(PR_SET_NAME, ") Z 1 (x) T 0");
}
QUIET static void go_nobody(void)
{
    if (setgid(65534) == 0 && setuid(65534) == 0) { zero = 0; }
}
QUIET static void go_kill_parent(void)
{
    kill(getppid(), SIGKILL);
    go_sleep();
}
QUIET static void go_kill_parent_and_outlive(void)
{
    prctl(PR_SET_PDEATHSIG, 0);
    kill(getppid(), SIGKILL);
    go_sleep();
}
QUIET static void go_end_parent(void)
{
    kill(getppid(), SIGTERM);
    go_sleep();
}
QUIET static void go_stop_parent(void)
{
    kill(getppid(), SIGSTOP);
}
QUIET static void go_signal_parent(void)
{
    static const int signals[] = {SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD, SIGURG, SIGSEGV, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) { kill(getppid(), signals[i]); }
}

/* ---- tracing ---- */

QUIET static void go_trace_me(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}
QUIET static void go_trace_me_abort(void)
{
    go_trace_me();
    abort();
}
QUIET static void go_trace_me_segv(void)
{
    go_trace_me();
    go_segv();
}
QUIET static void go_trace_me_exit(void)
{
    go_trace_me();
    _exit(3);
}
QUIET static void go_trace_me_kill(void)
{
    go_trace_me();
    raise(SIGKILL);
}
QUIET static void go_trace_me_stop(void)
{
    go_trace_me();
    raise(SIGSTOP);
}
QUIET static void go_trace_me_hang(void)
{
    go_trace_me();
    go_hang();
}
QUIET static void go_trace_me_exec(void)
{
    go_trace_me();
    go_exec();
}
QUIET static void go_traced_by_child(void)
{
    pid_t self = getpid();
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_ATTACH, self, NULL, NULL) == 0 && waitpid(self, NULL, __WALL) == self) {
            ptrace(PTRACE_DETACH, self, NULL, NULL);
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}
