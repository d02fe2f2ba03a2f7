#include "store/failures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/saving.h"
#include "trial/size.h"

const char *const bd__reproducible_names[] = {"unknown", "yes", "needs earlier inputs", "no"};

void bd__distinct_clear(struct bd__distinct *distinct)
{
    free(distinct->frame);
    free(distinct->reproduce);
    free(distinct->shrink);
    *distinct = (struct bd__distinct){0};
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Adds SIZE characters of TEXT; runs of what is not safe in a name become one '_'. */
static void add_safe(char *name, size_t room, const char *text, size_t size)
{
    size_t at = strlen(name);
    bool gap = false;
    for (size_t i = 0; i < size && at + 2 < room; i++) {
        char c = text[i];
        bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                    c == '-' || c == '.' || c == '+';
        if (safe && gap && at && name[at - 1] != '_') { name[at++] = '_'; }
        if (safe) { name[at++] = c; }
        gap = !safe;
    }
    name[at] = 0;
}

void bd__failures_name(char name[BD__FAILURE_NAME], const struct bd__signature *signature)
{
    enum { KIND = 48, PLACE = 112 };
    *name = 0;
    const char *text = signature->text;
    add_safe(name, KIND, signature->kind, strlen(signature->kind));
    size_t kind = strlen(signature->kind);
    bool placed = strncmp(text, signature->kind, kind) == 0;
    if (placed && (strncmp(text + kind, " in ", 4) == 0 || strncmp(text + kind, " at ", 4) == 0)) {
        const char *place = text + kind + 4;
        size_t at = strlen(name);
        snprintf(name + at, BD__FAILURE_NAME - at, "-%.2s-", text + kind + 1);
        add_safe(name, PLACE, place, strcspn(place, ", "));
    }
    size_t at = strlen(name);
    snprintf(name + at, BD__FAILURE_NAME - at, "-%08x", (unsigned)bd__signature_hash(signature));
}

/* ---- failure.json ---------------------------------------------------------------------------- */

static void put_text(struct bd__text *out, const char *key, const char *value)
{
    bd__text_printf(out, "  \"%s\": ", key);
    bd__text_json(out, value);
    bd__text_puts(out, ",\n");
}

static void put_number(struct bd__text *out, const char *key, uint64_t value)
{
    bd__text_printf(out, "  \"%s\": %llu,\n", key, (unsigned long long)value);
}

static void put_frames(struct bd__text *out, const struct bd__distinct *d)
{
    bd__text_puts(out, "  \"frames\": [");
    for (size_t i = 0; i < d->frame_count; i++) {
        bd__text_printf(out, "%s\n    {\"function\": ", i ? "," : "");
        bd__text_json(out, d->frame[i].function);
        if (*d->frame[i].file) {
            bd__text_puts(out, ", \"file\": ");
            bd__text_json(out, d->frame[i].file);
            bd__text_printf(out, ", \"line\": %u", d->frame[i].line);
        }
        bd__text_puts(out, "}");
    }
    bd__text_printf(out, "%s],\n", d->frame_count ? "\n  " : "");
}

static void put_json(struct bd__text *out, const struct bd__distinct *d)
{
    bd__text_puts(out, "{\n");
    put_number(out, "format", BD__RUNDIR_VERSION);
    put_text(out, "signature", d->signature.text);
    put_text(out, "kind", d->signature.kind);
    put_frames(out, d);
    put_text(out, "reproducible", bd__reproducible_names[d->reproducible]);
    put_number(out, "earlier", d->earlier);
    put_text(out, "found_by", d->found_by);
    put_number(out, "count", d->count);
    put_number(out, "examples", d->examples);
    put_number(out, "first_trial", d->first_trial);
    put_number(out, "last_trial", d->last_trial);
    bd__text_printf(out, "  \"first_seconds\": %.3f,\n  \"last_seconds\": %.3f,\n", d->first_seconds, d->last_seconds);
    put_number(out, "size", d->size);
    put_number(out, "structural_choices", d->structural);
    put_number(out, "value_choices", d->values);
    put_number(out, "input_trial", d->input_trial);
    put_number(out, "shrink_runs", d->shrink_runs);
    bd__text_printf(out, "  \"shrink_seconds\": %.3f,\n", d->shrink_seconds);
    bd__text_printf(out, "  \"examined\": %s,\n", d->examined ? "true" : "false");
    put_text(out, "program", d->program);
    put_text(out, "guide", d->guide);
    put_number(out, "seed", d->seed);
    put_text(out, "reproduce", d->reproduce ? d->reproduce : "");
    bd__text_puts(out, "  \"shrink\": ");
    bd__text_json(out, d->shrink ? d->shrink : "");
    bd__text_puts(out, "\n}\n");
}

/* ---- writing --------------------------------------------------------------------------------- */

static void stage(struct bd__rundir *dir, const struct bd__distinct *d, const char *file, const char *text, size_t size)
{
    char name[BD__FAILURE_NAME + 64];
    snprintf(name, sizeof name, "failures/%s/%s", d->name, file);
    bd__rundir_stage(dir, name, text, size);
}

/* "id:000000,sig:06,src:000003,execs:4567,op:value,rep:4" */
static void example_name(struct bd__text *name, const struct bd__distinct *d, const struct bd__case *kept)
{
    char code[32];
    bd__text_printf(name, "failures/%s/seen/id:%06u,%s", d->name, d->examples,
                    bd__outcome_code(&kept->outcome, code, sizeof code));
    bd__rundir_add_origin(name, kept);
}

static void stage_example(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                          const struct bd__case *kept)
{
    struct bd__text name = {0};
    example_name(&name, d, kept);
    bd__rundir_stage_case(dir, from, kept, bd__text_str(&name));
    bd__text_clear(&name);
    d->examples++;
    d->changed = true;
}

/* What the sanitized build said was about another input. */
static void drop_sanitized(const struct bd__rundir *dir, const struct bd__distinct *d)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s/sanitized.txt", dir->path, d->name);
    unlink(path);
}

