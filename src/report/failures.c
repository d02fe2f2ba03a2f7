#include "report/failures.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"
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

/* Appends PATH as a URI relative to the current folder, where the sources are checked out. Returns false if PATH is elsewhere. */
static bool put_uri(struct bd__text *uri, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+,";
    char here[PATH_MAX];
    if (*path == '/') {
        size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
        if (size == 1) {
            size = 0;
        } /* the root */
        else if (!size || strncmp(path, here, size) != 0) {
            return false;
        }
        if (path[size] != '/') { return false; }
        path += size;
    }
    for (size_t step; *path; path += step) {
        step = strcspn(path, "/");
        if (step == 0) {
            step = 1;
        } else if (step == 2 && strncmp(path, "..", 2) == 0) {
            if (!uri->size) { return false; }
            const char *slash = strrchr(bd__text_str(uri), '/');
            uri->size = slash ? (size_t)(slash - uri->data) : 0;
            uri->data[uri->size] = 0;
        } else if (step != 1 || *path != '.') {
            if (uri->size) { bd__text_puts(uri, "/"); }
            for (size_t i = 0; i < step; i++) {
                bd__text_printf(uri, strchr(plain, path[i]) ? "%c" : "%%%02X", (unsigned char)path[i]);
            }
        }
    }
    return uri->size;
}

static void put_physical(struct bd__text *out, const char *uri, const char *base, unsigned line)
{
    bd__text_puts(out, "\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    bd__text_json(out, uri);
    if (base) { bd__text_printf(out, ", \"uriBaseId\": \"%s\"", base); }
    bd__text_printf(out, "}, \"region\": {\"startLine\": %u}}", line ? line : 1);
}

/* Appends the location of FRAME. If its file is not below the current folder, gives only its name in a message, as other machines
 * do not have that path; or, if such a frame is not WANTED, appends nothing and returns false. */
static bool put_location(struct bd__text *out, const struct bd__frame *frame, bool wanted)
{
    struct bd__text uri = {0}, name = {0};
    bool inside = *frame->file && put_uri(&uri, frame->file);
    if (inside || wanted) {
        bd__text_puts(out, "{");
        if (inside) {
            put_physical(out, bd__text_str(&uri), NULL, frame->line);
            bd__text_puts(out, ", ");
        } else if (*frame->file) {
            bd__text_printf(&name, "%s:%u", frame->file, frame->line);
            bd__text_puts(out, "\"message\": {\"text\": ");
            bd__text_json(out, bd__text_str(&name));
            bd__text_puts(out, "}, ");
        }
        bd__text_puts(out, "\"logicalLocations\": [{\"kind\": \"function\", \"name\": ");
        bd__text_json(out, frame->function);
        bd__text_puts(out, "}]}");
    }
    bd__text_clear(&uri);
    bd__text_clear(&name);
    return inside || wanted;
}

static const char RUN_DIRECTORY[] =
    "RUN_DIRECTORY"; /* base of the paths of inputs that are not below the current folder */

static void put_input_location(struct bd__text *out, const char *dir, const struct bd__distinct *d)
{
    struct bd__text path = {0}, uri = {0};
    bd__text_printf(&path, "%s/failures/%s/input", dir, d->name);
    bool inside = put_uri(&uri, bd__text_str(&path));
    if (!inside) {
        uri.size = 0;
        put_uri(&uri, bd__text_str(&path) + strlen(dir) + 1);
    }
    bd__text_puts(out, "{");
    put_physical(out, bd__text_str(&uri), inside ? NULL : RUN_DIRECTORY, 1);
    bd__text_puts(out, "}");
    bd__text_clear(&path);
    bd__text_clear(&uri);
}

/* Appends the first known location, or else the input: GitHub refuses results without a location. */
static void put_place(struct bd__text *out, const char *dir, const struct bd__distinct *d)
{
    bool known = false;
    bd__text_puts(out, "\"locations\": [");
    for (size_t i = 0; i < d->frame_count && !known; i++) {
        known = d->frame[i].line && put_location(out, &d->frame[i], false);
    }
    if (!known) { put_input_location(out, dir, d); }
    bd__text_puts(out, "]");
}

static void put_stack(struct bd__text *out, const struct bd__distinct *d)
{
    if (!d->frame_count) { return; }
    bd__text_puts(out, ", \"stacks\": [{\"frames\": [");
    for (size_t i = 0; i < d->frame_count; i++) {
        bd__text_printf(out, "%s{\"location\": ", i ? ", " : "");
        put_location(out, &d->frame[i], true);
        bd__text_puts(out, "}");
    }
    bd__text_puts(out, "]}]");
}

/* Each kind of failure is a rule. Returns the index of its rule; IS_FIRST: it is the first failure of its kind. */
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
                           "fuzzing.\"}, \"help\": {\"text\": \"Run the input in the failure's folder again; its "
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
    bd__text_printf(&message, "%s. Found %llu time%s, first in trial %llu; reproducible: %s. To reproduce it: %s",
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
    /* Lines move, but a failure must keep its identity. Failures that differ only in their lines are numbered. */
    ull hash = bd__signature_hash_without_lines(&d->signature), number = 1;
    for (size_t i = 0; i < index; i++) {
        number += bd__signature_hash_without_lines(&failures->one[i].signature) == hash;
    }
    bd__text_printf(out,
                    ",\n    \"occurrenceCount\": %llu, \"partialFingerprints\": {\"primaryLocationLineHash\": "
                    "\"%016llx:%llu\", \"bedivSignature/v2\": \"%016llx:%llu\"}}",
                    d->count ? (ull)d->count : 1, hash, number, hash, number);
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
    bd__text_printf(out,
                    "]}},\n  \"originalUriBaseIds\": {\"%s\": {\"description\": {\"text\": \"The run directory of the "
                    "campaign.\"}}},\n  \"results\": [",
                    RUN_DIRECTORY);
    for (size_t i = 0; i < failures->count; i++) {
        bd__text_puts(out, i ? ",\n" : "\n");
        put_result(out, dir, failures, i);
    }
    bd__text_puts(out, "]}]}\n");
}

/* ---- all formats ----------------------------------------------------------------------------- */

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
