/* failure.c: hostile files failure.json. One that is accepted must have a signature, and figures that are some; written anew it
 * must be read as the same.
 *
 * readers: src/store/failure_file.c src/base/json.c
 */
#include "store/failure_file.h"

#include <math.h>

#include "hostile.h"

static void put_words(struct page *p)
{
    static const char *const words[] = {"x", "SIGSEGV in store, parse", "a \\\"b\\\"", "\\u00e9", "\\udcff", ""};
    static const char *const odd[] = {"\\u0000", "\\udc00", "\"", "\\", "\\ud83d", "\n"};
    put(p, "\"");
    put_one_of(p, "words", words, sizeof words / sizeof *words);
    if (slips(p)) { put_one_of(p, "odd words", odd, sizeof odd / sizeof *odd); }
    if (slips(p)) { put_rubbish(p); }
    if (slips(p)) { put_many(p, 'y', bd_int(p->s, "long", 50, 600)); }
    put(p, slips(p) ? "" : "\"");
}

static void put_frames(struct page *p)
{
    put(p, slips(p) ? "{\"1\": " : "[");
    for (size_t i = 0, n = bd_count(p->s, "frames", 2, slips(p) ? 300 : 10); i < n; i++) {
        put(p, i ? ", {\"function\": " : "{\"function\": ");
        put_words(p);
        if (bd_flag(p->s, "placed")) {
            put(p, ", \"file\": ");
            put_words(p);
            put(p, ", \"line\": ");
            put_number(p, "line", 0, 5000);
        }
        put(p, slips(p) ? ", 1]" : "}");
    }
    put(p, "]");
}

static void put_value(struct page *p, const char *key)
{
    static const char *const again[] = {"\"yes\"",   "\"no\"", "\"unknown\"", "\"needs earlier inputs\"",
                                        "\"never\"", "1"};
    static const char *const words[] = {"signature", "kind",      "found_by", "program",
                                        "guide",     "reproduce", "shrink",   NULL};
    if (strcmp(key, "format") == 0) {
        put(p, slips(p) ? "2" : "1");
    } else if (strcmp(key, "frames") == 0) {
        put_frames(p);
    } else if (strcmp(key, "reproducible") == 0) {
        put(p, again[bd_pick(p->s, "again", slips(p) ? 6 : 4)]);
    } else if (strcmp(key, "examined") == 0) {
        put(p, slips(p) ? "null" : bd_flag(p->s, "examined") ? "true" : "false");
    } else if (strstr(key, "_seconds")) {
        static const char *const odd[] = {"1e999", "-0.5", "\"\"", "\"x\"", "null"};
        if (slips(p)) {
            put_one_of(p, "odd time", odd, sizeof odd / sizeof *odd);
        } else {
            put_number(p, "seconds", 0, 100);
            put(p, bd_flag(p->s, "part") ? ".125" : "");
        }
    } else {
        size_t i = 0;
        while (words[i] && strcmp(words[i], key) != 0) { i++; }
        words[i] ? put_words(p) : put_number(p, "number", 0, 70000);
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const keys[] = {
        "format",         "signature",   "kind",          "frames",       "reproducible",
        "earlier",        "found_by",    "count",         "examples",     "first_trial",
        "last_trial",     "size",        "first_seconds", "last_seconds", "structural_choices",
        "value_choices",  "input_trial", "shrink_runs",   "examined",     "shrink_seconds",
        "program",        "guide",       "seed",          "reproduce",    "shrink",
        "of_later_times", "frames.0"};
    enum { KEYS = sizeof keys / sizeof *keys };
    struct page p = page_begin(s, out);
    put(&p, "{");
    for (size_t i = 0; i < KEYS; i++) {
        if (slips(&p) || (i >= 3 && bd_flag(s, "left out"))) { continue; }
        const char *key = keys[slips(&p) ? bd_pick(s, "another", KEYS) : i];
        putf(&p, "%s\"%s\"%s", i && !slips(&p) ? ",\n  " : "", key, slips(&p) ? " " : ": ");
        put_value(&p, key);
    }
    put(&p, slips(&p) ? "" : "}\n");
    if (slips(&p)) { put_rubbish(&p); }
}

/* ---- target ---- */

static const char *problem_of(const struct bd__distinct *d)
{
    if (!*d->signature.text || !memchr(d->signature.text, 0, sizeof d->signature.text)) {
        return "it has no signature";
    }
    if (!memchr(d->signature.kind, 0, sizeof d->signature.kind)) { return "its kind has no end"; }
    if (d->frame_count > 256) { return "it has too many frames"; }
    if (d->earlier > 1 << 16 || d->examples > 1 << 16) { return "it has too many files"; }
    const double seconds[] = {d->first_seconds, d->last_seconds, d->shrink_seconds};
    for (size_t i = 0; i < 3; i++) {
        if (!isfinite(seconds[i]) || seconds[i] < 0) { return "a time is none"; }
    }
    return d->reproducible > BD__REPRODUCIBLE_NO ? "it is reproducible in no known way" : NULL;
}

/* Is D, written and read, the same? */
static bool comes_again(const struct bd__distinct *d)
{
    struct bd__distinct again = {0};
    struct bd__text first = {0}, second = {0};
    bd__failure_file_put(&first, d);
    bool same = !bd__failure_file_parse(&again, first.data, first.size);
    bd__failure_file_put(&second, &again);
    same = same && strcmp(bd__text_str(&first), bd__text_str(&second)) == 0;
    bd__distinct_clear(&again);
    bd__text_clear(&first);
    bd__text_clear(&second);
    return same;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct bd__distinct d = {0};
    enum bd_verdict verdict = BD_VALID;
    char *text = malloc(in->size); /* of its own, and without a NUL, so that a sanitizer sees its end */
    if (!text && in->size) { abort(); }
    if (in->size) { memcpy(text, in->data, in->size); }
    const char *wrong_with_it = bd__failure_file_parse(&d, text, in->size);
    if (wrong_with_it) {
        verdict = *wrong_with_it ? BD_INVALID : wrong("nothing is said of it");
    } else {
        const char *problem = problem_of(&d);
        if (problem) {
            verdict = wrong(problem);
        } else if (!comes_again(&d)) {
            verdict = wrong("written anew it is another");
        }
    }
    bd__distinct_clear(&d);
    free(text);
    return verdict;
}

BD_FUZZER(.name = "hostile-failure", .generate = generate, .run = run);