static void stage_input(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                        const struct bd__case *kept, const char *report)
{
    char name[BD__FAILURE_NAME + 32];
    stage(dir, d, "report.txt", report, strlen(report));
    snprintf(name, sizeof name, "failures/%s/input", d->name);
    bd__rundir_stage_case(dir, from, kept, name);
    d->size = kept->bytes.size;
    d->structural = kept->choices.structural_count;
    d->values = kept->choices.choice_count - kept->choices.structural_count;
    d->input_trial = kept->trial;
    d->changed = true;
    drop_sanitized(dir, d);
}

bool bd__failures_has(struct bd__rundir *dir, const struct bd__distinct *d)
{
    char name[BD__FAILURE_NAME + 32];
    snprintf(name, sizeof name, "failures/%s/failure.json", d->name);
    return bd__saving_has(dir, name);
}

void bd__failures_save_json(struct bd__rundir *dir, struct bd__distinct *d)
{
    if (!d->changed) { return; }
    struct bd__text json = {0};
    put_json(&json, d);
    stage(dir, d, "failure.json", bd__text_str(&json), json.size);
    bd__text_clear(&json);
    d->changed = false;
}

bool bd__failures_save_new(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                           const struct bd__case *kept, const char *report)
{
    bd__rundir_commit(dir); /* the batch is this failure's alone */
    uint64_t unsaved = dir->unsaved;
    bd__saving_next_group(dir);
    stage_example(dir, from, d, kept);
    stage_input(dir, from, d, kept, report);
    bd__failures_save_json(dir, d);
    bd__rundir_commit(dir);
    return dir->unsaved == unsaved;
}

void bd__failures_save_example(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                               const struct bd__case *kept)
{
    bd__saving_next_group(dir);
    stage_example(dir, from, d, kept);
}

void bd__failures_save_input(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                             const struct bd__case *kept, const char *report)
{
    bd__saving_next_group(dir);
    stage_input(dir, from, d, kept, report);
}

void bd__failures_save_report(struct bd__rundir *dir, struct bd__distinct *d, const char *report)
{
    bd__saving_next_group(dir);
    stage(dir, d, "report.txt", report, strlen(report));
}

void bd__failures_save_shrunk(struct bd__rundir *dir, struct bd__distinct *d, const struct bd__failures_input *input,
                              const char *report)
{
    bd__saving_next_group(dir);
    stage(dir, d, "report.txt", report, strlen(report));
    stage(dir, d, "input.tape", (const char *)input->tape.data, input->tape.size);
    stage(dir, d, "input", (const char *)input->bytes.data, input->bytes.size);
    d->size = input->bytes.size;
    d->structural = input->structural;
    d->values = input->values;
    d->input_trial = input->trial;
    d->changed = true;
    drop_sanitized(dir, d);
}

void bd__failures_save_earlier(struct bd__rundir *dir, struct bd__distinct *d, char *const *tape, size_t count)
{
    char file[64];
    for (size_t i = 0; i < count; i++) {
        snprintf(file, sizeof file, BD__FAILURES_EARLIER, i);
        stage(dir, d, file, tape[i], strlen(tape[i]));
    }
    for (size_t i = count; i < d->earlier; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/failures/%s/" BD__FAILURES_EARLIER, dir->path, d->name, i);
        unlink(path); /* failure.json says how many count */
    }
    d->earlier = (uint32_t)count;
    d->changed = true;
}

bool bd__failures_is_smaller(const struct bd__distinct *d, const struct bd__case *kept)
{
    struct bd__size smallest = {d->size, d->structural, d->values};
    return bd__size_compare(bd__size_of(&kept->choices, kept->bytes.size), smallest) < 0;
}
