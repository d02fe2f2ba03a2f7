#include "store/seeds.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

enum { FILE_LIMIT = 64 << 20, DEPTH_LIMIT = 32 };

struct loading {
    struct bd__seeds *seeds;
    bool plain;
    uint64_t without_tape, damaged; /* of the unusable */
    const struct bd__log *log;
};

/* A tape, or a log, beside the bytes that it belongs to. */
static bool is_companion(const char *path)
{
    if (!bd__text_ends_with(path, ".tape") && !bd__text_ends_with(path, ".log")) { return false; }
    char bytes[PATH_MAX];
    snprintf(bytes, sizeof bytes, "%.*s", (int)(strrchr(path, '.') - path), path);
    return bd__file_exists(bytes);
}

static void leave_out(struct loading *l, const char *path, const char *why)
{
    enum { TOLD = 3 };
    l->seeds->unusable++;
    if (l->damaged++ < TOLD) { bd__warn(l->log, "skipped a seed: %s: %s", path, why); }
}

/* The tape beside PATH, if there is one that can be read. */
static bool read_tape_beside(struct loading *l, struct bd__tape *tape, const char *path)
{
    char beside[PATH_MAX], *text;
    size_t size;
    if (snprintf(beside, sizeof beside, "%s.tape", path) >= (int)sizeof beside || !bd__file_exists(beside)) {
        return false;
    }
    if (bd__file_read(beside, FILE_LIMIT, &text, &size) != BD_OK) { return false; }
    bool good = bd__tape_parse(tape, text, size, beside, l->log) == BD_OK;
    free(text);
    return good;
}

static void load_file(struct loading *l, const char *path)
{
    struct bd__seed seed = {0};
    char *data;
    size_t size;
    if (bd__file_read(path, FILE_LIMIT, &data, &size) != BD_OK) {
        leave_out(l, path, bd__file_why());
        return;
    }
    bool is_tape = bd__tape_recognise(data, size);
    if (is_tape && bd__tape_parse(&seed.tape, data, size, path, l->log) != BD_OK) {
        l->seeds->unusable++; /* the line is told of */
        free(data);
        return;
    }
    if (!is_tape && !l->plain && !read_tape_beside(l, &seed.tape, path)) {
        l->seeds->unusable++;
        l->without_tape++;
        free(data);
        return;
    }
    struct bd__seeds *seeds = l->seeds;
    if (seed.tape.count) {
        free(data);
    } else {
        seed.bytes = (struct bd__bytes){(const uint8_t *)data, size};
    }
    seeds->seed = bd__memory_grow(seeds->seed, seeds->count, sizeof *seeds->seed);
    if (seeds->count == 0 || size < seeds->smallest) { seeds->smallest = size; }
    if (size > seeds->largest) { seeds->largest = size; }
    seeds->bytes += size;
    seeds->seed[seeds->count++] = seed;
}

/* Compares bytes whatever the locale is, so that the order is the same on every machine. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && !bd__text_ends_with(entry->d_name, ".tmp");
}

static bool load_place(struct loading *l, const char *path, unsigned depth)
{
    struct stat info;
    if (stat(path, &info) != 0) { return false; }
    if (!S_ISDIR(info.st_mode)) {
        if (depth == 0 || !is_companion(path)) { load_file(l, path); } /* named by itself it is meant */
        return true;
    }
    if (depth == DEPTH_LIMIT) { /* a link to a folder above, most likely */
        leave_out(l, path, "folders are nested too deeply");
        return true;
    }
    struct dirent **entry = NULL;
    int count = scandir(path, &entry, is_visible, by_name);
    if (count < 0) { return false; }
    for (int i = 0; i < count; i++) {
        char name[PATH_MAX];
        bool fits = snprintf(name, sizeof name, "%s/%s", path, entry[i]->d_name) < (int)sizeof name;
        if (!fits || !load_place(l, name, depth + 1)) {
            leave_out(l, name, fits ? strerror(errno) : "the name is too long");
        }
        free(entry[i]);
    }
    free(entry);
    return true;
}

enum bd_status bd__seeds_load(struct bd__seeds *seeds, const char *const *from, size_t count, bool plain,
                              const struct bd__log *log)
{
    *seeds = (struct bd__seeds){0};
    struct loading l = {.seeds = seeds, .plain = plain, .log = log};
    for (size_t i = 0; i < count; i++) {
        if (!load_place(&l, from[i], 0)) {
            bd__error(log, "cannot read the seeds in %s: %s", from[i], strerror(errno));
            bd__seeds_clear(seeds);
            return BD_IO;
        }
    }
    if (l.without_tape) {
        bd__warn(log,
                 "%llu file%s no tape and cannot be used by this generator: it takes tapes, or bytes with their tape "
                 "beside them (FILE.tape)",
                 (unsigned long long)l.without_tape, l.without_tape == 1 ? " has" : "s have");
    }
    return BD_OK;
}

void bd__seeds_clear(struct bd__seeds *seeds)
{
    for (size_t i = 0; i < seeds->count; i++) {
        free((void *)seeds->seed[i].bytes.data);
        bd__tape_clear(&seeds->seed[i].tape);
    }
    free(seeds->seed);
    *seeds = (struct bd__seeds){0};
}
