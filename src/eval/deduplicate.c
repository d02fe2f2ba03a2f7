/* deduplicate.c: the distinct failures of a repetition. The campaign has one folder per distinct failure, as far as a build
 * without sanitizers can distinguish them. We run their first examples on the sanitized build, whose report says what each
 * failure is and where; triage/signature.h makes a signature of it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "eval/child.h"
#include "eval/eval.h"
#include "store/case_name.h"
#include "store/failure_table.h"
#include "store/failures.h"
#include "store/record.h"
#include "triage/signature.h"

/* Examples to run per repetition: a sanitized run may take seconds. */
enum { LOOKED_AT = 50 };
static const char REPLAY_TIMEOUT[] = "10s"; /* sanitizers are slow */
static const double REPLAY_SECONDS = 60;

/* An example of a failure. */
struct example {
    char *path; /* owned; in the run directory */
    struct bd__failure_name told;
    size_t folder, rank;        /* index of its distinct failure, and its number among the examples of that */
    struct bd__signature known; /* in the campaign */
    struct bd__signature signature;
    uint64_t stands_for; /* itself, and the failures of its folder that are not run */
    uint64_t count;      /* failures with this signature; 0: counted with an earlier example */
};

struct examples {
    struct example *one; /* owned */
    size_t count;
};

/* ---- the folders ----------------------------------------------------------------------------- */

static struct example *add(struct examples *list, const struct bd__distinct *distinct, size_t folder)
{
    list->one = bd__memory_grow(list->one, list->count, sizeof *list->one);
    struct example *failure = &list->one[list->count++];
    *failure = (struct example){.folder = folder, .known = distinct->signature};
    return failure;
}

/* Adds the examples in seen/. If the failure needs earlier inputs, adds its folder instead, which has them. */
static void add_examples(struct examples *list, const char *dir, const struct bd__distinct *distinct, size_t folder)
{
    char path[PATH_MAX];
    struct dirent **entry = NULL;
    snprintf(path, sizeof path, "%s/failures/%s/seen", dir, distinct->name);
    int count = scandir(path, &entry, NULL, alphasort);
    size_t rank = 0;
    for (int i = 0; i < count; i++) {
        struct bd__failure_name told;
        bool whole = rank == 0 && distinct->reproducible == BD__REPRODUCIBLE_EARLIER;
        if (bd__case_name_read_failure(&told, entry[i]->d_name) &&
            (rank == 0 || distinct->reproducible != BD__REPRODUCIBLE_EARLIER)) {
            struct example *failure = add(list, distinct, folder);
            failure->told = told;
            failure->rank = rank++;
            snprintf(path, sizeof path, "failures/%s%s%s", distinct->name, whole ? "" : "/seen/",
                     whole ? "" : entry[i]->d_name);
            failure->path = bd__memory_copy(path);
        }
        free(entry[i]);
    }
    free(entry);
}

static void clear(struct examples *list)
{
    for (size_t i = 0; i < list->count; i++) { free(list->one[i].path); }
    free(list->one);
}

static int by_trial(const void *a, const void *b)
{
    const struct example *x = a, *y = b;
    if (x->told.trial != y->told.trial) { return x->told.trial < y->told.trial ? -1 : 1; }
    return strcmp(x->path, y->path);
}

static int by_rank(const void *a, const void *b)
{
    const struct example *x = a, *y = b;
    if (x->rank != y->rank) { return x->rank < y->rank ? -1 : 1; }
    return by_trial(a, b);
}

/* Chooses the examples to run: the first of every folder, then the second ones, and so on. Moves them to the front, ordered by
 * trial, and returns their number. The first example of a folder stands for all failures of the folder that are not run. */
static size_t choose(struct examples *list, const struct bd__failures *folders)
{
    if (list->count == 0) { return 0; }
    qsort(list->one, list->count, sizeof *list->one, by_rank);
    size_t chosen = list->count < LOOKED_AT ? list->count : LOOKED_AT;
    for (size_t i = 0; i < chosen; i++) {
        struct example *failure = &list->one[i];
        uint64_t others = 0;
        for (size_t j = 0; j < chosen; j++) { others += j != i && list->one[j].folder == failure->folder; }
        uint64_t met = folders->one[failure->folder].count;
        failure->stands_for = failure->rank == 0 && met > others ? met - others : 1;
    }
    qsort(list->one, chosen, sizeof *list->one, by_trial);
    return chosen;
}

/* ---- signatures ------------------------------------------------------------------------------ */

/* Tapes hold positions in a dictionary, so a replay needs the campaign's. */
static size_t add_dictionary(const char **argv, size_t n, const struct bd__names *flags)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->name[i];
        if (strncmp(flag, "--dict=", 7) == 0) { argv[n++] = flag; }
        if (strcmp(flag, "--dict") == 0 && i + 1 < flags->count) {
            argv[n++] = flag;
            argv[n++] = flags->name[i + 1];
        }
        if (n > 8) { break; }
    }
    return n;
}

