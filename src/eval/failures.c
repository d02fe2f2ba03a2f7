/* failures.c: what a trial found, told apart. Each failure is run again on the sanitized build, whose report says what
 * it is and where; triage/signature.h makes a signature of that. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/die.h"
#include "base/file.h"
#include "eval/child.h"
#include "eval/eval.h"
#include "store/readback.h"
#include "store/record.h"
#include "triage/signature.h"

/* A trial may file a thousand failures of one bug. The earliest tell when a bug was first found; the smallest of the
 * others are the likeliest to show another. */
enum { EARLIEST = 25, SMALLEST = 25 };
static const char REPLAY_TIMEOUT[] = "10s"; /* sanitizers are slow */
static const double REPLAY_SECONDS = 60;

struct failure {
    char *name; /* owned; of its file in failures/ */
    struct bd__readback_failure told;
    off_t size;
    struct bd__signature signature;
    size_t count; /* failures with this signature; 0: an earlier one stands for it */
};

struct failures {
    struct failure *one; /* owned */
    size_t count, capacity;
};

/* ---- the folder ------------------------------------------------------------------------------ */

static void add(struct failures *list, const char *folder, const char *name)
{
    struct bd__readback_failure told;
    char path[PATH_MAX];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!bd__readback_failure_name(&told, name) || stat(path, &info) != 0) { return; }
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->one = realloc(list->one, list->capacity * sizeof *list->one);
        if (!list->one) { bd__die("out of memory"); }
    }
    struct failure *failure = &list->one[list->count++];
    *failure = (struct failure){.name = strdup(name), .told = told, .size = info.st_size};
    if (!failure->name) { bd__die("out of memory"); }
}

static struct failures read_folder(const char *folder)
{
    struct failures list = {0};
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) { add(&list, folder, entry->d_name); }
    if (dir) { closedir(dir); }
    return list;
}

static void clear(struct failures *list)
{
    for (size_t i = 0; i < list->count; i++) { free(list->one[i].name); }
    free(list->one);
}

static int by_trial(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;
    if (x->told.trial != y->told.trial) { return x->told.trial < y->told.trial ? -1 : 1; }
    return strcmp(x->name, y->name);
}

static int by_size(const void *a, const void *b)
{
    const struct failure *x = a, *y = b;
    if (x->size != y->size) { return x->size < y->size ? -1 : 1; }
    return by_trial(a, b);
}

/* Puts those to be looked at first, and returns how many they are. */
static size_t choose(struct failures *list)
{
    if (list->count == 0) { return 0; }
    qsort(list->one, list->count, sizeof *list->one, by_trial);
    if (list->count <= EARLIEST + SMALLEST) { return list->count; }
    qsort(list->one + EARLIEST, list->count - EARLIEST, sizeof *list->one, by_size);
    qsort(list->one + EARLIEST, SMALLEST, sizeof *list->one, by_trial);
    return EARLIEST + SMALLEST;
}

/* ---- signatures ------------------------------------------------------------------------------ */

/* The limit was passed wherever the clock or the memory happened to stand: a stack would tell of chance. */
static bool is_limit(const char *kind)
{
    return strstr(kind, "timeout") || strstr(kind, "memory");
}

/* Tapes are places in a dictionary: a replay needs the campaign's. */
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

static bool read_log(const char *input, struct bd__signature *signature)
{
    char path[PATH_MAX], *text;
    size_t size;
    snprintf(path, sizeof path, "%s.log", input);
    bool found = bd__file_read(path, 8 << 20, &text, &size) == BD_OK && bd__signature_read(signature, text);
    free(text);
    return found;
}

static enum bd_status sign(const struct bd__eval *eval, const char *program, const char *input, struct failure *failure)
{
    bd__signature_of_kind(&failure->signature, failure->told.kind);
    if (is_limit(failure->told.kind)) { return BD_OK; }
    const char *argv[16] = {program, "replay", "--timeout", REPLAY_TIMEOUT};
    size_t n = add_dictionary(argv, 4, &eval->manifest.flags);
    argv[n++] = "--";
    argv[n] = input;
    bool signed_here = false;
    if (bd__file_exists(program)) {
        struct bd__child child;
        enum bd_status status = bd__child_run(&child, argv, REPLAY_SECONDS);
        signed_here = status == BD_OK && child.exit_code == 77 &&
                      bd__signature_read(&failure->signature, bd__text_str(&child.output));
        bd__child_clear(&child);
        if (status == BD_INTERRUPTED) { return status; }
    }
    if (!signed_here && !read_log(input, &failure->signature)) {
        bd__signature_of_kind(&failure->signature, failure->told.kind);
    }
    return BD_OK;
}

