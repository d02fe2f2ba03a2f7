#include "store/failure_file.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* What a reader takes: more frames than any stack that is saved; files that somebody may go through one by one. */
enum { MOST_FRAMES = 256, MOST_FILES = 1 << 16 };

/* How a value is written and read. */
enum failure_value { VERSION, WORDS, FRAMES, REPRODUCIBLE, FILES, WHOLE, SECONDS, TRUTH, COMMAND };

/* The file, line by line. */
static const struct failure_field {
    const char *key;
    enum failure_value kind;
    size_t offset, room; /* room: of words */
} fields[] = {
#define AT(member) offsetof(struct bd__distinct, member)
#define ROOM(member) sizeof(((struct bd__distinct *)0)->member)
    {"format", VERSION, 0, 0},
    {"signature", WORDS, AT(signature.text), ROOM(signature.text)},
    {"kind", WORDS, AT(signature.kind), ROOM(signature.kind)},
    {"frames", FRAMES, 0, 0},
    {"reproducible", REPRODUCIBLE, 0, 0},
    {"earlier", FILES, AT(earlier), 0},
    {"found_by", WORDS, AT(found_by), ROOM(found_by)},
    {"count", WHOLE, AT(count), 0},
    {"examples", FILES, AT(examples), 0},
    {"first_trial", WHOLE, AT(first_trial), 0},
    {"last_trial", WHOLE, AT(last_trial), 0},
    {"first_seconds", SECONDS, AT(first_seconds), 0},
    {"last_seconds", SECONDS, AT(last_seconds), 0},
    {"size", WHOLE, AT(size), 0},
    {"structural_choices", WHOLE, AT(structural), 0},
    {"value_choices", WHOLE, AT(values), 0},
    {"input_trial", WHOLE, AT(input_trial), 0},
    {"shrink_runs", WHOLE, AT(shrink_runs), 0},
    {"shrink_seconds", SECONDS, AT(shrink_seconds), 0},
    {"examined", TRUTH, AT(examined), 0},
    {"program", WORDS, AT(program), ROOM(program)},
    {"guide", WORDS, AT(guide), ROOM(guide)},
    {"seed", WHOLE, AT(seed), 0},
    {"reproduce", COMMAND, AT(reproduce), 0},
    {"shrink", COMMAND, AT(shrink), 0},
#undef AT
#undef ROOM
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* The keys of a frame. */
static const char FUNCTION[] = "function", FILE_[] = "file", LINE[] = "line";

/* ---- writing --------------------------------------------------------------------------------- */

void bd__failure_file_put_frame(struct bd__json *json, const struct bd__frame *frame)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, FUNCTION, frame->function);
    if (*frame->file) {
        bd__json_string(json, FILE_, frame->file);
        bd__json_count(json, LINE, frame->line);
    }
    bd__json_end(json);
}

static void put_frames(struct bd__json *json, const char *key, const struct bd__distinct *d)
{
    bd__json_array(json, key, BD__JSON_LINES);
    for (size_t i = 0; i < d->frame_count; i++) { bd__failure_file_put_frame(json, &d->frame[i]); }
    bd__json_end(json);
}

static void put_field(struct bd__json *json, const struct failure_field *field, const struct bd__distinct *d)
{
    const void *value = (const char *)d + field->offset;
    const char *command;
    switch (field->kind) {
    case VERSION: bd__json_count(json, field->key, BD__RUNDIR_VERSION); break;
    case WORDS: bd__json_string(json, field->key, value); break;
    case FRAMES: put_frames(json, field->key, d); break;
    case REPRODUCIBLE: bd__json_string(json, field->key, bd__reproducible_names[d->reproducible]); break;
    case FILES: bd__json_count(json, field->key, *(const uint32_t *)value); break;
    case WHOLE: bd__json_count(json, field->key, *(const uint64_t *)value); break;
    case SECONDS: bd__json_fixed(json, field->key, *(const double *)value, 3); break;
    case TRUTH: bd__json_bool(json, field->key, *(const bool *)value); break;
    case COMMAND:
        command = *(char *const *)value;
        bd__json_string(json, field->key, command ? command : "");
        break;
    }
}

void bd__failure_file_put(struct bd__text *out, const struct bd__distinct *distinct)
{
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_LINES);
    for (size_t i = 0; i < FIELDS; i++) { put_field(&json, &fields[i], distinct); }
    bd__json_end(&json);
    bd__text_puts(out, "\n");
}

