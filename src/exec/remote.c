#include "exec/remote.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "trial/trial.h"

#define MIB ((size_t)1 << 20)

/* The regions of the mapping, after the header. Ours, because the remote can overwrite those in the header. */
#define INPUT_ROOM (64 * MIB)
#define COUNTERS_ROOM (16 * MIB)
#define TEXT_ROOM MIB
enum {
    PAGE = 4096,
    INPUT_AT = PAGE,
    COUNTERS_AT = INPUT_AT + INPUT_ROOM,
    FAILURE_AT = COUNTERS_AT + COUNTERS_ROOM,
    STACK_AT = FAILURE_AT + TEXT_ROOM,
    MAPPING_SIZE = STACK_AT + TEXT_ROOM,
};

_Static_assert(sizeof(struct bd_remote_header) == PAGE, "the header is one page");
_Static_assert(offsetof(struct bd_remote_header, input_size) == 128, "as docs/remote-targets.md says");
_Static_assert(offsetof(struct bd_remote_header, counters) == 256, "as docs/remote-targets.md says");
_Static_assert(offsetof(struct bd_remote_header, verdict) == 272, "as docs/remote-targets.md says");
_Static_assert(offsetof(struct bd_remote_header, answer) == 296, "as docs/remote-targets.md says");
_Static_assert(offsetof(struct bd_remote_header, names) == 1024, "as docs/remote-targets.md says");

static char *region(const struct bd__remote *r, size_t at)
{
    return (char *)r->shared + at;
}

/* ---- the command --------------------------------------------------------------------------------- */

/* WORD with $ORIGIN replaced by the folder of this program. The caller frees it. */
static char *expand(const char *word)
{
    static const char origin[] = "$ORIGIN";
    struct bd__text out = {0};
    char program[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    program[size > 0 ? size : 0] = 0;
    char *slash = strrchr(program, '/');
    if (slash) { *slash = 0; }
    for (const char *at; (at = strstr(word, origin)); word = at + strlen(origin)) {
        bd__text_add(&out, word, (size_t)(at - word));
        bd__text_puts(&out, program);
    }
    bd__text_puts(&out, word);
    char *expanded = bd__memory_copy(bd__text_str(&out));
    bd__text_clear(&out);
    return expanded;
}

static void add_word(struct bd__remote *r, size_t *count, const char *word)
{
    r->command = bd__memory_grow(r->command, *count, sizeof *r->command);
    r->command[(*count)++] = word ? expand(word) : NULL;
}

static bool read_command(struct bd__remote *r, const struct bd_remote *spec, const struct bd__log *log)
{
    size_t count = 0, size;
    char *file = spec->command_file ? expand(spec->command_file) : NULL, *text = NULL;
    if (file && bd__file_read(file, MIB, &text, &size) != BD_OK) {
        bd__error(log, "cannot read the command of the target, %s: %s", file, bd__file_why());
        free(file);
        return false;
    }
    for (char *line = text, *end; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) { *end++ = 0; }
        if (*line) { add_word(r, &count, line); }
    }
    for (size_t i = 0; !file && spec->command && spec->command[i]; i++) { add_word(r, &count, spec->command[i]); }
    if (!count) { bd__error(log, "the command of the target is empty%s%s", file ? ": " : "", file ? file : ""); }
    add_word(r, &count, NULL);
    free(text);
    free(file);
    return count > 1;
}

/* Replaces the first word of the command by its path. */
static bool find_program(struct bd__remote *r, const struct bd__log *log)
{
    char path[PATH_MAX];
    if (strchr(r->command[0], '/')) { return true; } /* if it cannot be executed, starting it says so */
    if (!bd__program_find(path, r->command[0])) {
        bd__error(log, "%s, which runs the target, is not installed: it is not in $PATH", r->command[0]);
        return false;
    }
    free(r->command[0]);
    r->command[0] = bd__memory_copy(path);
    return true;
}

/* ---- the mapping --------------------------------------------------------------------------------- */

/* Before each start, because the last one may have overwritten it. */
static void write_header(struct bd__remote *r)
{
    *r->shared = (struct bd_remote_header){
        .version = BD_REMOTE_VERSION,
        .input_at = INPUT_AT,
        .input_room = INPUT_ROOM,
        .counters_at = COUNTERS_AT,
        .counters_room = COUNTERS_ROOM,
        .failure_at = FAILURE_AT,
        .failure_room = TEXT_ROOM,
        .stack_at = STACK_AT,
        .stack_room = TEXT_ROOM,
    };
    memcpy(r->shared->magic, BD_REMOTE_MAGIC, sizeof r->shared->magic);
}

