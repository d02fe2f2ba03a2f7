/* misbehave.c: a fuzzer that goes wrong in the way that $MISBEHAVE names, with one input in sixteen, or one in
 * $ONE_IN, or every input if $EVERY is set. Ways whose names begin with generator- go wrong in the generator. The
 * set-up takes $SETUP_MB megabytes. Before it goes wrong, it creates the file $MARK, for scripts that wait for it;
 * with $ONCE it goes wrong only if that file is new. MISBEHAVE=list prints the ways for the fault table, one per line:
 * name, group, expected result, and a description. To add a way, write a function in ways/ and add a line below. */
#define _GNU_SOURCE
#include <bediv.h>
#include <fcntl.h>
#include <fenv.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* The ways to go wrong cover nothing themselves, so that campaigns that survive them can be compared. */
#define QUIET __attribute__((no_sanitize("coverage")))

#include "ways/dying.h"
#include "ways/hanging.h"
#include "ways/processes.h"
#include "ways/surroundings.h"

/* The expected result:
 *   none       nothing: the campaign ends like one without the fault
 *   sig:NN …   each time a failure whose file has this in its name; a | between several
 *   ~sig:NN …  depends on chance: failures of that kind, or none; ~any: of any kind */
static const struct {
    const char *name, *group, *expected, *words;
    void (*go)(void);
} ways[] = {
    {"nothing", "dying", "none", "none, to compare with", go_nothing},
    {"segv", "dying", "sig:11", "SIGSEGV", go_segv},
    {"null-call", "dying", "sig:11", "calls a null pointer", go_null_call},
    {"bus", "dying", "sig:07", "SIGBUS", go_bus},
    {"abort", "dying", "sig:06", "abort", go_abort},
    {"fpe", "dying", "sig:08", "divides by zero", go_fpe},
    {"ill", "dying", "sig:04", "an illegal instruction", go_ill},
    {"trap", "dying", "sig:05", "SIGTRAP", go_trap},
    {"sys", "dying", "sig:31", "SIGSYS", go_sys},
    {"kill", "dying", "sig:09", "kills itself", go_kill},
    {"term", "dying", "sig:15", "SIGTERM", go_term},
    {"interrupt", "dying", "sig:02", "SIGINT", go_interrupt},
    {"usr1", "dying", "sig:10", "SIGUSR1", go_usr1},
    {"real-time", "dying", "sig:37", "a real-time signal", go_real_time},
    {"pipe", "dying", "sig:13", "writes to a closed pipe", go_pipe},
    {"file-size", "dying", "sig:25", "writes beyond its own limit of file size", go_file_size},
    {"kill-group", "dying", "sig:15", "SIGTERM to its process group", go_kill_group},
    {"blocked-abort", "dying", "sig:06", "abort, with SIGABRT blocked and ignored", go_blocked_abort},
    {"ignored-segv", "dying", "sig:11", "SIGSEGV, ignored", go_ignored_segv},
    {"default-segv", "dying", "sig:11", "SIGSEGV, with all handlers removed", go_default_segv},
    {"crash-in-handler", "dying", "sig:11", "SIGSEGV in a signal handler", go_crash_in_handler},
    {"exit0", "dying", "exit:00", "_exit(0)", go_exit0},
    {"exit3", "dying", "exit:03", "exit(3)", go_exit3},
    {"quick-exit", "dying", "exit:04", "quick_exit(4)", go_quick_exit},
    {"raw-exit", "dying", "exit:05", "exit_group(5), the system call", go_raw_exit},
    {"exit-thread", "dying", "exit:00", "exit(0), the system call, of its only thread", go_exit_thread},
    {"pthread-exit", "dying", "exit:00", "pthread_exit of its only thread", go_pthread_exit},
    {"exit-abort", "dying", "sig:06", "abort in a handler of exit()", go_exit_abort},
    {"exec", "dying", "exit:00", "becomes another program, which ends well", go_exec},
    {"exec-fails", "dying", "exit:09", "becomes another program, which fails", go_exec_fails},
    {"destructor", "dying", "sig:06", "abort in a destructor of the input's object", go_destructor},
    {"double-free", "dying", "sig:06", "frees twice", go_double_free},
    {"stack", "dying", "stack", "stack overflow", go_stack},
    {"stack-jump", "dying", "sig:11|stack", "a frame larger than the stack", go_stack_jump},
    {"stack-without-alternate", "dying", "sig:11", "stack overflow without an alternate stack",
     go_stack_without_alternate},
    {"thread-abort", "dying", "sig:06", "abort in a thread", go_thread_abort},
    {"thread-exit", "dying", "exit:03", "exit(3) in a thread", go_thread_exit},
    {"thread-stack", "dying", "sig:11|stack", "stack overflow in a thread", go_thread_stack},
    {"thread", "dying", "~sig:11", "a thread crashes later", go_thread},
    {"generator-abort", "dying", "sig:06", "abort in the generator", go_abort},
    {"generator-exit3", "dying", "exit:03", "exit(3) in the generator", go_exit3},
    {"scribble-abort", "dying", "sig:06", "writes over its input, and aborts", go_scribble_abort},
    {"hang", "hanging", "timeout", "hang in the target", go_hang},
    {"sleep", "hanging", "timeout", "hang in the target, asleep", go_sleep},
    {"generator-hang", "hanging", "timeout", "hang in the generator", go_hang},
    {"deaf-hang", "hanging", "timeout", "hang with all signals blocked", go_deaf_hang},
    {"deaf-sleep", "hanging", "timeout", "asleep with all signals blocked", go_deaf_sleep},
    {"stop", "hanging", "timeout", "stops itself: SIGSTOP", go_stop},
    {"terminal-stop", "hanging", "timeout", "stops itself: SIGTSTP", go_terminal_stop},
    {"stop-group", "hanging", "timeout", "stops its process group", go_stop_group},
    {"deadlock", "hanging", "timeout", "deadlock", go_deadlock},
    {"read-nothing", "hanging", "timeout", "reads from a silent pipe", go_read_nothing},
    {"wait-for-child", "hanging", "timeout", "waits for a child that never ends", go_wait_for_child},
    {"vfork-sleeps", "hanging", "timeout", "vfork, and the child never ends", go_vfork_sleeps},
    {"exec-sleep", "hanging", "timeout", "becomes a program that never ends", go_exec_sleep},
    {"leave-thread", "hanging", "timeout", "its first thread ends, another stays", go_leave_thread},
    {"fault-for-ever", "hanging", "timeout", "a handler returns to the fault, for ever", go_fault_for_ever},
    {"abort-hangs", "hanging", "timeout", "a handler of SIGABRT hangs", go_abort_hangs},
    {"exit-hangs", "hanging", "timeout", "a handler of exit() hangs", go_exit_hangs},
    {"held-by-child", "hanging", "timeout", "a child traces it, and holds it", go_held_by_child},
    {"trace-me-stop", "hanging", "timeout", "PTRACE_TRACEME, and SIGSTOP", go_trace_me_stop},
    {"trace-me-hang", "hanging", "timeout", "PTRACE_TRACEME, and hangs", go_trace_me_hang},
    {"memory", "hanging", "memory", "endless allocation", go_memory},
    {"memory-mapped", "hanging", "memory", "endless mapping", go_memory_mapped},
    {"memory-thread", "hanging", "memory", "endless allocation in a thread", go_memory_thread},
    {"fork", "processes", "none", "forks", go_fork},
    {"come-back-twice", "processes", "none", "forks and returns twice", go_come_back_twice},
    {"leave-children", "processes", "none", "forks, and leaves a child", go_leave_children},
    {"leave-session", "processes", "none", "forks, and leaves a session", go_leave_session},
    {"fork-many", "processes", "none", "forks twenty children", go_fork_many},
    {"fork-deep", "processes", "none", "forks twenty generations", go_fork_deep},
    {"daemon", "processes", "none", "forks twice: a daemon", go_daemon},
    {"busy-daemon", "processes", "none", "a daemon that forks all the time", go_busy_daemon},
    {"system-setsid", "processes", "none", "system(\"setsid … &\")", go_system_setsid},
    {"system-nohup", "processes", "none", "system(\"nohup … &\")", go_system_nohup},
    {"spawn", "processes", "none", "posix_spawn in a session of its own", go_spawn},
    {"zombies", "processes", "none", "twenty children that nobody waits for", go_zombies},
    {"orphans", "processes", "none", "twenty orphans that end", go_orphans},
    {"subreaper", "processes", "none", "makes itself a child subreaper", go_subreaper},
    {"clone-comes-back", "processes", "none", "clone, the system call, returns twice", go_clone_comes_back},
    {"clone-stays", "processes", "none", "clone, the system call, leaves a child", go_clone_stays},
    {"clone-silent", "processes", "none", "clone, and its end sends no signal", go_clone_silent},
    {"clone-parent", "processes", "none", "CLONE_PARENT leaves a sibling", go_clone_parent},
    {"clone-parent-comes-back", "processes", "none", "CLONE_PARENT returns twice", go_clone_parent_comes_back},
    {"clone-memory", "processes", "none", "CLONE_VM: a process in its memory", go_clone_memory},
    {"vfork", "processes", "none", "vfork", go_vfork},
    {"namespace", "processes", "none", "a pid namespace of its own", go_namespace},
    {"leave-group", "processes", "none", "leaves its process group", go_leave_group},
    {"outlive", "processes", "none", "does not want to die with its parent", go_outlive},
    {"rename", "processes", "none", "takes a misleading name", go_rename},
    {"nobody", "processes", "none", "becomes another user", go_nobody},
    {"kill-parent", "processes", "sig:09", "kills its parent", go_kill_parent},
    {"kill-parent-outlive", "processes", "sig:09", "kills its parent, and stays", go_kill_parent_and_outlive},
    {"end-parent", "processes", "sig:09", "SIGTERM to its parent", go_end_parent},
    {"stop-parent", "processes", "none", "stops its parent", go_stop_parent},
    {"signal-parent", "processes", "none", "sends its parent other signals", go_signal_parent},
    {"trace-me", "processes", "none", "PTRACE_TRACEME", go_trace_me},
    {"trace-me-abort", "processes", "sig:06", "PTRACE_TRACEME, and aborts", go_trace_me_abort},
    {"trace-me-segv", "processes", "sig:11", "PTRACE_TRACEME, and SIGSEGV", go_trace_me_segv},
    {"trace-me-exit", "processes", "exit:03", "PTRACE_TRACEME, and _exit(3)", go_trace_me_exit},
    {"trace-me-kill", "processes", "sig:09", "PTRACE_TRACEME, and SIGKILL", go_trace_me_kill},
    {"trace-me-exec", "processes", "sig:05|exit:00", "PTRACE_TRACEME, and another program", go_trace_me_exec},
    {"traced-by-child", "processes", "none", "a child traces it, and lets go", go_traced_by_child},
    {"urgent", "surroundings", "none", "sends itself our question, SIGURG", go_urgent},
    {"leak", "surroundings", "none", "leak: a megabyte a run", go_leak},
    {"leak-threads", "surroundings", "none", "leaks threads", go_leak_threads},
    {"talk", "surroundings", "none", "32 MB to stdout and stderr", go_talk},
    {"close", "surroundings", "none", "closes descriptors", go_close},
    {"close-all", "surroundings", "none", "closes all descriptors", go_close_all},
    {"open-all", "surroundings", "none", "uses up all descriptors", go_open_all},
    {"chdir", "surroundings", "none", "changes directory", go_chdir},
    {"chroot", "surroundings", "none", "changes its root", go_chroot},
    {"umask", "surroundings", "none", "changes its umask", go_umask},
    {"environment", "surroundings", "none", "clears its environment", go_environment},
    {"nice", "surroundings", "none", "lowers its priority", go_nice},
    {"personality", "surroundings", "none", "changes its personality", go_personality},
    {"limit", "surroundings", "none", "lowers its limits", go_limit},
    {"limit-memory", "surroundings", "none", "limits its memory to nothing", go_limit_memory},
    {"limit-stack", "surroundings", "none", "limits its stack to 64 kB", go_limit_stack},
    {"seccomp-strict", "surroundings", "~sig:09", "seccomp: no system calls", go_seccomp_strict},
    {"seccomp-filter", "surroundings", "~sig:31", "seccomp: a filter that kills", go_seccomp_filter},
    {"handle-signals", "surroundings", "none", "ignores and blocks all signals", go_handle_signals},
    {"catch-segv", "surroundings", "none", "catches its own SIGSEGV", go_catch_segv},
    {"no-alternate-stack", "surroundings", "none", "removes the alternate stack", go_no_alternate_stack},
    {"alarm", "surroundings", "~sig:14", "an alarm goes off later", go_alarm},
    {"profile", "surroundings", "~sig:27", "a profiling timer goes off later", go_profile},
    {"ignore-children", "surroundings", "none", "ignores SIGCHLD", go_ignore_children},
    {"scribble", "surroundings", "none", "writes over its input", go_scribble},
    {"unmap", "surroundings", "~any", "unmaps its input", go_unmap},
    {"protect", "surroundings", "~any", "protects its input", go_protect},
    {"unmap-all", "surroundings", "sig:11", "unmaps everything", go_unmap_all},
    {"rounding", "surroundings", "none", "changes how numbers are rounded", go_rounding},
    /* For other tests; not in the table. */
    {"slow", NULL, NULL, NULL, go_slow},
    {"work", NULL, NULL, NULL, go_work},
};
enum { WAYS = sizeof ways / sizeof *ways };

