#include "report/failures.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/printable.h"
#include "report/sarif.h"
#include "store/failure_file.h"
#include "store/failures.h"

typedef unsigned long long ull;

/* ---- table ----------------------------------------------------------------------------------- */

enum { COLUMNS = 6 };

static const char *const titles[COLUMNS] = {"failure", "count",        "first seen",
                                            "size",    "reproducible", "folder in failures/"};

/* Appends TEXT, which comes from a file, as one line, padded with blanks to WIDTH columns. */
static void put_cell(struct bd__text *out, const char *text, size_t width, bool to_the_right)
{
    struct bd__text shown = {0};
    size_t taken;
    bd__printable_line(&shown, text, strlen(text));
    bd__printable_fit(bd__text_str(&shown), SIZE_MAX, &taken);
    int blanks = taken < width ? (int)(width - taken) : 0;
    bd__text_printf(out, "%*s%s%*s", to_the_right ? blanks : 0, "", bd__text_str(&shown), to_the_right ? 0 : blanks,
                    "");
    bd__text_clear(&shown);
}

static void fill(struct bd__text row[COLUMNS], const struct bd__distinct *d)
{
    for (int i = 0; i < COLUMNS; i++) { row[i].size = 0; }
    bd__text_puts(&row[0], d->signature.text);
    bd__text_printf(&row[1], "%llu", (ull)d->count);
    bd__text_printf(&row[2], "trial %llu, %.1f s", (ull)d->first_trial, d->first_seconds);
    bd__text_printf(&row[3], "%llu bytes", (ull)d->size);
    bd__text_puts(&row[4], bd__reproducible_names[d->reproducible]);
    bd__text_puts(&row[5], d->name);
}

static void put_row(struct bd__text *out, const struct bd__text row[COLUMNS], const size_t *width)
{
    for (int i = 0; i < COLUMNS; i++) {
        bool last = i + 1 == COLUMNS; /* without blanks after it */
        put_cell(out, bd__text_str(&row[i]), last ? 0 : width[i], i == 1);
        bd__text_puts(out, last ? "\n" : "  ");
    }
}

static void put_table(struct bd__text *out, const struct bd__failures *failures)
{
    struct bd__text row[COLUMNS] = {0}, cell = {0};
    size_t width[COLUMNS] = {0}, taken;
    for (int drawn = 0; drawn < 2; drawn++) { /* the first pass measures */
        for (size_t i = 0; i <= failures->count; i++) {
            if (i) {
                fill(row, &failures->one[i - 1]);
            } else {
                for (int k = 0; k < COLUMNS; k++) { row[k].size = 0, bd__text_puts(&row[k], titles[k]); }
            }
            if (drawn) { put_row(out, row, width); }
            for (int k = 0; k < COLUMNS; k++) {
                cell.size = 0;
                put_cell(&cell, bd__text_str(&row[k]), 0, false);
                bd__printable_fit(bd__text_str(&cell), SIZE_MAX, &taken);
                if (taken > width[k]) { width[k] = taken; }
            }
        }
    }
    for (int k = 0; k < COLUMNS; k++) { bd__text_clear(&row[k]); }
    bd__text_clear(&cell);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_path(struct bd__json *json, const char *key, const char *dir, const struct bd__distinct *d,
                     const char *file)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s%s", dir, d->name, file);
    bd__json_string(json, key, path);
}

