/* hanging.h: a run that does not end, or grows without end. */

QUIET static void go_hang(void)
{
    while (!zero) {}
}
QUIET static void go_sleep(void)
{
    sleep(3600);
}
QUIET static void go_slow(void)
{
    usleep(5000);
}
QUIET static void go_work(void)
{
    struct timespec used, until;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &until);
    until.tv_nsec += 10000000;
    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while ((double)used.tv_sec + 1e-9 * (double)used.tv_nsec < (double)until.tv_sec + 1e-9 * (double)until.tv_nsec);
}
QUIET static void block_all(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}
QUIET static void go_deaf_sleep(void)
{
    block_all();
    go_sleep();
}
QUIET static void go_deaf_hang(void)
{
    block_all();
    go_hang();
}
QUIET static void go_stop(void)
{
    raise(SIGSTOP);
}
QUIET static void go_terminal_stop(void)
{
    raise(SIGTSTP);
}
QUIET static void go_stop_group(void)
{
    kill(0, SIGSTOP);
}
QUIET static void go_deadlock(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}
QUIET static void go_read_nothing(void)
{
    int ends[2];
    char byte;
    if (pipe(ends) == 0) { zero = (int)read(ends[0], &byte, 1) & 0; }
}
QUIET static void go_wait_for_child(void)
{
    pid_t child = fork();
    if (child == 0) {
        for (;;) { pause(); }
    }
    waitpid(child, NULL, 0);
}
QUIET static void go_vfork_sleeps(void)
{
    if (vfork() == 0) {
        for (;;) { syscall(SYS_pause); }
    }
}
QUIET static void go_exec_sleep(void)
{
    execl("/bin/sleep", "sleep", "3600", (char *)NULL);
}
QUIET static void *sleep_there(void *nothing)
{
    for (;;) { pause(); }
    return nothing;
}
QUIET static void go_leave_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_there, NULL);
    pthread_exit(NULL);
}
QUIET static void come_back(int signal_number)
{
    (void)signal_number;
}
QUIET static void go_fault_for_ever(void)
{
    signal(SIGSEGV, come_back);
    go_segv();
}
QUIET static void sleep_in_handler(int signal_number)
{
    (void)signal_number;
    go_sleep();
}
QUIET static void go_abort_hangs(void)
{
    signal(SIGABRT, sleep_in_handler);
    abort();
}
QUIET static void go_exit_hangs(void)
{
    atexit(go_sleep);
    exit(0);
}
QUIET static void go_held_by_child(void)
{
    pid_t self = getpid();
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    if (fork() == 0) {
        ptrace(PTRACE_ATTACH, self, NULL, NULL);
        for (;;) { pause(); }
    }
    go_hang();
}

QUIET static void go_memory(void)
{
    for (;;) { memset(kept = malloc(1 << 20), 1, 1 << 20); }
}
QUIET static void go_memory_mapped(void)
{
    enum { SIZE = 1 << 20 };
    for (;;) { memset(mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, SIZE); }
}
QUIET static void *grow_there(void *nothing)
{
    go_memory();
    return nothing;
}
QUIET static void go_memory_thread(void)
{
    join(grow_there);
}
