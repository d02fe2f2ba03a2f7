#include "store/trial_file.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"

enum { LARGEST_FILE = 1 << 20 };

/* How a value is written and read. */
enum trial_value { NAME, WHOLE, THOUSANDTHS, HUNDREDTHS, HASH, SIZED_NAME, SIZE, IDENTICAL };

/* The file, line by line. A hash, sizes and `identical` are there only if there is something to say. */
static const struct trial_field {
    const char *key;
    enum trial_value kind;
    size_t offset;
} fields[] = {
    {"subject", NAME, offsetof(struct bd__trial_file, subject)},
    {"technique", NAME, offsetof(struct bd__trial_file, technique)},
    {"repetition", WHOLE, offsetof(struct bd__trial_file, repetition)},
    {"seed", WHOLE, offsetof(struct bd__trial_file, seed)},
    {"core", WHOLE, offsetof(struct bd__trial_file, core)},
    {"started", WHOLE, offsetof(struct bd__trial_file, started)},
    {"seconds", THOUSANDTHS, offsetof(struct bd__trial_file, seconds)},
    {"load_average", HUNDREDTHS, offsetof(struct bd__trial_file, load_average)},
    {"exit_code", WHOLE, offsetof(struct bd__trial_file, exit_code)},
    {"wall_seconds", THOUSANDTHS, offsetof(struct bd__trial_file, wall_seconds)},
    {"cpu_seconds", THOUSANDTHS, offsetof(struct bd__trial_file, cpu_seconds)},
    {"sanitized_hash", HASH, offsetof(struct bd__trial_file, sanitized_hash)},
    {"size_of", SIZED_NAME, offsetof(struct bd__trial_file, size_of)},
    {"mean_size", SIZE, offsetof(struct bd__trial_file, mean_size)},
    {"identical", IDENTICAL, offsetof(struct bd__trial_file, identical)},
};
enum { FIELDS = sizeof fields / sizeof *fields, NAME_ROOM = sizeof(((struct bd__trial_file *)0)->subject) };

/* ---- writing --------------------------------------------------------------------------------- */

static bool is_left_out(const struct trial_field *field, const struct bd__trial_file *trial)
{
    bool about_size = field->kind == SIZED_NAME || field->kind == SIZE;
    return (field->kind == HASH && !trial->sanitized_hash) || (field->kind == IDENTICAL && !trial->repeated) ||
           (about_size && !*trial->size_of);
}

static void put_field(struct bd__json *json, const struct trial_field *field, const struct bd__trial_file *trial)
{
    const void *value = (const char *)trial + field->offset;
    switch (field->kind) {
    case NAME:
    case SIZED_NAME: bd__json_string(json, field->key, value); break;
    case WHOLE: bd__json_count(json, field->key, *(const uint64_t *)value); break;
    case SIZE:
    case THOUSANDTHS: bd__json_fixed(json, field->key, *(const double *)value, 3); break;
    case HUNDREDTHS: bd__json_fixed(json, field->key, *(const double *)value, 2); break;
    case HASH: bd__json_hash(json, field->key, *(const uint64_t *)value); break;
    case IDENTICAL: bd__json_bool(json, field->key, *(const bool *)value); break;
    }
}

void bd__trial_file_put(struct bd__text *out, const struct bd__trial_file *trial)
{
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_LINES);
    for (size_t i = 0; i < FIELDS; i++) {
        if (!is_left_out(&fields[i], trial)) { put_field(&json, &fields[i], trial); }
    }
    bd__json_end(&json);
    bd__text_puts(out, "\n");
}

/* ---- reading --------------------------------------------------------------------------------- */

struct trial_reading {
    struct bd__trial_file *trial;
    const char *wrong; /* key of a value that makes no sense; NULL: none */
};

static bool read_whole(uint64_t *number, const char *value, int base)
{
    char *end;
    errno = 0;
    *number = strtoull(value, &end, base);
    return bd__text_hex(*value) >= 0 && !*end && errno == 0; /* no sign, no blanks */
}

static bool read_real(double *number, const char *value)
{
    char *end;
    *number = strtod(value, &end);
    return end != value && !*end && isfinite(*number) && *number >= 0;
}

static bool read_value(struct bd__trial_file *trial, const struct trial_field *field, const char *value)
{
    void *to = (char *)trial + field->offset;
    switch (field->kind) {
    case NAME:
    case SIZED_NAME: return snprintf(to, NAME_ROOM, "%s", value) < NAME_ROOM;
    case WHOLE: return read_whole(to, value, 10);
    case SIZE:
    case THOUSANDTHS:
    case HUNDREDTHS: return read_real(to, value);
    case HASH: return strlen(value) == 16 && read_whole(to, value, 16);
    case IDENTICAL: break;
    }
    trial->repeated = true;
    trial->identical = strcmp(value, "true") == 0;
    return trial->identical || strcmp(value, "false") == 0;
}

static void visit(void *user, const char *path, const char *value)
{
    struct trial_reading *reading = user;
    for (size_t i = 0; i < FIELDS; i++) {
        if (strcmp(path, fields[i].key) == 0 && !read_value(reading->trial, &fields[i], value)) {
            reading->wrong = fields[i].key;
        }
    }
}

bool bd__trial_file_read(struct bd__trial_file *trial, const char *path, struct bd__text *why)
{
    char *text;
    size_t size;
    *trial = (struct bd__trial_file){.seconds = NAN,
                                     .load_average = NAN,
                                     .wall_seconds = NAN,
                                     .cpu_seconds = NAN,
                                     .mean_size = NAN,
                                     .identical = true};
    if (bd__file_read(path, LARGEST_FILE, &text, &size) != BD_OK) {
        bd__text_printf(why, "%s: %s", path, bd__file_why());
        return false;
    }
    struct trial_reading reading = {.trial = trial};
    const char *error = bd__json_walk(text, size, visit, &reading);
    if (error) {
        bd__text_printf(why, "%s: %s", path, error);
    } else if (reading.wrong) {
        bd__text_printf(why, "%s: bad value for '%s'", path, reading.wrong);
    }
    free(text);
    return !error && !reading.wrong;
}
