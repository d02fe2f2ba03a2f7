#include "store/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

enum { LARGEST_FILE = 4 << 20, MOST_FACTS = 4096, LONGEST_NAME = 255 }; /* far more than an experiment has */

/* The keys between which the machine is described. */
static const char MACHINE_FIRST[] = "cpu", BEHIND_MACHINE[] = "bediv";

static const char *const build_names[BD__BUILDS] = {
    [BD__BUILD_COVERAGE] = "coverage", [BD__BUILD_PLAIN] = "plain", [BD__BUILD_SANITIZED] = "sanitized"};

/* ---- writing --------------------------------------------------------------------------------- */

static void put_programs(struct bd__json *json, const struct bd__environment *e)
{
    bd__json_object(json, "programs", BD__JSON_LINES);
    for (size_t i = 0; i < e->subjects->count; i++) {
        bd__json_object(json, e->subjects->name[i], BD__JSON_FLAT);
        for (size_t build = 0; build < BD__BUILDS; build++) {
            uint64_t hash = e->program[i][build];
            if (hash) { bd__json_hash(json, build_names[build], hash); }
        }
        bd__json_end(json);
    }
    bd__json_end(json);
}

void bd__environment_put(struct bd__text *out, const struct bd__environment *e)
{
    char date[64];
    time_t started = (time_t)e->started;
    struct tm parts;
    struct bd__json json = {.out = out};
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&started, &parts));
    bd__json_object(&json, NULL, BD__JSON_LINES);
    bd__json_count(&json, "started", e->started);
    bd__json_string(&json, "date", date);
    bd__json_string(&json, MACHINE_FIRST, e->cpu);
    bd__json_count(&json, "cores", e->cores);
    bd__json_count(&json, "memory_mb", e->memory_mb);
    if (*e->kernel) { bd__json_string(&json, "kernel", e->kernel); }
    bd__json_string(&json, BEHIND_MACHINE, BD_VERSION);
    bd__json_string(&json, "compiler", __VERSION__);
    bd__json_count(&json, "jobs", e->jobs);
    put_programs(&json, e);
    bd__json_end(&json);
    bd__text_puts(out, "\n");
}

static const char *find_key(const char *text, const char *key)
{
    char line[32];
    snprintf(line, sizeof line, "  \"%s\"", key);
    return strstr(text, line);
}

/* Where the description of the machine begins, and its size; 0 if TEXT is no environment.json. */
static const char *machine_in(const char *text, size_t *size)
{
    const char *from = find_key(text, MACHINE_FIRST), *to = find_key(text, BEHIND_MACHINE);
    *size = from && to > from ? (size_t)(to - from) : 0;
    return from;
}

bool bd__environment_continue(struct bd__text *out, const char *old)
{
    size_t old_size, size;
    const char *old_machine = machine_in(old, &old_size), *machine = machine_in(bd__text_str(out), &size);
    if (!old_size) { return true; }
    bool same = old_size == size && memcmp(old_machine, machine, size) == 0;
    struct bd__text both = {0};
    bd__text_add(&both, old, (size_t)(old_machine - old) + old_size);
    bd__text_puts(&both, machine + size);
    bd__text_clear(out);
    *out = both;
    return same;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void note(void *user, const char *path, const char *value)
{
    struct bd__facts *facts = user;
    facts->too_many = facts->too_many || facts->count == MOST_FACTS || strnlen(path, LONGEST_NAME + 1) > LONGEST_NAME;
    if (facts->too_many) { return; } /* and look at nothing more: a hostile file has a million values with long paths */
    facts->one = bd__memory_grow(facts->one, facts->count, sizeof *facts->one);
    facts->one[facts->count++] = (struct bd__fact){bd__memory_copy(path), bd__memory_copy(value)};
}

bool bd__environment_read(struct bd__facts *facts, const char *path, struct bd__text *why)
{
    char *text;
    size_t size;
    *facts = (struct bd__facts){0};
    if (bd__file_read(path, LARGEST_FILE, &text, &size) != BD_OK) {
        bd__text_printf(why, "%s: %s", path, bd__file_why());
        return false;
    }
    const char *error = bd__json_walk(text, size, note, facts);
    if (facts->too_many) { error = "too many entries, or too long ones"; }
    if (error) {
        bd__text_printf(why, "%s: %s", path, error);
        bd__facts_clear(facts);
    }
    free(text);
    return !error;
}

void bd__facts_clear(struct bd__facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->one[i].name);
        free(facts->one[i].value);
    }
    free(facts->one);
    *facts = (struct bd__facts){0};
}
