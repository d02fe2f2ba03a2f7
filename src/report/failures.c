#include "report/failures.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "store/failures.h"

typedef unsigned long long ull;

/* ---- table ----------------------------------------------------------------------------------- */

enum { COLUMNS = 6, CELL = 512 };

static void fill(char row[COLUMNS][CELL], const struct bd__distinct *d)
{
    snprintf(row[0], CELL, "%s", d->signature.text);
    snprintf(row[1], CELL, "%llu", (ull)d->count);
    snprintf(row[2], CELL, "trial %llu, %.1f s", (ull)d->first_trial, d->first_seconds);
    snprintf(row[3], CELL, "%llu bytes", (ull)d->size);
    snprintf(row[4], CELL, "%s", bd__reproducible_names[d->reproducible]);
    snprintf(row[5], CELL, "%s", d->name);
}

static void put_row(struct bd__text *out, char row[COLUMNS][CELL], const int *width)
{
    for (int i = 0; i < COLUMNS; i++) {
        int size = i + 1 < COLUMNS ? width[i] : 0; /* nothing behind the last */
        bd__text_printf(out, i == 1 ? "%*s  " : "%-*s  ", size, row[i]);
    }
    out->size -= 2;
    bd__text_puts(out, "\n");
}

static void put_table(struct bd__text *out, const struct bd__failures *failures)
{
    char row[COLUMNS][CELL] = {"failure", "count", "first seen", "size", "reproducible", "folder in failures/"};
    int width[COLUMNS] = {0};
    for (size_t i = 0; i <= failures->count; i++) { /* the header, then the rows */
        if (i) { fill(row, &failures->one[i - 1]); }
        for (int k = 0; k < COLUMNS; k++) {
            if ((int)strlen(row[k]) > width[k]) { width[k] = (int)strlen(row[k]); }
        }
    }
    char header[COLUMNS][CELL] = {"failure", "count", "first seen", "size", "reproducible", "folder in failures/"};
    put_row(out, header, width);
    for (size_t i = 0; i < failures->count; i++) {
        fill(row, &failures->one[i]);
        put_row(out, row, width);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_key(struct bd__text *out, const char *key, const char *value)
{
    bd__text_printf(out, ", \"%s\": ", key);
    bd__text_json(out, value ? value : "");
}

static void put_path(struct bd__text *out, const char *dir, const struct bd__distinct *d, const char *file)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s%s", dir, d->name, file);
    bd__text_json(out, path);
}

static void put_frames(struct bd__text *out, const struct bd__distinct *d)
{
    bd__text_puts(out, ", \"frames\": [");
    for (size_t i = 0; i < d->frame_count; i++) {
        bd__text_printf(out, "%s{\"function\": ", i ? ", " : "");
        bd__text_json(out, d->frame[i].function);
        if (*d->frame[i].file) {
            put_key(out, "file", d->frame[i].file);
            bd__text_printf(out, ", \"line\": %u", d->frame[i].line);
        }
        bd__text_puts(out, "}");
    }
    bd__text_puts(out, "]");
}

static void put_json(struct bd__text *out, const char *dir, const struct bd__failures *failures)
{
    bd__text_puts(out, "{\"directory\": ");
    bd__text_json(out, dir);
    bd__text_puts(out, ", \"failures\": [");
    for (size_t i = 0; i < failures->count; i++) {
        const struct bd__distinct *d = &failures->one[i];
        bd__text_printf(out, "%s\n {\"signature\": ", i ? "," : "");
        bd__text_json(out, d->signature.text);
        put_key(out, "kind", d->signature.kind);
        put_key(out, "reproducible", bd__reproducible_names[d->reproducible]);
        put_key(out, "found_by", d->found_by);
        bd__text_printf(out, ", \"count\": %llu, \"examples\": %u, \"earlier\": %u", (ull)d->count, d->examples,
                        d->earlier);
        bd__text_printf(out,
                        ", \"first_trial\": %llu, \"last_trial\": %llu, \"first_seconds\": %.3f, \"last_seconds\": "
                        "%.3f, \"size\": %llu, \"structural_choices\": %llu, \"value_choices\": %llu, \"input_trial\": "
                        "%llu, \"shrink_runs\": %llu, \"shrink_seconds\": %.3f, \"examined\": %s, \"seed\": %llu",
                        (ull)d->first_trial, (ull)d->last_trial, d->first_seconds, d->last_seconds, (ull)d->size,
                        (ull)d->structural, (ull)d->values, (ull)d->input_trial, (ull)d->shrink_runs, d->shrink_seconds,
                        d->examined ? "true" : "false", (ull)d->seed);
        put_key(out, "program", d->program);
        put_key(out, "guide", d->guide);
        bd__text_puts(out, ", \"folder\": ");
        put_path(out, dir, d, "");
        bd__text_puts(out, ", \"input\": ");
        put_path(out, dir, d, "/input");
        put_key(out, "reproduce", d->reproduce);
        put_key(out, "shrink", d->shrink);
        put_frames(out, d);
        bd__text_puts(out, "}");
    }
    bd__text_printf(out, "%s]}\n", failures->count ? "\n" : "");
}

/* ---- SARIF ----------------------------------------------------------------------------------- */

/* A path as a URI: relative to where we are, if it is below, for that is where the sources are checked out. */
static void put_uri(struct bd__text *out, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/+,:";
    char here[PATH_MAX];
    struct bd__text uri = {0};
    size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (size && strncmp(path, here, size) == 0 && path[size] == '/') { path += size + 1; }
    if (*path == '/') { bd__text_puts(&uri, "file://"); }
    while (strncmp(path, "./", 2) == 0) { path += 2; }
    for (; *path; path++) {
        if (strchr(plain, *path) && !(*path == ':' && uri.size == 0)) {
            bd__text_add(&uri, path, 1);
        } else {
            bd__text_printf(&uri, "%%%02X", (unsigned char)*path);
        }
    }
    bd__text_json(out, bd__text_str(&uri));
    bd__text_clear(&uri);
}

static void put_location(struct bd__text *out, const char *path, unsigned line)
{
    bd__text_puts(out, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    put_uri(out, path);
    bd__text_printf(out, "}, \"region\": {\"startLine\": %u}}", line ? line : 1);
}

/* The first place that is known; without one, the input: hosts of code refuse results without a location. */
static void put_place(struct bd__text *out, const char *dir, const struct bd__distinct *d)
{
    bd__text_puts(out, "\"locations\": [");
    for (size_t i = 0; i < d->frame_count; i++) {
        if (!*d->frame[i].file || !d->frame[i].line) { continue; }
        put_location(out, d->frame[i].file, d->frame[i].line);
        bd__text_puts(out, ", \"logicalLocations\": [{\"kind\": \"function\", \"name\": ");
        bd__text_json(out, d->frame[i].function);
        bd__text_puts(out, "}]}]");
        return;
    }
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s/input", dir, d->name);
    put_location(out, path, 1);
    bd__text_puts(out, "}]");
}

static void put_stack(struct bd__text *out, const struct bd__distinct *d)
{
    if (!d->frame_count) { return; }
    bd__text_puts(out, ", \"stacks\": [{\"frames\": [");
    for (size_t i = 0; i < d->frame_count; i++) {
        const struct bd__frame *f = &d->frame[i];
        bd__text_printf(out, "%s{\"location\": ", i ? ", " : "");
        if (*f->file) {
            put_location(out, f->file, f->line);
            bd__text_puts(out, ", ");
        } else {
            bd__text_puts(out, "{");
        }
        bd__text_puts(out, "\"logicalLocations\": [{\"kind\": \"function\", \"name\": ");
        bd__text_json(out, f->function);
        bd__text_puts(out, "}]}}");
    }
    bd__text_puts(out, "]}]");
}

/* Each kind of failure is a rule; the first failure of a kind stands for it. */
static size_t rule_of(const struct bd__failures *failures, size_t index, bool *is_first)
{
    size_t rule = 0;
    for (size_t i = 0; i <= index; i++) {
        size_t j = 0;
        while (strcmp(failures->one[j].signature.kind, failures->one[i].signature.kind) != 0) { j++; }
        bool new_kind = j == i;
        if (strcmp(failures->one[i].signature.kind, failures->one[index].signature.kind) == 0) {
            *is_first = i == index;
            return rule;
        }
        rule += new_kind;
    }
    return rule;
}

static void put_rules(struct bd__text *out, const struct bd__failures *failures)
{
    bool some = false, is_first = false;
    for (size_t i = 0; i < failures->count; i++) {
        const char *kind = failures->one[i].signature.kind;
        rule_of(failures, i, &is_first);
        if (!is_first) { continue; }
        bd__text_printf(out, "%s\n    {\"id\": ", some ? "," : "");
        bd__text_json(out, kind);
        bd__text_puts(out, ", \"shortDescription\": {\"text\": ");
        bd__text_json(out, kind);
        bd__text_puts(out, "}, \"fullDescription\": {\"text\": \"A failure of the software under test, found by "
                           "fuzzing.\"}, \"help\": {\"text\": \"Run the input of the failure's folder again: its "
                           "failure.json has the command.\"}, \"defaultConfiguration\": {\"level\": \"error\"}, "
                           "\"properties\": {\"tags\": [\"fuzzing\"]}}");
        some = true;
    }
}

static void put_result(struct bd__text *out, const char *dir, const struct bd__failures *failures, size_t index)
{
    const struct bd__distinct *d = &failures->one[index];
    bool is_first;
    struct bd__text message = {0};
    bd__text_printf(&message, "%s. Met %llu time%s, first in trial %llu; reproducible: %s. To see it again: %s",
                    d->signature.text, (ull)d->count, d->count == 1 ? "" : "s", (ull)d->first_trial,
                    bd__reproducible_names[d->reproducible], d->reproduce ? d->reproduce : "");
    bd__text_puts(out, "   {\"ruleId\": ");
    bd__text_json(out, d->signature.kind);
    bd__text_printf(out, ", \"ruleIndex\": %zu, \"level\": \"error\", \"message\": {\"text\": ",
                    rule_of(failures, index, &is_first));
    bd__text_json(out, bd__text_str(&message));
    bd__text_puts(out, "},\n    ");
    put_place(out, dir, d);
    put_stack(out, d);
    ull hash = bd__hash(d->signature.text, strlen(d->signature.text));
    bd__text_printf(out,
                    ",\n    \"occurrenceCount\": %llu, \"partialFingerprints\": {\"primaryLocationLineHash\": "
                    "\"%016llx:1\", \"bedivSignature/v1\": \"%016llx\"}}",
                    d->count ? (ull)d->count : 1, hash, hash);
    bd__text_clear(&message);
}

static void put_sarif(struct bd__text *out, const char *dir, const struct bd__failures *failures)
{
    bd__text_printf(out,
                    "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
                    " \"runs\": [{\"tool\": {\"driver\": {\"name\": \"bedivfuzz\", \"semanticVersion\": \"%s\",\n"
                    "   \"rules\": [",
                    BD_VERSION);
    put_rules(out, failures);
    bd__text_puts(out, "]}},\n  \"results\": [");
    for (size_t i = 0; i < failures->count; i++) {
        bd__text_puts(out, i ? ",\n" : "\n");
        put_result(out, dir, failures, i);
    }
    bd__text_puts(out, "]}]}\n");
}

/* ---- the whole ------------------------------------------------------------------------------- */

bool bd__report_failures(struct bd__text *out, const char *dir, enum bd__failures_format format, size_t *count,
                         struct bd__text *problems)
{
    struct bd__failures failures;
    *count = 0;
    if (!bd__failures_read(&failures, dir, problems)) { return false; }
    switch (format) {
    case BD__FAILURES_TABLE: put_table(out, &failures); break;
    case BD__FAILURES_JSON: put_json(out, dir, &failures); break;
    case BD__FAILURES_SARIF: put_sarif(out, dir, &failures); break;
    }
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
            bd__text_printf(out, "    %6llu ×  %s%s%s%s\n", (ull)d->count, d->signature.text,
                            d->reproducible > BD__REPRODUCIBLE_YES ? " (" : "",
                            d->reproducible == BD__REPRODUCIBLE_NO        ? "not reproducible"
                            : d->reproducible == BD__REPRODUCIBLE_EARLIER ? "needs earlier inputs"
                                                                          : "",
                            d->reproducible > BD__REPRODUCIBLE_YES ? ")" : "");
        }
        if (failures.count > SHOWN) { bd__text_printf(out, "    … and %zu more\n", failures.count - SHOWN); }
        for (size_t i = 0; i < failures.count && !*first;
             i++) { /* one that this program shows, not another build of it */
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
