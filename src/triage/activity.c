/* activity.c: reads the counters of a worker from outside. They are 8 bits wide and wrap, so a counter that moved may
 * look the same once; another look shows the difference. On hardened machines the kernel may refuse to read them; then
 * nothing is known. */
#include "triage/activity.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "runtime/counters.h"

struct counting {
    pid_t pid;
    size_t count;   /* counters of all modules */
    uint8_t *first; /* owned; the counters at the beginning */
    uint8_t *now;   /* owned; the counters at the last look */
    bool *moved;    /* owned; did the counter ever differ from the first? */
};

static bool read_counters(const struct counting *a, uint8_t *to)
{
    size_t modules;
    const struct bd__module *module = bd__runtime_modules(&modules);
    for (size_t i = 0, at = 0; i < modules; at += module[i++].count) {
        struct iovec here = {to + at, module[i].count}, there = {module[i].counters, module[i].count};
        if (process_vm_readv(a->pid, &here, 1, &there, 1, 0) != (ssize_t)module[i].count) { return false; }
    }
    return true;
}

static void end(void *user)
{
    struct counting *a = user;
    free(a->first);
    free(a->now);
    free(a->moved);
    free(a);
}

static void *begin(pid_t pid)
{
    size_t modules, count = 0;
    const struct bd__module *module = bd__runtime_modules(&modules);
    for (size_t i = 0; i < modules; i++) { count += module[i].count; }
    struct counting *a = calloc(1, sizeof *a);
    if (!a) { return NULL; }
    *a = (struct counting){pid, count, malloc(count + 1), malloc(count + 1), calloc(count + 1, sizeof(bool))};
    if (count && a->first && a->now && a->moved && read_counters(a, a->first)) { return a; }
    end(a);
    return NULL;
}

static void look(void *user)
{
    struct counting *a = user;
    if (!read_counters(a, a->now)) { return; }
    for (size_t i = 0; i < a->count; i++) { a->moved[i] |= a->first[i] != a->now[i]; }
}

/* The counters of a module are ordered by function. The first counter of each is its entry. */
static struct bd__movement of(const void *user, uintptr_t function)
{
    enum { ENTRY = 1 };
    const struct counting *a = user;
    size_t modules;
    const struct bd__module *module = bd__runtime_modules(&modules);
    for (size_t i = 0, at = 0; i < modules; at += module[i++].count) {
        const uintptr_t *pc = module[i].pcs;
        for (size_t j = 0; pc && j < module[i].count; j++) {
            if (pc[2 * j] != function || !(pc[2 * j + 1] & ENTRY)) { continue; }
            struct bd__movement movement = {.entered = a->moved[at + j], .moved = a->moved[at + j]};
            for (j++; j < module[i].count && !(pc[2 * j + 1] & ENTRY); j++) { movement.moved |= a->moved[at + j]; }
            return movement;
        }
    }
    return (struct bd__movement){0};
}

const struct bd__activity bd__counter_activity = {begin, look, of, end};