__attribute__((constructor)) QUIET static void list(void)
{
    const char *way = getenv("MISBEHAVE");
    if (!way || strcmp(way, "list") != 0) { return; }
    for (size_t i = 0; i < WAYS; i++) {
        if (!ways[i].group) { continue; }
        printf("%s\t%s\t%s\t%s\n", ways[i].name, ways[i].group, ways[i].expected, ways[i].words);
    }
    exit(0);
}

QUIET static void go_wrong(void (*way)(void))
{
    const char *mark = getenv("MARK");
    int fd = mark ? open(mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    if (fd >= 0) { close(fd); }
    if (fd >= 0 || !getenv("ONCE")) { way(); }
}

static void (*in_target)(void), (*in_generator)(void);
static bool rich; /* $RICH: there is something to cover, and therefore a corpus */

static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *way = getenv("MISBEHAVE") ? getenv("MISBEHAVE") : "";
    const char *in = strncmp(way, "generator-", 10) == 0 ? way + 10 : way;
    for (size_t i = 0; i < WAYS; i++) {
        if (strcmp(ways[i].name, in) == 0) { *(in == way ? &in_target : &in_generator) = ways[i].go; }
    }
    for (int mb = getenv("SETUP_MB") ? atoi(getenv("SETUP_MB")) : 0; mb > 0; mb--) { go_leak(); }
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
