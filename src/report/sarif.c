#include "report/sarif.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long ull;

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

/* {"text": TEXT}, as SARIF wants most texts. */
static void put_message(struct bd__json *json, const char *key, const char *text)
{
    bd__json_object(json, key, BD__JSON_FLAT);
    bd__json_string(json, "text", text);
    bd__json_end(json);
}

static void put_physical(struct bd__json *json, const char *uri, const char *base, unsigned line)
{
    bd__json_object(json, "physicalLocation", BD__JSON_FLAT);
    bd__json_object(json, "artifactLocation", BD__JSON_FLAT);
    bd__json_string(json, "uri", uri);
    if (base) { bd__json_string(json, "uriBaseId", base); }
    bd__json_end(json);
    bd__json_object(json, "region", BD__JSON_FLAT);
    bd__json_count(json, "startLine", line ? line : 1);
    bd__json_end(json);
    bd__json_end(json);
}

static void put_function(struct bd__json *json, const char *name)
{
    bd__json_array(json, "logicalLocations", BD__JSON_FLAT);
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "kind", "function");
    bd__json_string(json, "name", name);
    bd__json_end(json);
    bd__json_end(json);
}

/* Appends the location of FRAME. If its file is not below the current folder, gives only its name in a message, as other machines
 * do not have that path; or, if such a frame is not WANTED, appends nothing and returns false. */
static bool put_location(struct bd__json *json, const char *key, const struct bd__frame *frame, bool wanted)
{
    struct bd__text uri = {0}, name = {0};
    bool inside = *frame->file && put_uri(&uri, frame->file);
    if (inside || wanted) {
        bd__json_object(json, key, BD__JSON_FLAT);
        if (inside) {
            put_physical(json, bd__text_str(&uri), NULL, frame->line);
        } else if (*frame->file) {
            bd__text_printf(&name, "%s:%u", frame->file, frame->line);
            put_message(json, "message", bd__text_str(&name));
        }
        put_function(json, frame->function);
        bd__json_end(json);
    }
    bd__text_clear(&uri);
    bd__text_clear(&name);
    return inside || wanted;
}

static const char RUN_DIRECTORY[] =
    "RUN_DIRECTORY"; /* base of the paths of inputs that are not below the current folder */

static void put_input_location(struct bd__json *json, const char *dir, const struct bd__distinct *d)
{
    struct bd__text path = {0}, uri = {0};
    bd__text_printf(&path, "%s/failures/%s/input", dir, d->name);
    bool inside = put_uri(&uri, bd__text_str(&path));
    if (!inside) {
        uri.size = 0;
        put_uri(&uri, bd__text_str(&path) + strlen(dir) + 1);
    }
    bd__json_object(json, NULL, BD__JSON_FLAT);
    put_physical(json, bd__text_str(&uri), inside ? NULL : RUN_DIRECTORY, 1);
    bd__json_end(json);
    bd__text_clear(&path);
    bd__text_clear(&uri);
}

/* Appends the first known location, or else the input: GitHub refuses results without a location. */
static void put_place(struct bd__json *json, const char *dir, const struct bd__distinct *d)
{
    bool known = false;
    bd__json_array(json, "locations", BD__JSON_FLAT);
    for (size_t i = 0; i < d->frame_count && !known; i++) {
        known = d->frame[i].line && put_location(json, NULL, &d->frame[i], false);
    }
    if (!known) { put_input_location(json, dir, d); }
    bd__json_end(json);
}

static void put_stack(struct bd__json *json, const struct bd__distinct *d)
{
    if (!d->frame_count) { return; }
    bd__json_array(json, "stacks", BD__JSON_FLAT);
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_array(json, "frames", BD__JSON_FLAT);
    for (size_t i = 0; i < d->frame_count; i++) {
        bd__json_object(json, NULL, BD__JSON_FLAT);
        put_location(json, "location", &d->frame[i], true);
        bd__json_end(json);
    }
    bd__json_end(json);
    bd__json_end(json);
    bd__json_end(json);
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

static void put_rule(struct bd__json *json, const char *kind)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "id", kind);
    put_message(json, "shortDescription", kind);
    put_message(json, "fullDescription", "A failure of the software under test, found by fuzzing.");
    put_message(json, "help", "Run the input in the failure's folder again; its failure.json has the command.");
    bd__json_object(json, "defaultConfiguration", BD__JSON_FLAT);
    bd__json_string(json, "level", "error");
    bd__json_end(json);
    bd__json_object(json, "properties", BD__JSON_FLAT);
    bd__json_array(json, "tags", BD__JSON_FLAT);
    bd__json_string(json, NULL, "fuzzing");
    bd__json_end(json);
    bd__json_end(json);
    bd__json_end(json);
}