static void put_failure(struct bd__json *json, const char *dir, const struct bd__distinct *d)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "signature", d->signature.text);
    bd__json_string(json, "kind", d->signature.kind);
    bd__json_string(json, "reproducible", bd__reproducible_names[d->reproducible]);
    bd__json_string(json, "found_by", d->found_by);
    bd__json_count(json, "count", d->count);
    bd__json_count(json, "examples", d->examples);
    bd__json_count(json, "earlier", d->earlier);
    bd__json_count(json, "first_trial", d->first_trial);
    bd__json_count(json, "last_trial", d->last_trial);
    bd__json_fixed(json, "first_seconds", d->first_seconds, 3);
    bd__json_fixed(json, "last_seconds", d->last_seconds, 3);
    bd__json_count(json, "size", d->size);
    bd__json_count(json, "structural_choices", d->structural);
    bd__json_count(json, "value_choices", d->values);
    bd__json_count(json, "input_trial", d->input_trial);
    bd__json_count(json, "shrink_runs", d->shrink_runs);
    bd__json_fixed(json, "shrink_seconds", d->shrink_seconds, 3);
    bd__json_bool(json, "examined", d->examined);
    bd__json_count(json, "seed", d->seed);
    bd__json_string(json, "program", d->program);
    bd__json_string(json, "guide", d->guide);
    put_path(json, "folder", dir, d, "");
    put_path(json, "input", dir, d, "/input");
    bd__json_string(json, "reproduce", d->reproduce ? d->reproduce : "");
    bd__json_string(json, "shrink", d->shrink ? d->shrink : "");
    bd__json_array(json, "frames", BD__JSON_FLAT);
    for (size_t i = 0; i < d->frame_count; i++) { bd__failure_file_put_frame(json, &d->frame[i]); }
    bd__json_end(json);
    bd__json_end(json);
}

static void put_json(struct bd__json *json, const char *dir, const struct bd__failures *failures)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "directory", dir);
    bd__json_array(json, "failures", BD__JSON_FLAT);
    for (size_t i = 0; i < failures->count; i++) {
        bd__json_break(json, 1);
        put_failure(json, dir, &failures->one[i]);
    }
    if (failures->count) { bd__json_break(json, 0); }
    bd__json_end(json);
    bd__json_end(json);
}

/* ---- all formats ----------------------------------------------------------------------------- */

bool bd__report_failures(struct bd__text *out, const char *dir, enum bd__failures_format format, size_t *count,
                         struct bd__text *problems)
{
    struct bd__failures failures;
    struct bd__json json = {.out = out};
    *count = 0;
    if (!bd__failures_read(&failures, dir, problems)) { return false; }
    switch (format) {
    case BD__FAILURES_TABLE: put_table(out, &failures); break;
    case BD__FAILURES_JSON: put_json(&json, dir, &failures); break;
    case BD__FAILURES_SARIF: bd__report_sarif(&json, dir, &failures); break;
    }
    if (format != BD__FAILURES_TABLE) { bd__text_puts(out, "\n"); }
    *count = failures.count;
    bd__failures_clear(&failures);
    return true;
}

void bd__report_failures_briefly(struct bd__text *out, const char *dir, char *first, size_t room)
{
    enum { SHOWN = 5 };
    struct bd__failures failures;
    struct bd__text problems = {0};
    *first = 0;
    if (bd__failures_read(&failures, dir, &problems)) {
        for (size_t i = 0; i < failures.count && i < SHOWN; i++) {
            const struct bd__distinct *d = &failures.one[i];
            bd__text_printf(out, "    %6llu ×  ", (ull)d->count);
            put_cell(out, d->signature.text, 0, false);
            bd__text_printf(out, "%s%s%s\n", d->reproducible > BD__REPRODUCIBLE_YES ? " (" : "",
                            d->reproducible == BD__REPRODUCIBLE_NO        ? "not reproducible"
                            : d->reproducible == BD__REPRODUCIBLE_EARLIER ? "needs earlier inputs"
                                                                          : "",
                            d->reproducible > BD__REPRODUCIBLE_YES ? ")" : "");
        }
        if (failures.count > SHOWN) { bd__text_printf(out, "    … and %zu more\n", failures.count - SHOWN); }
        for (size_t i = 0; i < failures.count && !*first;
             i++) { /* one that this program shows, not the sanitized build */
            bool ours = strcmp(failures.one[i].found_by, "fuzzing") == 0;
            if (ours) { snprintf(first, room, "%s", failures.one[i].name); }
        }
        bd__failures_clear(&failures);
    }
    bd__text_clear(&problems);
}

bool bd__report_failure_input(const char *path, char *input, size_t room)
{
    if (!bd__failures_is_folder(path)) { return false; }
    snprintf(input, room, "%s/input", path);
    return true;
}
