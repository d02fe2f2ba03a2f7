#include "store/failures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/case_name.h"
#include "store/failure_file.h"
#include "store/saving.h"
#include "trial/size.h"

/* Files of a folder that are for people: nothing reads them. */
static const char REPORT[] = "report.txt", SANITIZED[] = "sanitized.txt";

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

/* ---- writing --------------------------------------------------------------------------------- */

static void stage(struct bd__rundir *dir, const struct bd__distinct *d, const char *file, const char *text, size_t size)
{
    char name[BD__FAILURE_NAME + 64];
    snprintf(name, sizeof name, "failures/%s/%s", d->name, file);
    bd__rundir_stage(dir, name, text, size);
}

static void stage_example(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                          const struct bd__case *kept)
{
    struct bd__text name = {0};
    bd__text_printf(&name, "failures/%s/seen/", d->name);
    bd__case_name_in_failure(&name, kept, d->examples);
    bd__rundir_stage_case(dir, from, kept, bd__text_str(&name));
    bd__text_clear(&name);
    d->examples++;
    d->changed = true;
}

/* What the sanitized build said was about another input. */
static void drop_sanitized(const struct bd__rundir *dir, const struct bd__distinct *d)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s/%s", dir->path, d->name, SANITIZED);
    unlink(path);
}

static void stage_input(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *d,
                        const struct bd__case *kept, const char *report)
{
    char name[BD__FAILURE_NAME + 32];
    stage(dir, d, REPORT, report, strlen(report));
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
    snprintf(name, sizeof name, "failures/%s/" BD__FAILURE_FILE, d->name);
    return bd__saving_has(dir, name);
}

void bd__failures_save_json(struct bd__rundir *dir, struct bd__distinct *d)
{
    if (!d->changed) { return; }
    struct bd__text json = {0};
    bd__failure_file_put(&json, d);
    stage(dir, d, BD__FAILURE_FILE, bd__text_str(&json), json.size);
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
    stage(dir, d, REPORT, report, strlen(report));
}

void bd__failures_save_sanitized(struct bd__rundir *dir, const struct bd__distinct *d, const char *text)
{
    stage(dir, d, SANITIZED, text, strlen(text));
}

void bd__failures_save_shrunk(struct bd__rundir *dir, struct bd__distinct *d, const struct bd__failures_input *input,
                              const char *report)
{
    bd__saving_next_group(dir);
    stage(dir, d, REPORT, report, strlen(report));
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