/* Counts equal ones under the first of them. */
static void merge(struct failures *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (strcmp(list->one[first].signature.text, list->one[i].signature.text) != 0) { first++; }
        list->one[first].count++;
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void add_table(struct bd__text *out, const struct failures *list, size_t chosen, const struct bd__record *clock)
{
    bd__text_puts(out, "# signature\tkind\tseconds\ttrial\tcount\tpath\n");
    if (chosen < list->count) {
        bd__text_printf(out,
                        "# %zu of %zu failures were looked at: the %d earliest, and the %d smallest of the others\n",
                        chosen, list->count, EARLIEST, SMALLEST);
    }
    for (size_t i = 0; i < chosen; i++) {
        const struct failure *f = &list->one[i];
        if (!f->count) { continue; }
        bd__text_printf(out, "%s\t%s\t%.3f\t%llu\t%zu\tfailures/%s\n", f->signature.text, f->signature.kind,
                        bd__record_seconds_at(clock, (double)f->told.trial), (unsigned long long)f->told.trial,
                        f->count, f->name);
    }
}

/* Has AddressSanitizer tell the stack of an abort too: that is how most assertions end. */
static void ask_for_stacks(void)
{
    const char *given = getenv("ASAN_OPTIONS");
    struct bd__text options = {0};
    bd__text_printf(&options, "%s%shandle_abort=1", given ? given : "", given && *given ? ":" : "");
    setenv("ASAN_OPTIONS", bd__text_str(&options), 1);
    bd__text_clear(&options);
}

enum bd_status bd__eval_write_failures(const struct bd__eval *eval, const struct bd__eval_trial *trial, const char *dir,
                                       const char *clock, struct bd__text *message)
{
    char path[PATH_MAX], program[PATH_MAX];
    struct bd__record record;
    if (!bd__record_read_timing(&record, clock, message)) {
        bd__record_clear(&record);
        return BD_FORMAT;
    }
    bd__eval_program(program, eval, "sanitized/", trial->subject);
    snprintf(path, sizeof path, "%s/failures", dir);
    struct failures list = read_folder(path);
    size_t chosen = choose(&list);
    enum bd_status status = BD_OK;
    if (chosen && !bd__eval_program_is_same(eval, trial, BD__EVAL_SANITIZED)) {
        bd__text_printf(message, "%s was built anew while the experiment ran; failures must be told apart by one build",
                        program);
        status = BD_USAGE;
    }
    ask_for_stacks();
    for (size_t i = 0; i < chosen && status == BD_OK; i++) {
        snprintf(path, sizeof path, "%s/failures/%s", dir, list.one[i].name);
        status = sign(eval, program, path, &list.one[i]);
    }
    if (status == BD_OK) {
        struct bd__text table = {0};
        merge(&list, chosen);
        add_table(&table, &list, chosen, &record);
        snprintf(path, sizeof path, "%s/failures.tsv", dir);
        status = bd__file_write(path, bd__text_str(&table), table.size);
        if (status != BD_OK) { bd__text_printf(message, "cannot write %s: %s", path, bd__file_why()); }
        bd__text_clear(&table);
    }
    clear(&list);
    bd__record_clear(&record);
    return status;
}

void bd__eval_count_failures(struct bd__eval *eval, const struct bd__eval_trial *trial)
{
    char path[PATH_MAX], *text;
    size_t size;
    bd__eval_path(path, eval, trial, "/failures.tsv");
    if (bd__file_read(path, 16 << 20, &text, &size) != BD_OK) { return; }
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) { next++; }
        if (*line == '#') { continue; }
        struct bd__text known = {0};
        bd__text_printf(&known, "\n%s\t%.*s\n", trial->subject, (int)strcspn(line, "\t\n"), line);
        if (!strstr(bd__text_str(&eval->failures), bd__text_str(&known))) {
            bd__text_puts(&eval->failures, bd__text_str(&known));
            eval->failure_count++;
        }
        bd__text_clear(&known);
    }
    free(text);
}
