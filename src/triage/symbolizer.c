/* symbolizer.c: runs llvm-symbolizer as a child process. Questions and answers are memory files, so neither side waits
 * for the other. A child that does not end in time is killed. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/signals.h"
#include "base/text.h"
#include "triage/symbols.h"

/* Hundreds of megabytes of debug information take a few seconds. A symbolizer that waits for a processor or for the disk
 * is not slow, the machine is: it gets until LONGEST. */
static const double PATIENCE = 10, LONGEST = 300;
static const double LOOK = 0.005; /* seconds between two looks at it */
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

static bool find_symbolizer(char path[PATH_MAX])
{
    const char *given = getenv("BEDIV_SYMBOLIZER");
    if (given) { /* "": use none */
        snprintf(path, PATH_MAX, "%s", given);
        return *given && access(path, X_OK) == 0;
    }
    return bd__program_find(path, "llvm-symbolizer-19") || bd__program_find(path, "llvm-symbolizer");
}

/* Our environment, but without what would make it use the network. The caller frees the list, not its entries. */
static const char **quiet_environment(void)
{
    static const char network[] = "DEBUGINFOD_URLS=";
    size_t count = 0, kept = 0;
    while (environ && environ[count]) { count++; }
    const char **env = bd__memory(count + 1, sizeof *env); /* ends with NULL */
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], network, strlen(network)) != 0) { env[kept++] = environ[i]; }
    }
    return env;
}

/* Starts it. It gets the files of the modules, because a module's path may be /proc/self/fd/N. */
static pid_t start(const char *path, int question, int answer, const struct bd__symbol_place *place, size_t count)
{
    const char **env = quiet_environment();
    int *files = bd__memory(count, sizeof *files);
    for (size_t i = 0; i < count; i++) { files[i] = place[i].module->fd; }
    pid_t pid = bd__program_start(&(struct bd__program){
        .argv = (const char *const[]){path, "--output-style=LLVM", NULL},
        .env = env,
        .stream = {question, answer, BD__STREAM_NULL},
        .keep = files,
        .keep_count = count,
        .close_others = true,
        .own_group = true,
        .death_signal = SIGKILL,
    });
    free(files);
    free(env);
    return pid;
}

/* Should we stop waiting? The supervisor blocks signals, so one that asks it to stop may be pending. */
static bool hurry(void)
{
    return (service.in_a_hurry && service.in_a_hurry(service.user)) || bd__signals_stop_is_pending();
}

/* Has PID, started at BEGAN, computed or slept for too long? IDLE: how many looks found it asleep. */
static bool is_too_slow(pid_t pid, double began, unsigned *idle)
{
    char state = bd__process_look(pid).state;
    *idle += state != 'R' && state != 'D';
    return *idle * LOOK > PATIENCE || bd__process_cpu_seconds(pid) > PATIENCE || bd__clock_seconds() - began > LONGEST;
}

/* True if PID exited with status 0, in time. */
static bool wait_for(pid_t pid)
{
    double began = bd__clock_seconds();
    unsigned idle = 0;
    int status = 0;
    pid_t got;
    while ((got = waitpid(pid, &status, WNOHANG)) == 0 && !hurry() && !service.too_slow) {
        nanosleep(&(struct timespec){.tv_nsec = (long)(LOOK * 1e9)}, NULL);
        service.too_slow = is_too_slow(pid, began, &idle);
    }
    service.too_slow = service.too_slow && got == 0; /* it may have ended since the last look */
    if (got == 0) {
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
        pid_t pid = start(path, question, answer, place, count);
        if (pid > 0 && wait_for(pid)) { text = read_all(answer); }
    }
    if (question >= 0) { close(question); }
    if (answer >= 0) { close(answer); }
    bd__text_clear(&questions);
    return text;
}
