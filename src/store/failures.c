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

void bd__distinct_set_frames(struct bd__distinct *distinct, const struct bd__frame *frame, size_t count)
{
    free(distinct->frame);
    distinct->frame = bd__memory(count, sizeof *frame);
    distinct->frame_count = count;
    if (count) { memcpy(distinct->frame, frame, count * sizeof *frame); }
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

void bd__failures_put_frame(struct bd__json *json, const struct bd__frame *frame)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_string(json, "function", frame->function);
    if (*frame->file) {
        bd__json_string(json, "file", frame->file);
        bd__json_count(json, "line", frame->line);
    }
    bd__json_end(json);
}

static void put_frames(struct bd__json *json, const struct bd__distinct *d)
{
    bd__json_array(json, "frames", BD__JSON_LINES);
    for (size_t i = 0; i < d->frame_count; i++) { bd__failures_put_frame(json, &d->frame[i]); }
    bd__json_end(json);
}

void bd__failures_json(struct bd__text *out, const struct bd__distinct *d)
{
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_LINES);
    bd__json_count(&json, "format", BD__RUNDIR_VERSION);
    bd__json_string(&json, "signature", d->signature.text);
    bd__json_string(&json, "kind", d->signature.kind);
    put_frames(&json, d);
    bd__json_string(&json, "reproducible", bd__reproducible_names[d->reproducible]);
    bd__json_count(&json, "earlier", d->earlier);
    bd__json_string(&json, "found_by", d->found_by);
    bd__json_count(&json, "count", d->count);
    bd__json_count(&json, "examples", d->examples);
    bd__json_count(&json, "first_trial", d->first_trial);
    bd__json_count(&json, "last_trial", d->last_trial);
    bd__json_fixed(&json, "first_seconds", d->first_seconds, 3);
    bd__json_fixed(&json, "last_seconds", d->last_seconds, 3);
    bd__json_count(&json, "size", d->size);
    bd__json_count(&json, "structural_choices", d->structural);
    bd__json_count(&json, "value_choices", d->values);
    bd__json_count(&json, "input_trial", d->input_trial);
    bd__json_count(&json, "shrink_runs", d->shrink_runs);
    bd__json_fixed(&json, "shrink_seconds", d->shrink_seconds, 3);
    bd__json_bool(&json, "examined", d->examined);
    bd__json_string(&json, "program", d->program);
    bd__json_string(&json, "guide", d->guide);
    bd__json_count(&json, "seed", d->seed);
    bd__json_string(&json, "reproduce", d->reproduce ? d->reproduce : "");
    bd__json_string(&json, "shrink", d->shrink ? d->shrink : "");
    bd__json_end(&json);
    bd__text_puts(out, "\n");
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
    bd__failures_json(&json, d);
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
