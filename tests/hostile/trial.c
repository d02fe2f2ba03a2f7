/* trial.c: hostile files trial.json. One that is accepted must have figures that are some; written anew it must be read as the
 * same.
 *
 * readers: src/store/trial_file.c src/base/json.c
 */
#include "store/trial_file.h"

#include <math.h>

#include "hostile.h"

static void put_value(struct page *p, const char *key)
{
    static const char *const names[] = {"expat", "zest", "quickcheck@plain", "\\u00e9", "a b", ""};
    static const char *const hashes[] = {
        "0123456789abcdef", "ffffffffffffffff", "0000000000000001", "12",
        "0123456789ABCDEG", "0x23456789abcdef", "-123456789abcdef", " 123456789abcdef"};
    if (strcmp(key, "subject") == 0 || strcmp(key, "technique") == 0) {
        put(p, "\"");
        put_one_of(p, "name", names, sizeof names / sizeof *names);
        if (slips(p)) { put_rubbish(p); }
        if (slips(p)) { put_many(p, 'x', bd_int(p->s, "long", 50, 300)); }
        put(p, slips(p) ? "" : "\"");
    } else if (strcmp(key, "identical") == 0) {
        put(p, slips(p) ? "\"maybe\"" : bd_flag(p->s, "identical") ? "true" : "false");
    } else if (strcmp(key, "sanitized_hash") == 0) {
        putf(p, "\"%s\"", hashes[bd_pick(p->s, "hash", slips(p) ? sizeof hashes / sizeof *hashes : 3)]);
    } else {
        put_number(p, "number", 0, 100000);
        if (strstr(key, "seconds") || strcmp(key, "load_average") == 0) { put(p, bd_flag(p->s, "part") ? ".125" : ""); }
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const keys[] = {"subject",     "technique",      "repetition", "seed",        "core",
                                       "started",     "seconds",        "exit_code",  "identical",   "wall_seconds",
                                       "cpu_seconds", "sanitized_hash", "later",      "load_average"};
    enum { KEYS = sizeof keys / sizeof *keys };
    struct page p = page_begin(s, out);
    put(&p, slips(&p) ? "[" : "{");
    for (size_t i = 0; i < KEYS; i++) {
        if (slips(&p) || bd_flag(s, "left out")) { continue; }
        const char *key = keys[slips(&p) ? bd_pick(s, "another", KEYS) : i];
        putf(&p, "%s\"%s\"%s", p.size > 1 && !slips(&p) ? ",\n  " : "", key, slips(&p) ? " " : ": ");
        put_value(&p, key);
    }
    put(&p, slips(&p) ? "" : "}\n");
    if (slips(&p)) { put_rubbish(&p); }
}

static bool is_figure(double number)
{
    return isnan(number) || (isfinite(number) && number >= 0);
}

static const char *problem_of(const struct bd__trial_file *t)
{
    if (!memchr(t->subject, 0, sizeof t->subject) || !memchr(t->technique, 0, sizeof t->technique)) {
        return "a name has no end";
    }
    bool figures =
        is_figure(t->seconds) && is_figure(t->load_average) && is_figure(t->wall_seconds) && is_figure(t->cpu_seconds);
    if (!figures) { return "a figure is none"; }
    return t->repeated || t->identical ? NULL : "it was not repeated, and yet the inputs differ";
}

/* Is TRIAL, written and read, the same? What it does not say is not written so. */
static bool comes_again(struct bd__trial_file trial)
{
    struct bd__trial_file again;
    struct bd__text first = {0}, second = {0}, why = {0};
    double *const figures[] = {&trial.seconds, &trial.load_average, &trial.wall_seconds, &trial.cpu_seconds};
    for (size_t i = 0; i < 4; i++) { *figures[i] = isnan(*figures[i]) ? 0 : *figures[i]; }
    bd__trial_file_put(&first, &trial);
    struct in_memory file = in_memory(first.data, first.size);
    bool same = bd__trial_file_read(&again, file.path, &why);
    if (same) { bd__trial_file_put(&second, &again); }
    same = same && strcmp(bd__text_str(&first), bd__text_str(&second)) == 0;
    close(file.fd);
    bd__text_clear(&first);
    bd__text_clear(&second);
    bd__text_clear(&why);
    return same;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct bd__trial_file trial;
    struct bd__text why = {0};
    enum bd_verdict verdict = BD_VALID;
    struct in_memory file = in_memory(in->data, in->size);
    if (bd__trial_file_read(&trial, file.path, &why)) {
        const char *problem = problem_of(&trial);
        if (problem) {
            verdict = wrong(problem);
        } else if (!comes_again(trial)) {
            verdict = wrong("written anew it is another");
        }
    } else {
        struct heard heard = {.count = why.size > 0};
        snprintf(heard.text, sizeof heard.text, "%s", bd__text_str(&why));
        verdict = refused(&heard, names(heard.text, file.path, false));
    }
    bd__text_clear(&why);
    close(file.fd);
    return verdict;
}

BD_FUZZER(.name = "hostile-trial", .generate = generate, .run = run);