static void put_rules(struct bd__json *json, const struct bd__failures *failures)
{
    bd__json_array(json, "rules", BD__JSON_FLAT);
    for (size_t i = 0; i < failures->count; i++) {
        bool is_first = false;
        rule_of(failures, i, &is_first);
        if (!is_first) { continue; }
        bd__json_break(json, 4);
        put_rule(json, failures->one[i].signature.kind);
    }
    bd__json_end(json);
}

/* Lines move, but a failure must keep its identity. Failures that differ only in their lines are numbered. */
static void put_fingerprints(struct bd__json *json, const struct bd__failures *failures, size_t index)
{
    ull hash = bd__signature_hash_without_lines(&failures->one[index].signature), number = 1;
    for (size_t i = 0; i < index; i++) {
        number += bd__signature_hash_without_lines(&failures->one[i].signature) == hash;
    }
    char text[48];
    snprintf(text, sizeof text, "%016llx:%llu", hash, number);
    bd__json_object(json, "partialFingerprints", BD__JSON_FLAT);
    bd__json_string(json, "primaryLocationLineHash", text);
    bd__json_string(json, "bedivSignature/v2", text);
    bd__json_end(json);
}

static void put_result(struct bd__json *json, const char *dir, const struct bd__failures *failures, size_t index)
{
    const struct bd__distinct *d = &failures->one[index];
    bool is_first;
    struct bd__text message = {0};
    bd__text_printf(&message, "%s. Found %llu time%s, first in trial %llu; reproducible: %s. To reproduce it: %s",
                    d->signature.text, (ull)d->count, d->count == 1 ? "" : "s", (ull)d->first_trial,
                    bd__reproducible_names[d->reproducible], d->reproduce ? d->reproduce : "");
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "ruleId", d->signature.kind);
    bd__json_count(json, "ruleIndex", rule_of(failures, index, &is_first));
    bd__json_string(json, "level", "error");
    put_message(json, "message", bd__text_str(&message));
    bd__json_break(json, 4);
    put_place(json, dir, d);
    put_stack(json, d);
    bd__json_break(json, 4);
    bd__json_count(json, "occurrenceCount", d->count ? d->count : 1);
    put_fingerprints(json, failures, index);
    bd__json_end(json);
    bd__text_clear(&message);
}

static void put_tool(struct bd__json *json, const struct bd__failures *failures)
{
    bd__json_object(json, "tool", BD__JSON_FLAT);
    bd__json_object(json, "driver", BD__JSON_FLAT);
    bd__json_string(json, "name", "bedivfuzz");
    bd__json_string(json, "semanticVersion", BD_VERSION);
    bd__json_break(json, 3);
    put_rules(json, failures);
    bd__json_end(json);
    bd__json_end(json);
}

static void put_base(struct bd__json *json)
{
    bd__json_object(json, "originalUriBaseIds", BD__JSON_FLAT);
    bd__json_object(json, RUN_DIRECTORY, BD__JSON_FLAT);
    put_message(json, "description", "The run directory of the campaign.");
    bd__json_end(json);
    bd__json_end(json);
}

void bd__report_sarif(struct bd__json *json, const char *dir, const struct bd__failures *failures)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    bd__json_string(json, "version", "2.1.0");
    bd__json_break(json, 1);
    bd__json_array(json, "runs", BD__JSON_FLAT);
    bd__json_object(json, NULL, BD__JSON_FLAT);
    put_tool(json, failures);
    bd__json_break(json, 2);
    put_base(json);
    bd__json_break(json, 2);
    bd__json_array(json, "results", BD__JSON_FLAT);
    for (size_t i = 0; i < failures->count; i++) {
        bd__json_break(json, 3);
        put_result(json, dir, failures, i);
    }
    bd__json_end(json);
    bd__json_end(json);
    bd__json_end(json);
    bd__json_end(json);
}