static bool map_memory(struct bd__remote *r, const struct bd__log *log)
{
    r->map = memfd_create("bediv-remote", MFD_CLOEXEC);
    r->errors = memfd_create("bediv-remote-stderr", MFD_CLOEXEC);
    bool made = r->map >= 0 && r->errors >= 0 && ftruncate(r->map, MAPPING_SIZE) == 0;
    void *shared = made ? mmap(NULL, MAPPING_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, r->map, 0) : MAP_FAILED;
    void *notes = mmap(NULL, sizeof *r->notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED) { r->shared = shared; }
    if (notes != MAP_FAILED) { r->notes = notes; }
    if (!r->shared || !r->notes) {
        bd__error(log, "cannot share memory with the target's process: %s", strerror(errno));
        return false;
    }
    fcntl(r->errors, F_SETFL, O_APPEND);
    r->counters = (uint8_t *)region(r, COUNTERS_AT);
    return true;
}

static bool make_folder(struct bd__remote *r, const struct bd__log *log)
{
    const char *temporary = getenv("TMPDIR");
    struct bd__text path = {0};
    bd__text_printf(&path, "%s/bediv-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    r->folder = bd__memory_copy(bd__text_str(&path));
    bd__text_clear(&path);
    if (mkdtemp(r->folder)) { return true; }
    bd__error(log, "cannot make a folder for the target, %s: %s", r->folder, strerror(errno));
    free(r->folder);
    r->folder = NULL;
    return false;
}

struct bd__remote *bd__remote_create(const struct bd_remote *spec, const struct bd__log *log)
{
    struct bd__remote *r = bd__memory(1, sizeof *r);
    *r = (struct bd__remote){.map = -1, .run = -1, .done = -1, .errors = -1, .processor = -1};
    bool good = read_command(r, spec, log) && find_program(r, log) && map_memory(r, log) &&
                (!spec->in_empty_folder || make_folder(r, log));
    if (good) { return r; }
    bd__remote_destroy(r);
    return NULL;
}

static void close_end(int *fd)
{
    if (*fd >= 0) { close(*fd); }
    *fd = -1;
}

void bd__remote_destroy(struct bd__remote *r)
{
    if (!r) { return; }
    bd__remote_stop(r, NULL);
    if (r->shared) { munmap(r->shared, MAPPING_SIZE); }
    if (r->notes) { munmap(r->notes, sizeof *r->notes); }
    close_end(&r->map);
    close_end(&r->errors);
    if (r->folder) { bd__file_remove_tree(r->folder); }
    for (size_t i = 0; r->command && r->command[i]; i++) { free(r->command[i]); }
    free(r->command);
    free(r->folder);
    free(r);
}

/* ---- starting and ending ------------------------------------------------------------------------- */

struct beginning {
    const struct bd__remote *remote;
    int run, done; /* its ends of the pipes */
};

static void be_remote(void *user)
{
    const struct beginning *b = user;
    const struct bd__remote *r = b->remote;
    size_t count = 0;
    char variable[64];
    snprintf(variable, sizeof variable, "BEDIV_REMOTE=%d:%d:%d:%d", BD_REMOTE_VERSION, r->map, b->run, b->done);
    while (environ && environ[count]) { count++; }
    const char **env = bd__memory(count + 2, sizeof *env); /* ends with NULL */
    for (size_t i = 0; i < count; i++) { env[i] = environ[i]; }
    env[count] = variable;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    bd__program_become(&(struct bd__program){
        .argv = (const char *const *)r->command,
        .folder = r->folder,
        .env = env,
        .stream = {BD__STREAM_NULL, BD__STREAM_NULL, r->errors},
        .keep = (const int[]){r->map, b->run, b->done},
        .keep_count = 3,
        .close_others = true,
        .own_group = true,
    });
}

static bool start(struct bd__remote *r)
{
    int run[2], done[2];
    if (pipe2(run, O_CLOEXEC) != 0) { return false; }
    if (pipe2(done, O_CLOEXEC) != 0) {
        close(run[0]);
        close(run[1]);
        return false;
    }
    if (ftruncate(r->errors, 0) != 0) { return false; }
    atomic_store(&r->notes->output_at, 0);
    atomic_store(&r->notes->runs, 0);
    atomic_store(&r->notes->leaving, false);
    write_header(r);
    bool started = bd__warden_start(&r->warden, be_remote, &(struct beginning){r, run[0], done[1]});
    if (!started) { r->warden.pid = 0; }
    close(run[0]);
    close(done[1]);
    r->run = run[1];
    r->done = done[0];
    return started;
}

/* The processor that a thread of PID ran on last; -1 if PID has no such thread. */
static int processor_of(pid_t pid, uint32_t thread)
{
    char path[64], text[1024] = "";
    snprintf(path, sizeof path, "/proc/%d/task/%u/stat", (int)pid, thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC), processor = -1;
    if (fd < 0) { return -1; }
    ssize_t size = read(fd, text, sizeof text - 1);
    close(fd);
    const char *at = size > 0 ? strrchr(text, ')') : NULL; /* the 39th field; the second one ends here */
    for (int field = 2; at && field < 39; field++) { at = strchr(at + 1, ' '); }
    if (at) { processor = atoi(at + 1); }
    return processor;
}

/* Waking up a processor that sleeps takes ten times as long as handing over on the same one. */
static void pin(struct bd__remote *r)
{
    cpu_set_t allowed, one;
    uint32_t thread = r->shared->thread;
    r->processor = -1;
    if (!thread || sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2) { return; }
    int processor = processor_of(r->warden.worker, thread);
    if (processor < 0 || processor >= CPU_SETSIZE) { return; }
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    if (sched_setaffinity((pid_t)thread, sizeof one, &one) == 0) { r->processor = processor; }
}

/* It says that it is ready. Does it make sense? */
static bool is_sound(struct bd__remote *r)
{
    uint64_t count = r->shared->counters;
    if (count > COUNTERS_ROOM) {
        dprintf(r->errors, "it uses %llu counters; there is room for %zu\n", (unsigned long long)count, COUNTERS_ROOM);
        return false;
    }
    if (r->counter_count && count != r->counter_count) {
        dprintf(r->errors, "it uses %llu counters now, but used %llu when it was first started\n",
                (unsigned long long)count, (unsigned long long)r->counter_count);
        return false;
    }
    r->counter_count = count;
    snprintf(r->names, sizeof r->names, "%.*s", (int)sizeof r->shared->names, r->shared->names);
    return true;
}

/* Starts it, and waits until it is ready. KILLED: somebody else sent it SIGKILL before that. */
static enum bd__remote_start start_once(struct bd__remote *r, bool (*wait)(void *user), void *user, bool *killed)
{
    enum { TICK_MS = 20 };
    *killed = false;
    if (!start(r)) {
        dprintf(r->errors, "cannot start a process: %s\n", strerror(errno));
        close_end(&r->run);
        close_end(&r->done);
        return BD__REMOTE_DIED;
    }
    struct pollfd from = {.fd = r->done, .events = POLLIN};
    bool more = true;
    while (more && poll(&from, 1, TICK_MS) <= 0) { more = wait(user); }
    char byte;
    bool ready = more && read(r->done, &byte, 1) == 1 && is_sound(r);
    if (ready) {
        pin(r);
        r->ready_at = bd__clock_seconds();
        return BD__REMOTE_READY;
    }
    int status;
    *killed = bd__remote_ended(r, &status) && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    return more ? BD__REMOTE_DIED : BD__REMOTE_STOPPED;
}

enum bd__remote_start bd__remote_start(struct bd__remote *r, bool (*wait)(void *user), void *user)
{
    enum { TRIES = 3 };
    int status;
    if (atomic_load(&r->notes->leaving)) { bd__remote_ended(r, &status); }
    if (r->warden.pid) { return BD__REMOTE_READY; }
    enum bd__remote_start result;
    bool killed;
    unsigned tries = 0;
    do {
        result = start_once(r, wait, user, &killed);
    } while (result == BD__REMOTE_DIED && killed && ++tries < TRIES);
    return result;
}

static void forget(struct bd__remote *r)
{
    r->warden.pid = 0;
    close_end(&r->run);
    close_end(&r->done);
}

void bd__remote_stop(struct bd__remote *r, int *status)
{
    int ignored;
    if (!r->warden.pid) { return; }
    bd__warden_end(&r->warden, status ? status : &ignored);
    forget(r);
}

bool bd__remote_ended(struct bd__remote *r, int *status)
{
    static const double PATIENCE = 2; /* seconds */
    double until = bd__clock_seconds() + PATIENCE;
    bool ended = false;
    if (!r->warden.pid) { return false; }
    while (!(ended = bd__warden_has_ended(&r->warden, status)) && bd__clock_seconds() < until) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (!ended) { bd__warden_end(&r->warden, status); }
    forget(r);
    return ended;
}

bool bd__remote_is_warming_up(const struct bd__remote *r)
{
    static const double SECONDS = 10;
    return !r->warden.pid || bd__remote_grace(r) > 0 || bd__clock_seconds() < r->ready_at + SECONDS;
}

bool bd__remote_is_unused(const struct bd__remote *r)
{
    return !r->warden.pid || atomic_load(&r->notes->leaving) || atomic_load(&r->notes->runs) == 0;
}

pid_t bd__remote_pid(const struct bd__remote *r)
{
    return r->warden.pid ? r->warden.worker : 0;
}

pid_t bd__remote_thread(const struct bd__remote *r)
{
    uint32_t thread = r->shared->thread;
    return r->warden.pid && thread && thread <= INT_MAX ? (pid_t)thread : bd__remote_pid(r);
}

double bd__remote_grace(const struct bd__remote *r)
{
    enum { RUNS = 32 };
    static const double SECONDS = 10;
    return atomic_load(&r->notes->runs) < RUNS ? SECONDS : 0;
}

void bd__remote_output(const struct bd__remote *r, struct bd__text *output)
{
    enum { KEPT = 64 << 10 };
    struct stat info;
    if (fstat(r->errors, &info) != 0) { return; }
    char *buffer = bd__memory(KEPT, 1);
    off_t from = info.st_size > KEPT ? info.st_size - KEPT : 0, marked = (off_t)atomic_load(&r->notes->output_at);
    if (marked > from && marked <= info.st_size) { from = marked; }
    ssize_t size = pread(r->errors, buffer, KEPT, from);
    if (size > 0) { bd__text_add(output, buffer, (size_t)size); }
    free(buffer);
}

/* ---- questions ----------------------------------------------------------------------------------- */

static size_t within(uint64_t size, size_t room)
{
    return size < room ? (size_t)size : room;
}

static bool ask(struct bd__remote *r, double patience, struct bd__account *answer)
{
    double until = bd__clock_seconds() + patience;
    volatile uint32_t *answered = &r->shared->answer;
    uint32_t question = ++r->shared->question;
    while (*answered != question) {
        if (bd__clock_seconds() > until) { return false; }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    bd__account_set(answer, region(r, STACK_AT), within(r->shared->stack_size, TEXT_ROOM), true);
    return answer->size > 0;
}

void bd__remote_ask(struct bd__remote *r, unsigned count, long gap_ms, double patience, struct bd__account *account)
{
    struct bd__account *answer = bd__memory(1, sizeof *answer);
    account->size = 0;
    for (unsigned i = 0; r->warden.pid && i < count && ask(r, patience, answer); i++) {
        if (i == 0) {
            *account = *answer;
        } else {
            bd__account_intersect(account, answer);
        }
        nanosleep(&(struct timespec){.tv_nsec = gap_ms * 1000000}, NULL);
    }
    free(answer);
}

/* ---- in a worker --------------------------------------------------------------------------------- */

void bd__remote_attach(const struct bd__remote *r)
{
    cpu_set_t one;
    signal(SIGPIPE, SIG_IGN); /* a remote that has ended is noticed by the write that fails */
    if (r->processor < 0) { return; }
    CPU_ZERO(&one);
    CPU_SET(r->processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

/* One byte there, one byte back. Returns the latter. */
static char hand_over(const struct bd__remote *r)
{
    char byte = 0;
    ssize_t size;
    while ((size = write(r->run, &byte, 1)) < 0 && errno == EINTR) {}
    if (size == 1) {
        while ((size = read(r->done, &byte, 1)) < 0 && errno == EINTR) {}
    }
    if (size != 1) { _exit(BD__REMOTE_LOST); }
    return byte;
}

enum bd_verdict bd__remote_run(const struct bd__remote *r, const struct bd_input *input, struct bd__account *account,
                               _Atomic bool *leaving)
{
    enum { MOST = 5 }; /* runs, while something happens for the first time */
    struct bd_remote_header *shared = r->shared;
    struct stat info;
    uint32_t verdict = BD_INVALID;
    char answer = 0;
    account->size = 0;
    if (input->size > INPUT_ROOM) { return BD_INVALID; }
    atomic_store(&r->notes->output_at, fstat(r->errors, &info) == 0 ? (uint64_t)info.st_size : 0);
    for (int i = 0; i < MOST; i++) {
        uint32_t before = shared->first_time;
        if (i) { memset(r->counters, 0, r->counter_count); }
        memcpy(region(r, INPUT_AT), input->data,
               input->size); /* each time, because the last run may have written there */
        shared->input_size = input->size;
        answer = hand_over(r);
        verdict = shared->verdict;
        if (verdict == BD_FAILURE || shared->first_time == before) { break; }
    }
    atomic_fetch_add(&r->notes->runs, 1);
    if (verdict == BD_FAILURE) {
        bd__account_set(account, region(r, FAILURE_AT), within(shared->failure_size, TEXT_ROOM), false);
        if (answer == BD_REMOTE_ENDS) {
            atomic_store(&r->notes->leaving, true);
            atomic_store(leaving, true);
        }
    }
    return bd__verdict_of(verdict);
}
