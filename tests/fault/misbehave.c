/* misbehave.c: a fuzzer that goes wrong in the way that $MISBEHAVE names, with one input in sixteen, or in
 * $ONE_IN, or with every one if $EVERY is set. Ways that begin with generator- go wrong in the generator. The set-up takes
 * $SETUP_MB megabytes. Before it goes wrong it makes the file $MARK, for those who wait for that;
 * with $ONCE it does so only if that is new. */
#define _GNU_SOURCE
#include <bediv.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ways to go wrong cover nothing themselves: campaigns that survive them can be compared. */
#define QUIET __attribute__((no_sanitize("coverage")))

static volatile int zero;
static void *volatile kept;
static const struct bd_input *now; /* that is run */

QUIET static void go_nothing(void)
{
}
QUIET static void go_segv(void)
{
    *(volatile int *)8 = 1;
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
QUIET static void go_hang(void)
{
    while (!zero) {}
}
QUIET static void go_sleep(void)
{
    sleep(3600);
}

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

QUIET static void go_memory(void)
{
    for (;;) { memset(kept = malloc(1 << 20), 1, 1 << 20); }
}

/* What it must survive. */
QUIET static void go_leak(void)
{
    memset(kept = malloc(1 << 20), 1, 1 << 20);
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
QUIET static void go_chdir(void)
{
    if (chdir("/") == 0) { zero = 0; }
}
QUIET static void go_fork(void)
{
    pid_t child = fork();
    if (child == 0) { _exit(1); }
    if (child > 0) { waitpid(child, NULL, 0); }
}
QUIET static void go_leave_children(void)
{
    if (fork() == 0) {
        sleep(3600);
        _exit(0);
    }
}
QUIET static void go_come_back_twice(void)
{
    fork();
}
QUIET static void go_handle_signals(void)
{
    for (int i = 1; i < 32; i++) { signal(i, SIG_IGN); }
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}
QUIET static void go_close_all(void)
{
    close_range(0, ~0u, 0);
}
QUIET static void go_leave_session(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        sleep(3600);
        _exit(0);
    }
}
QUIET static void go_fork_many(void)
{
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) { sleep(3600); }
    }
}
QUIET static void go_limit(void)
{
    static const int limits[] = {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_MEMLOCK, RLIMIT_CORE};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) { setrlimit(limits[i], &(struct rlimit){0, 0}); }
}
QUIET static void go_leave_group(void)
{
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_DUMPABLE, 0);
    setpgid(0, getpgid(getppid()));
    setsid();
}
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
QUIET static void go_exit_abort(void)
{
    atexit(abort);
    exit(0);
}
QUIET static void go_slow(void)
{
    usleep(5000);
}
QUIET static void abort_with(void *object)
{
    if (object) { abort(); }
}
QUIET static void go_destructor(void)
{
    /* The generator hands over an object whose destructor aborts. */
}

QUIET static void go_alarm(void)
{
    ualarm(20000, 0);
}

static const struct {
    const char *name;
    void (*go)(void);
} ways[] = {
    {"nothing", go_nothing},
    {"segv", go_segv},
    {"abort", go_abort},
    {"fpe", go_fpe},
    {"ill", go_ill},
    {"kill", go_kill},
    {"exit0", go_exit0},
    {"exit3", go_exit3},
    {"hang", go_hang},
    {"sleep", go_sleep},
    {"stack", go_stack},
    {"memory", go_memory},
    {"leak", go_leak},
    {"talk", go_talk},
    {"close", go_close},
    {"chdir", go_chdir},
    {"fork", go_fork},
    {"alarm", go_alarm},
    {"close-all", go_close_all},
    {"leave-session", go_leave_session},
    {"fork-many", go_fork_many},
    {"limit", go_limit},
    {"leave-group", go_leave_group},
    {"scribble", go_scribble},
    {"scribble-abort", go_scribble_abort},
    {"unmap", go_unmap},
    {"protect", go_protect},
    {"thread", go_thread},
    {"exit-abort", go_exit_abort},
    {"slow", go_slow},
    {"destructor", go_destructor},
    {"leave-children", go_leave_children},
    {"come-back-twice", go_come_back_twice},
    {"handle-signals", go_handle_signals},
};

QUIET static void go_wrong(void (*way)(void))
{
    const char *mark = getenv("MARK");
    int fd = mark ? open(mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    if (fd >= 0) { close(fd); }
    if (fd >= 0 || !getenv("ONCE")) { way(); }
}

static void (*in_target)(void), (*in_generator)(void);
static bool rich; /* $RICH: there is something to cover, so that there is a corpus */

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *way = getenv("MISBEHAVE") ? getenv("MISBEHAVE") : "";
    const char *in = strncmp(way, "generator-", 10) == 0 ? way + 10 : way;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].name, in) == 0) { *(in == way ? &in_target : &in_generator) = ways[i].go; }
    }
    for (int mb = getenv("SETUP_MB") ? atoi(getenv("SETUP_MB")) : 0; mb > 0; mb--) {
        go_leak();
        usleep(500);
    }
    rich = getenv("RICH");
    if (strcmp(way, "setup-hang") == 0) { go_wrong(go_hang); }
    if (strcmp(way, "setup") == 0) {
        fputs("no licence\n", stderr);
        abort();
    }
    return NULL;
}

static bool is_bad(int64_t number)
{
    static int one_in;
    if (!one_in) { one_in = getenv("ONE_IN") ? atoi(getenv("ONE_IN")) : 16; }
    return number % one_in == 5 || getenv("EVERY");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    int64_t number = bd_put_int(s, out, "number", 0, 9999);
    while (bd_more(s, "more", 2)) { bd_put_char_of(s, out, "letter", " abc"); }
    if (in_generator && is_bad(number)) { go_wrong(in_generator); }
    if (in_target == go_destructor && is_bad(number)) { bd_give(out, (void *)&zero, abort_with); }
}

static void look_at_letters(const struct bd_input *in)
{
    volatile unsigned seen[4] = {0};
    for (size_t i = 1; i < in->size; i++) {
        switch (in->data[i]) {
        case 'a': seen[0]++; break;
        case 'b': seen[1] += seen[0] > 1; break;
        case 'c': seen[2] += seen[1] > 0; break;
        case ' ': seen[3] += seen[2] > 0; break;
        }
    }
}

static enum bd_verdict run(const struct bd_input *in)
{
    now = in;
    int number =
        atoi((const char *)(char[5]){in->data[0], in->size > 1 ? (char)in->data[1] : 0,
                                     in->size > 2 ? (char)in->data[2] : 0, in->size > 3 ? (char)in->data[3] : 0});
    if (rich) { look_at_letters(in); }
    if (in_target && is_bad(number)) { go_wrong(in_target); }
    return number % 3 ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "misbehave", .setup = setup, .generate = generate, .run = run);
