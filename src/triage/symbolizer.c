/* symbolizer.c: runs llvm-symbolizer as a child process. Questions and answers are memory files, so neither side waits
 * for the other. A child that does not end in time is killed. */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/signals.h"
#include "base/text.h"
#include "triage/symbols.h"

static const double PATIENCE = 10; /* seconds; hundreds of megabytes of debug information take a few */
enum { ANSWER_LIMIT = 16 << 20 };

/* One per process. */
static struct {
    bool too_slow; /* the symbolizer was too slow once */
    bool (*in_a_hurry)(const void *user);
    const void *user;
} service;

void bd__symbols_ask_unless(bool (*in_a_hurry)(const void *user), const void *user)
{
    service.in_a_hurry = in_a_hurry;
    service.user = user;
}

/* Finds NAME in $PATH. */
static bool find_program(char path[PATH_MAX], const char *name)
{
    const char *at = getenv("PATH");
    for (; at && *at; at += *at == ':') {
        size_t size = strcspn(at, ":");
        if (size && size < PATH_MAX / 2) {
            snprintf(path, PATH_MAX, "%.*s/%s", (int)size, at, name);
            if (access(path, X_OK) == 0) { return true; }
        }
        at += size;
    }
    return false;
}

static bool find_symbolizer(char path[PATH_MAX])
{
    const char *given = getenv("BEDIV_SYMBOLIZER");
    if (given) { /* "": use none */
        snprintf(path, PATH_MAX, "%s", given);
        return *given && access(path, X_OK) == 0;
    }
    return find_program(path, "llvm-symbolizer-19") || find_program(path, "llvm-symbolizer");
}

_Noreturn static void become(const char *path, int question, int answer, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) { _exit(127); }
    setpgid(0, 0);               /* Ctrl-C must reach the supervisor only */
    unsetenv("DEBUGINFOD_URLS"); /* it must not use the network */
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(question, STDIN_FILENO);
    dup2(answer, STDOUT_FILENO);
    if (null >= 0) { dup2(null, STDERR_FILENO); }
    execl(path, path, "--output-style=LLVM", (char *)NULL);
    _exit(127);
}

/* Should we stop waiting? The supervisor blocks signals, so one that asks it to stop may be pending. */
static bool hurry(void)
{
    return (service.in_a_hurry && service.in_a_hurry(service.user)) || bd__signals_stop_is_pending();
}

/* True if PID exited with status 0, in time. */
static bool wait_for(pid_t pid)
{
    double until = bd__clock_seconds() + PATIENCE;
    int status = 0;
    pid_t got;
    while ((got = waitpid(pid, &status, WNOHANG)) == 0 && bd__clock_seconds() < until && !hurry()) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    if (got == 0) {
        service.too_slow = bd__clock_seconds() >= until;
        bd__process_kill(pid, NULL);
        return false;
    }
    return got == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static char *read_all(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    if (size <= 0 || size > ANSWER_LIMIT) { return NULL; }
    char *text = malloc((size_t)size + 1);
    ssize_t got = text ? pread(fd, text, (size_t)size, 0) : 0;
    if (got != size) {
        free(text);
        return NULL;
    }
    text[size] = 0;
    return text;
}

char *bd__symbols_ask(const struct bd__symbol_place *place, size_t count)
{
    char path[PATH_MAX], *text = NULL;
    if (service.too_slow || hurry() || !find_symbolizer(path)) { return NULL; }
    struct bd__text questions = {0};
    for (size_t i = 0; i < count; i++) {
        const char *module = place[i].module->path ? place[i].module->path : "/dev/null";
        bd__text_printf(&questions, "\"%s\" 0x%llx\n", module, (unsigned long long)place[i].offset);
    }
    int question = memfd_create("bediv-addresses", MFD_CLOEXEC), answer = memfd_create("bediv-names", MFD_CLOEXEC);
    bool good = question >= 0 && answer >= 0 &&
                pwrite(question, bd__text_str(&questions), questions.size, 0) == (ssize_t)questions.size;
    if (good) {
        pid_t parent = getpid(), pid = fork();
        if (pid == 0) {
            for (size_t i = 0; i < count; i++) {
                fcntl(place[i].module->fd, F_SETFD, 0);
            } /* its path may be /proc/self/fd/N */
            become(path, question, answer, parent);
        }
        if (pid > 0 && wait_for(pid)) { text = read_all(answer); }
    }
    if (question >= 0) { close(question); }
    if (answer >= 0) { close(answer); }
    bd__text_clear(&questions);
    return text;
}