/* ---- reading --------------------------------------------------------------------------------- */

struct failure_reading {
    struct bd__distinct *d;
    const char *problem; /* NULL: none so far */
    bool versioned;
};

static void set(char *to, size_t room, const char *value)
{
    snprintf(to, room, "%s", value);
}

/* A count, or a mistake. */
static uint64_t number(struct failure_reading *r, const char *value)
{
    char *end;
    uint64_t n = strtoull(value, &end, 10);
    if (end == value || *end || *value == '-') { r->problem = "bad number"; }
    return n;
}

/* A time, or a mistake: what is infinite would be written as no JSON has it. */
static double seconds(struct failure_reading *r, const char *value)
{
    char *end;
    double n = strtod(value, &end);
    if (end == value || *end || !isfinite(n) || n < 0) { r->problem = "bad number"; }
    return n;
}

static uint32_t file_count(struct failure_reading *r, const char *value)
{
    uint64_t n = number(r, value);
    if (n > MOST_FILES) { r->problem = "number of files too large"; }
    return n > MOST_FILES ? 0 : (uint32_t)n;
}

/* PATH is what follows "frames": ".0.function" */
static void read_frame(struct failure_reading *r, const char *path, const char *value)
{
    char *key;
    unsigned long index = strtoul(path + 1, &key, 10);
    struct bd__distinct *d = r->d;
    if (*key != '.' || index > d->frame_count || index >= MOST_FRAMES) {
        r->problem = "bad frames";
        return;
    }
    key++;
    if (index == d->frame_count) {
        d->frame = bd__memory_grow(d->frame, d->frame_count, sizeof *d->frame);
        d->frame[d->frame_count++] = (struct bd__frame){0};
    }
    struct bd__frame *f = &d->frame[index];
    if (strcmp(key, FUNCTION) == 0) { set(f->function, sizeof f->function, value); }
    if (strcmp(key, FILE_) == 0) { set(f->file, sizeof f->file, value); }
    if (strcmp(key, LINE) == 0) { f->line = (unsigned)number(r, value); }
}

static void read_reproducible(struct failure_reading *r, const char *value)
{
    for (int i = BD__REPRODUCIBLE_UNKNOWN; i <= BD__REPRODUCIBLE_NO; i++) {
        if (strcmp(value, bd__reproducible_names[i]) == 0) {
            r->d->reproducible = (enum bd__reproducible)i;
            return;
        }
    }
    r->problem = "unknown value of 'reproducible'";
}

static void read_version(struct failure_reading *r, const char *value)
{
    r->versioned = true;
    if (number(r, value) != BD__RUNDIR_VERSION) { r->problem = "it has another format version"; }
}

static void read_value(struct failure_reading *r, const struct failure_field *field, const char *value)
{
    void *to = (char *)r->d + field->offset;
    switch (field->kind) {
    case VERSION: read_version(r, value); break;
    case WORDS: set(to, field->room, value); break;
    case FRAMES: break; /* read_frame reads them */
    case REPRODUCIBLE: read_reproducible(r, value); break;
    case FILES: *(uint32_t *)to = file_count(r, value); break;
    case WHOLE: *(uint64_t *)to = number(r, value); break;
    case SECONDS: *(double *)to = seconds(r, value); break;
    case TRUTH: *(bool *)to = strcmp(value, "true") == 0; break;
    case COMMAND:
        free(*(char **)to);
        *(char **)to = bd__memory_copy(value);
        break;
    }
}

static void visit(void *user, const char *path, const char *value)
{
    for (size_t i = 0; i < FIELDS; i++) {
        size_t size = strlen(fields[i].key);
        if (strncmp(path, fields[i].key, size) != 0) { continue; }
        if (!path[size]) { read_value(user, &fields[i], value); }
        if (path[size] == '.' && fields[i].kind == FRAMES) { read_frame(user, path + size, value); }
    }
}

const char *bd__failure_file_parse(struct bd__distinct *distinct, const char *text, size_t size)
{
    struct failure_reading reading = {.d = distinct};
    const char *wrong = bd__json_walk(text, size, visit, &reading);
    if (wrong) { return wrong; }
    if (reading.problem) { return reading.problem; }
    return reading.versioned && *distinct->signature.text ? NULL : "it has no format or no signature";
}
