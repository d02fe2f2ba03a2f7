#include "store/seeds.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "store/inputs.h"

enum { DEPTH_LIMIT = 32 };

struct loading {
    struct bd__seeds *seeds;
    bool plain;
    uint64_t without_tape, damaged; /* of the unusable */
    const struct bd__log *log;
};

/* PROBLEM: which file, and why. */
static void leave_out(struct loading *l, const char *problem)
{
    enum { TOLD = 3 };
    l->seeds->unusable++;
    if (l->damaged++ < TOLD) { bd__warn(l->log, "skipped a seed: %s", problem); }
}

static void leave_out_place(struct loading *l, const char *path, const char *why)
{
    struct bd__text problem = {0};
    bd__text_printf(&problem, "%s: %s", path, why);
    leave_out(l, bd__text_str(&problem));
    bd__text_clear(&problem);
}

/* Takes what is needed from INPUT. */
static void add(struct bd__seeds *seeds, struct bd__input_file *input)
{
    size_t size = input->is_tape ? input->text_size : input->size;
    struct bd__seed seed = {0};
    if (input->has_tape) {
        seed.tape = input->tape;
        input->tape = (struct bd__tape){0};
    } else {
        seed.bytes = (struct bd__bytes){(const uint8_t *)input->bytes, input->size};
        input->bytes = NULL;
    }
    seeds->seed = bd__memory_grow(seeds->seed, seeds->count, sizeof *seeds->seed);
    if (seeds->count == 0 || size < seeds->smallest) { seeds->smallest = size; }
    if (size > seeds->largest) { seeds->largest = size; }
    seeds->bytes += size;
    seeds->seed[seeds->count++] = seed;
}

static void load_file(struct loading *l, const char *path)
{
    struct bd__input_file input;
    struct bd__text why = {0};
    /* No streams: a campaign that is resumed reads its seeds again. */
    unsigned flags = BD__INPUT_FILES_ONLY | (l->plain ? BD__INPUT_BYTES_SUFFICE : 0);
    enum bd_status status = bd__input_try(&input, path, flags, &why, l->log);
    if (status == BD_IO) {
        leave_out(l, bd__text_str(&why));
    } else if (status != BD_OK) {
        l->seeds->unusable++; /* the line is reported */
    } else if (input.has_tape || l->plain) {
        add(l->seeds, &input);
    } else {
        l->seeds->unusable++;
        l->without_tape++;
    }
    bd__input_clear(&input);
    bd__text_clear(&why);
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
        if (depth == 0 || !bd__input_is_companion(path)) { load_file(l, path); } /* named by itself it is meant */
        return true;
    }
    if (depth == DEPTH_LIMIT) { /* a link to a folder above, most likely */
        leave_out_place(l, path, "folders are nested too deeply");
        return true;
    }
    struct dirent **entry = NULL;
    int count = scandir(path, &entry, is_visible, by_name);
    if (count < 0) { return false; }
    for (int i = 0; i < count; i++) {
        char name[PATH_MAX];
        bool fits = snprintf(name, sizeof name, "%s/%s", path, entry[i]->d_name) < (int)sizeof name;
        if (!fits || !load_place(l, name, depth + 1)) {
            leave_out_place(l, name, fits ? strerror(errno) : "the name is too long");
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
