#include "triage/symbols.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The frames at an address. */
struct known {
    uintptr_t at;
    struct bd__frame *frame; /* owned */
    size_t count;
};

/* A hash table with open addressing; its size is a power of two. It is emptied when it is half full, which takes many
 * different stacks. */
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

static void set(char *to, size_t room, const char *text)
{
    snprintf(to, room, "%s", text);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Reads "file:line:column". The name of the file may contain colons. */
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

/* Reads the frames of one place. Moves ANSWER to the next place. */
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
        if (strcmp(function, "??") != 0) { bd__frame_set_function(f, function, strlen(function)); }
        read_place(f, place);
    }
}

/* ---- our own reading ------------------------------------------------------------------------- */

/* Addresses that are not in the cache yet, their places, and what we can read about each ourselves. */
struct questions {
    uintptr_t *at;
    struct bd__symbol_place *place;
    struct bd__frame *plain;
    size_t count;
    struct bd__loaded_set modules;
};

/* From the C++ runtime, if the program has one. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status) __attribute__((weak));

static void set_function(struct bd__frame *frame, const char *name)
{
    char *readable = __cxa_demangle && strncmp(name, "_Z", 2) == 0 ? __cxa_demangle(name, NULL, NULL, NULL) : NULL;
    const char *shown = readable ? readable : name;
    bd__frame_set_function(frame, shown, strlen(shown));
    free(readable);
}

static void name_function(struct bd__frame *frame, const struct bd__symbol_place *place, uintptr_t at)
{
    struct bd__elf_function function;
    Dl_info exported; /* what the loader knows of a library whose file is gone */
    set(frame->module, sizeof frame->module, place->module->name);
    if (bd__elf_function(place->module->image, place->offset, &function)) {
        set_function(frame, function.name);
        frame->offset = place->offset - function.start;
    } else if (!place->module->image.size &&
               dladdr((const void *)at, &exported) && /* NOLINT(performance-no-int-to-ptr) */
               exported.dli_sname) {
        set_function(frame, exported.dli_sname);
        frame->offset = at - (uintptr_t)exported.dli_saddr;
    } else {
        snprintf(frame->function, sizeof frame->function, "%s+0x%llx", frame->module,
                 (unsigned long long)place->offset);
    }
}

static void add_question(struct questions *q, uintptr_t at)
{
    const struct bd__loaded *module = bd__loaded_find(&q->modules, at);
    if (!module) {
        remember(at, &(struct bd__frame){0}, 1);
        return;
    }
    size_t i = q->count++;
    q->at[i] = at;
    q->place[i] = (struct bd__symbol_place){module, at - module->base};
    name_function(&q->plain[i], &q->place[i], at);
}

static int by_offset(const void *a, const void *b)
{
    const struct bd__elf_line *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Finds the lines of all places in MODULE. */
static void find_lines(struct questions *q, const struct bd__loaded *module)
{
    struct bd__elf_line *line = bd__memory(q->count, sizeof *line);
    size_t count = 0;
    for (size_t i = 0; i < q->count; i++) {
        if (q->place[i].module == module) { line[count++].offset = q->place[i].offset; }
    }
    if (count) { qsort(line, count, sizeof *line, by_offset); }
    bd__elf_lines(module->image, line, count);
    for (size_t i = 0; i < q->count; i++) {
        struct bd__elf_line key = {.offset = q->place[i].offset}, *found = NULL;
        if (count && q->place[i].module == module) { found = bsearch(&key, line, count, sizeof key, by_offset); }
        if (!found) { continue; }
        set(q->plain[i].file, sizeof q->plain[i].file, found->file);
        q->plain[i].line = found->line;
    }
    free(line);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Makes sure that all COUNT addresses are in the cache. */
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
    for (size_t i = 0; i < q.modules.count; i++) { find_lines(&q, q.modules.one[i]); }
    char *answer = q.count ? bd__symbols_ask(q.place, q.count) : NULL, *rest = answer;
    struct bd__frame *frame = bd__memory(INLINED, sizeof *frame); /* too large for a small stack */
    for (size_t i = 0; i < q.count; i++) {
        size_t found = rest ? read_answer(&rest, &q.plain[i], frame) : 0;
        remember(q.at[i], found ? frame : &q.plain[i], found ? found : 1);
    }
    free(frame);
    free(answer);
    free(q.at);
    free(q.place);
    free(q.plain);
    bd__loaded_clear(&q.modules);
}

void bd__symbols_begin(bool (*in_a_hurry)(const void *user), const void *user)
{
    bd__loaded_hold();
    bd__symbols_ask_unless(in_a_hurry, user);
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
