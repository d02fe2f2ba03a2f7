/* json.c: hostile JSON. If it is accepted, it is written again from the values of its leaves, which must come out
 * again.
 *
 * readers: src/base/json.c
 */
#include "base/json.h"

#include "base/text.h"
#include "hostile.h"

static void put_string(struct page *p)
{
    static const char *const parts[] = {"a",       "key",     "\\n",      "\\\"", "\\\\",           "\\/",    "\\u0041",
                                        "\\u00e9", "\\uffff", "\xc3\xa9", " ",    "\\ud83d\\ude00", "\\udc9b"};
    static const char *const odd[] = {"\\", "\\x", "\\u12", "\\uzzzz", "\n", "\\u0000", "\\ud83d", "\\udc1b", "\""};
    put(p, slips(p) ? "'" : "\"");
    while (bd_more(p->s, "parts", 1)) {
        if (slips(p)) {
            put_one_of(p, "odd part", odd, sizeof odd / sizeof *odd);
        } else if (slips(p)) {
            put_rubbish(p);
        } else {
            put_one_of(p, "part", parts, sizeof parts / sizeof *parts);
        }
    }
    put(p, slips(p) ? "" : "\"");
}

static void put_value(struct page *p, unsigned depth)
{
    static const char *const words[] = {"null", "true", "false", "1.5e3", "-0", "nul", "True", "--1", "1e", "", "+1"};
    static const unsigned odds[] = {3, 3, 2, 2, 2};
    switch (bd_pick_weighted(p->s, "what", odds, depth < 10 ? 5 : 3)) {
    case 0: put_number(p, "number", -1000, 1000); break;
    case 1: put_string(p); break;
    case 2: put(p, words[bd_pick(p->s, "word", slips(p) ? sizeof words / sizeof *words : 5)]); break;
    case 3:
        put(p, "[");
        for (size_t i = 0, n = bd_count(p->s, "places", 1.5, 20); i < n; i++) {
            put(p, i && !slips(p) ? ", " : "");
            put_value(p, depth + 1);
        }
        put(p, slips(p) ? "," : "]");
        break;
    default:
        put(p, "{");
        for (size_t i = 0, n = bd_count(p->s, "members", 1.5, 20); i < n; i++) {
            put(p, i && !slips(p) ? ",\n" : "");
            put_string(p);
            put(p, slips(p) ? " " : ": ");
            put_value(p, depth + 1);
        }
        put(p, slips(p) ? "]" : "}");
        break;
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    struct page p = page_begin(s, out);
    int64_t deep = slips(&p) && bd_flag(s, "deep") ? bd_int(s, "levels", 50, 3000) : 0;
    put_many(&p, '[', deep);
    put_value(&p, 0);
    put_many(&p, ']', deep);
    if (slips(&p)) { put_rubbish(&p); }
}

struct leaves {
    struct bd__text text;
    struct bd__json json; /* ["path", "value", …] */
    unsigned count;
};

static void note(void *user, const char *path, const char *value)
{
    struct leaves *leaves = user;
    leaves->count++;
    bd__json_string(&leaves->json, NULL, path);
    bd__json_string(&leaves->json, NULL, value);
}

static void count(void *user, const char *path, const char *value)
{
    (void)path, (void)value;
    ++*(unsigned *)user;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct leaves leaves = {0};
    leaves.json.out = &leaves.text;
    bd__json_array(&leaves.json, NULL, BD__JSON_LINES);
    char *text = malloc(in->size); /* a separate block without a NUL, so that a sanitizer sees its end */
    if (!text && in->size) { abort(); }
    if (in->size) { memcpy(text, in->data, in->size); }
    const char *error = bd__json_walk(text, in->size, note, &leaves);
    enum bd_verdict verdict = error ? BD_INVALID : BD_VALID;
    unsigned line = bd__json_line(text, in->size), lines = 1, again = 0;
    for (size_t i = 0; i < in->size; i++) { lines += text[i] == '\n'; }
    if (error ? !*error || line < 1 || line > lines : line != 0) { verdict = wrong("its mistake is in no line"); }
    bd__json_end(&leaves.json);
    if (!error && (bd__json_walk(leaves.text.data, leaves.text.size, count, &again) || again != 2 * leaves.count)) {
        verdict = wrong("what was read cannot be read again");
    }
    bd__text_clear(&leaves.text);
    free(text);
    return verdict;
}

BD_FUZZER(.name = "hostile-json", .generate = generate, .run = run);
