#include "triage/symbols.h"

#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

/* What an address turned out to be. */
struct known {
    uintptr_t at;
    struct bd__frame *frame; /* owned */
    size_t count;
};

/* Open addressing; a power of two. Emptied when half full, which takes many different stacks. */
enum { SLOTS = 1 << 14, INLINED = 32 };
static struct {
    struct known *slot; /* owned; NULL until the first question */
    size_t used;
} cache;

static struct known *slot_of(uintptr_t at)
{
    size_t i = (size_t)((at * 0x9e3779b97f4a7c15u) >> 40) % SLOTS;
    while (cache.slot[i].frame && cache.slot[i].at != at) { i = (i + 1) % SLOTS; }
    return &cache.slot[i];
}

static void remember(uintptr_t at, const struct bd__frame *frame, size_t count)
{
    struct known *slot = slot_of(at);
    if (slot->frame || !count) { return; }
    slot->at = at;
    slot->frame = bd__memory(count, sizeof *frame);
    memcpy(slot->frame, frame, count * sizeof *frame);
    slot->count = count;
    cache.used++;
}

static void make_room(size_t more)
{
    if (!cache.slot) { cache.slot = bd__memory(SLOTS, sizeof *cache.slot); }
    if (cache.used + more <= SLOTS / 2) { return; }
    for (size_t i = 0; i < SLOTS; i++) { free(cache.slot[i].frame); }
    memset(cache.slot, 0, SLOTS * sizeof *cache.slot);
    cache.used = 0;
}

/* ---- modules --------------------------------------------------------------------------------- */

struct search {
    uintptr_t at;
    char path[PATH_MAX];
    uint64_t offset;
    bool found;
};

static int look_into(struct dl_phdr_info *module, size_t size, void *user)
{
    struct search *search = user;
    (void)size;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        uintptr_t start = module->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD || search->at < start || search->at - start >= part->p_memsz) { continue; }
        search->offset = search->at - module->dlpi_addr;
        search->found = true;
        snprintf(search->path, sizeof search->path, "%s", module->dlpi_name);
        if (!*module->dlpi_name) { /* the program itself */
            ssize_t length = readlink("/proc/self/exe", search->path, sizeof search->path - 1);
            search->path[length > 0 ? length : 0] = 0;
        }
        return 1;
    }
    return 0;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void set(char *to, size_t room, const char *text)
{
    snprintf(to, room, "%s", text);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* "file:line:column"; the file may have colons of its own. */
static void read_place(struct bd__frame *frame, char *place)
{
    char *column = strrchr(place, ':');
    if (!column || strncmp(place, "??", 2) == 0) { return; }
    *column = 0;
    char *line = strrchr(place, ':');
    if (!line) { return; }
    *line = 0;
    set(frame->file, sizeof frame->file, place);
    frame->line = (unsigned)strtoul(line + 1, NULL, 10);
}

static char *take_line(char **text)
{
    char *line = *text, *end = line ? strchr(line, '\n') : NULL;
    if (end) { *end = 0; }
    *text = end ? end + 1 : NULL;
    return line;
}

/* A name without its parameters, as sanitizers' reports have it in signatures. */
static void cut_parameters(char *name)
{
    char *bracket = strchr(name, '(');
    if (bracket && bracket > name) { *bracket = 0; }
}

/* The frames of one place of an answer, which goes on behind it. */
static size_t read_answer(char **answer, const struct bd__frame *plain, struct bd__frame *frame)
{
    size_t count = 0;
    for (;;) {
        char *function = take_line(answer);
        if (!function || !*function) { return count; }
        char *place = take_line(answer);
        if (!place || count == INLINED) { continue; }
        struct bd__frame *f = &frame[count++];
        *f = *plain;
        if (strcmp(function, "??") != 0) {
            set(f->function, sizeof f->function, function);
            cut_parameters(f->function);
        }
        read_place(f, place);
    }
}

/* Addresses that were not asked for yet: their places, and what each is if nobody knows better. */
struct questions {
    uintptr_t *at;
    struct bd__symbol_place *place;
    struct bd__frame *plain;
    size_t count;
};

static void add_question(struct questions *q, uintptr_t at)
{
    struct search *search = bd__memory(1, sizeof *search);
    search->at = at;
    dl_iterate_phdr(look_into, search);
    if (!search->found) {
        remember(at, &(struct bd__frame){0}, 1);
    } else {
        size_t i = q->count++;
        struct bd__frame *plain = &q->plain[i];
        q->at[i] = at;
        q->place[i] = (struct bd__symbol_place){bd__memory_copy(search->path), search->offset};
        *plain = (struct bd__frame){0};
        set(plain->module, sizeof plain->module, base_of(search->path));
        if (!bd__symbols_of_elf(&q->place[i], plain->function, sizeof plain->function)) {
            snprintf(plain->function, sizeof plain->function, "%s+0x%llx", plain->module,
                     (unsigned long long)search->offset);
        }
    }
    free(search);
}

/* Has all COUNT addresses in the cache. */
static void learn(const uintptr_t *at, size_t count)
{
    make_room(count);
    struct questions q = {
        .at = bd__memory(count, sizeof *q.at),
        .place = bd__memory(count, sizeof *q.place),
        .plain = bd__memory(count, sizeof *q.plain),
    };
    for (size_t i = 0; i < count; i++) {
        bool asked = slot_of(at[i])->frame;
        for (size_t j = 0; j < q.count && !asked; j++) { asked = q.at[j] == at[i]; }
        if (!asked) { add_question(&q, at[i]); }
    }
    char *answer = q.count ? bd__symbols_ask(q.place, q.count) : NULL, *rest = answer;
    struct bd__frame *frame = bd__memory(INLINED, sizeof *frame); /* not on the stack: that may be a small one */
    for (size_t i = 0; i < q.count; i++) {
        size_t found = rest ? read_answer(&rest, &q.plain[i], frame) : 0;
        remember(q.at[i], found ? frame : &q.plain[i], found ? found : 1);
        free((char *)q.place[i].module);
    }
    free(frame);
    free(answer);
    free(q.at);
    free(q.place);
    free(q.plain);
}

size_t bd__symbols_find(const uintptr_t *at, size_t count, struct bd__frame *frame, size_t room)
{
    size_t found = 0;
    learn(at, count);
    for (size_t i = 0; i < count; i++) {
        const struct known *known = slot_of(at[i]);
        for (size_t j = 0; j < known->count && found < room; j++) { frame[found++] = known->frame[j]; }
    }
    return found;
}