static enum bd_status sign(const struct bd__eval *eval, const char *program, const char *input, struct example *failure)
{
    bd__signature_of_kind(&failure->signature, failure->told.kind);
    /* Where a run exceeds a limit is chance, so a stack would say nothing. */
    if (bd__failure_is_limit(failure->told.kind)) { return BD_OK; }
    struct bd__signature reported;
    const char *argv[16] = {program, "replay", "--timeout", REPLAY_TIMEOUT};
    size_t n = add_dictionary(argv, 4, &eval->manifest.flags);
    argv[n++] = "--";
    argv[n] = input;
    bool signed_here = false;
    if (bd__file_exists(program)) {
        struct bd__child child;
        enum bd_status status = bd__child_run(&child, argv, REPLAY_SECONDS);
        signed_here = status == BD_OK && child.exit_code == 77 &&
                      bd__signature_read(&reported, bd__text_str(&child.output), NULL, 0);
        bd__child_clear(&child);
        if (status == BD_INTERRUPTED) { return status; }
    }
    failure->signature = signed_here ? reported : failure->known;
    return BD_OK;
}

/* Counts examples with equal signatures under the first of them. */
static void merge(struct examples *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (!bd__signature_same(&list->one[first].signature, &list->one[i].signature)) { first++; }
        list->one[first].count += list->one[i].stands_for;
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_table(struct bd__text *out, const struct examples *list, size_t chosen, const struct bd__record *clock)
{
    struct bd__failure_table table = {.looked_at = chosen, .examples = list->count};
    for (size_t i = 0; i < chosen; i++) {
        const struct example *f = &list->one[i];
        if (!f->count) { continue; }
        bd__failure_table_add(&table, (struct bd__failure_row){
                                          .signature = f->signature.text,
                                          .kind = f->signature.kind,
                                          .seconds = bd__record_seconds_at(clock, (double)f->told.trial),
                                          .trial = (double)f->told.trial,
                                          .count = (double)f->count,
                                          .path = f->path,
                                      });
    }
    bd__failure_table_put(out, &table);
    bd__failure_table_clear(&table);
}

/* Makes AddressSanitizer print the stack of aborts too: most assertions end in one. */
static void ask_for_stacks(void)
{
    const char *given = getenv("ASAN_OPTIONS");
    struct bd__text options = {0};
    bd__text_printf(&options, "%s%shandle_abort=1", given ? given : "", given && *given ? ":" : "");
    setenv("ASAN_OPTIONS", bd__text_str(&options), 1);
    bd__text_clear(&options);
}

enum bd_status bd__eval_write_failures(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                                       const char *dir, const char *clock, struct bd__text *message)
{
    char path[PATH_MAX], program[PATH_MAX];
    struct bd__record record;
    if (!bd__record_read_timing(&record, clock, message)) {
        bd__record_clear(&record);
        return BD_FORMAT;
    }
    bd__eval_program(program, eval, "sanitized/", repetition->subject);
    struct bd__failures folders;
    struct examples list = {0};
    struct bd__text problems = {0};
    bd__failures_read(&folders, dir, &problems);
    for (size_t i = 0; i < folders.count; i++) { add_examples(&list, dir, &folders.one[i], i); }
    size_t chosen = choose(&list, &folders);
    enum bd_status status = problems.size ? BD_FORMAT : BD_OK;
    bd__text_puts(message, bd__text_str(&problems));
    bd__text_clear(&problems);
    if (status == BD_OK && chosen && !bd__eval_program_is_same(eval, repetition, BD__BUILD_SANITIZED)) {
        bd__text_printf(message,
                        "%s was rebuilt while the experiment ran; all failures must be examined with the same build: "
                        "run the experiment "
                        "again in another directory (-o)",
                        program);
        status = BD_USAGE;
    }
    ask_for_stacks();
    for (size_t i = 0; i < chosen && status == BD_OK; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, list.one[i].path);
        status = sign(eval, program, path, &list.one[i]);
    }
    if (status == BD_OK) {
        struct bd__text table = {0};
        merge(&list, chosen);
        put_table(&table, &list, chosen, &record);
        snprintf(path, sizeof path, "%s/failures.tsv", dir);
        status = bd__file_write(path, bd__text_str(&table), table.size);
        if (status != BD_OK) { bd__text_printf(message, "cannot write %s: %s", path, bd__file_why()); }
        bd__text_clear(&table);
    }
    clear(&list);
    bd__failures_clear(&folders);
    bd__record_clear(&record);
    return status;
}

void bd__eval_count_failures(struct bd__eval *eval, const struct bd__eval_repetition *repetition)
{
    char path[PATH_MAX];
    struct bd__failure_table table;
    struct bd__text why = {0}; /* ignored: the report says it */
    bd__eval_path(path, eval, repetition, "/failures.tsv");
    bool good = bd__failure_table_read(&table, path, &why);
    for (size_t i = 0; good && i < table.count; i++) {
        struct bd__text known = {0};
        bd__text_printf(&known, "\n%s\t%s\n", repetition->subject, table.row[i].signature);
        if (!strstr(bd__text_str(&eval->failures), bd__text_str(&known))) {
            bd__text_puts(&eval->failures, bd__text_str(&known));
            eval->failure_count++;
        }
        bd__text_clear(&known);
    }
    bd__failure_table_clear(&table);
    bd__text_clear(&why);
}
