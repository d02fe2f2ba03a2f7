/* trouble.c: a library for LD_PRELOAD: makes system calls fail, and the clock jump.
 *
 *   TROUBLE_UNDER=PATH   files whose path contains PATH; without it no file is affected
 *   TROUBLE_CALL=NAME    open, write, fsync, close, rename or mkdir
 *   TROUBLE_ERROR=NAME   EIO, ENOSPC, EINTR, EROFS; or SHORT: only half of the data is written; or KILL: SIGKILL instead
 *   TROUBLE_AT=K         from the K-th such call on, counted from 1 …
 *   TROUBLE_FOR=N        … this many fail; 0: all
 *   TROUBLE_CLOCK=SEED   now and then the clocks jump: the wall clock back and forth, the monotonic clock ahead
 *   TROUBLE_COUNT=FILE   at the end, the number of failed calls or jumps is written there
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *under, *call;
static int error;
static bool is_short, kills;
static unsigned long at, count;
static bool marked[4096]; /* descriptors of such files */

/* Shared with the worker: there is only one clock. */
static struct {
    _Atomic unsigned long seen, wrong, random;
    _Atomic long wall, monotonic; /* seconds ahead */
    bool clock;
} *shared;

static __thread bool inside;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static unsigned long number(const char *name)
{
    return getenv(name) ? strtoul(getenv(name), NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
    static const struct {
        const char *name;
        int error;
    } errors[] = {{"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EINTR", EINTR}, {"EROFS", EROFS}};
    const char *name = getenv("TROUBLE_ERROR") ? getenv("TROUBLE_ERROR") : "EIO";
    under = getenv("TROUBLE_UNDER");
    call = getenv("TROUBLE_CALL") ? getenv("TROUBLE_CALL") : "";
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (strcmp(errors[i].name, name) == 0) { error = errors[i].error; }
    }
    is_short = strcmp(name, "SHORT") == 0;
    kills = strcmp(name, "KILL") == 0;
    at = number("TROUBLE_AT");
    count = number("TROUBLE_FOR");
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) { abort(); }
    shared->random = number("TROUBLE_CLOCK");
    shared->clock = getenv("TROUBLE_CLOCK");
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("TROUBLE_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", shared->wrong);
        fclose(file);
    }
}

/* The fuzzer names files through the descriptor of their folder: /proc/self/fd/N/NAME. */
static bool is_ours(const char *path)
{
    char link[64], folder[PATH_MAX], whole[2 * PATH_MAX];
    int fd, size = 0;
    if (!under || !path) { return false; }
    if (sscanf(path, "/proc/self/fd/%d%n", &fd, &size) != 1 || path[size] != '/') { return strstr(path, under); }
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, folder, sizeof folder - 1);
    snprintf(whole, sizeof whole, "%.*s%s", length > 0 ? (int)length : 0, folder, path + size);
    return strstr(whole, under);
}

/* Whether this call fails. */
static bool goes_wrong(const char *name, bool ours)
{
    if (!ours || strcmp(call, name) != 0) { return false; }
    unsigned long nth = ++shared->seen;
    bool wrong = nth >= at && (!count || nth < at + count);
    shared->wrong += wrong;
    if (wrong && kills) { raise(SIGKILL); }
    if (wrong) { errno = error; }
    return wrong;
}

static bool is_marked(int fd)
{
    return fd >= 0 && fd < 4096 && marked[fd];
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    bool ours = is_ours(path) && (flags & O_ACCMODE) != O_RDONLY;
    if (goes_wrong("open", ours)) { return -1; }
    int fd = REAL(open)(path, flags, mode);
    if (fd >= 0 && fd < 4096) { marked[fd] = ours; }
    return fd;
}

ssize_t write(int fd, const void *data, size_t size)
{
    if (goes_wrong("write", is_marked(fd))) {
        if (!is_short) { return -1; }
        size = size > 1 ? size / 2 : size;
    }
    return REAL(write)(fd, data, size);
}

int fsync(int fd)
{
    return goes_wrong("fsync", is_marked(fd)) ? -1 : REAL(fsync)(fd);
}

int close(int fd)
{
    bool ours = is_marked(fd);
    if (ours) { marked[fd] = false; }
    int result = REAL(close)(fd);
    return goes_wrong("close", ours) ? -1 : result;
}

int rename(const char *from, const char *to)
{
    return goes_wrong("rename", is_ours(to)) ? -1 : REAL(rename)(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return goes_wrong("mkdir", is_ours(path)) ? -1 : REAL(mkdir)(path, mode);
}

/* ---- the clock ---- */

static void jump(void)
{
    unsigned long random = shared->random * 6364136223846793005ul + 1442695040888963407ul;
    shared->random = random;
    if (random >> 33 & 31) { return; }
    shared->wrong++;
    shared->wall = (long)(random >> 41 & 0xffff) - 0x8000;
    shared->monotonic += (long)(random >> 50 & 0xff);
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    int result = REAL(clock_gettime)(which, now);
    if (shared && shared->clock && !inside && result == 0) {
        inside = true;
        jump();
        inside = false;
        now->tv_sec += which == CLOCK_REALTIME ? shared->wall : which == CLOCK_MONOTONIC ? shared->monotonic : 0;
    }
    return result;
}

time_t time(time_t *place)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) { *place = now.tv_sec; }
    return now.tv_sec;
}
