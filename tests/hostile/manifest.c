/* manifest.c: hostile manifests. If one is accepted, it must be an experiment that can run: names that can be file
 * names, without duplicates, and figures within their ranges.
 *
 * readers: src/store/manifest.c src/store/techniques.c
 */
#include "store/manifest.h"

#include <math.h>

#include "hostile.h"

static void put_string(struct page *p, const char *const *good, size_t count)
{
    static const char *const odd[] = {"",    ".",  "..",     "a/b", "-x", "a b", "a\\n",
                                      "\\q", "\\", "--seed", "-o",  "--", "$(x)"};
    char quote = bd_flag(p->s, "single") ? '\'' : '"';
    if (!slips(p)) { put_n(p, &quote, 1); }
    if (slips(p)) {
        put_one_of(p, "odd string", odd, sizeof odd / sizeof *odd);
    } else if (slips(p)) {
        put_rubbish(p);
    } else {
        put_one_of(p, "string", good, count);
    }
    if (!slips(p)) { put_n(p, &quote, 1); }
}

static void put_list(struct page *p, const char *const *good, size_t count)
{
    put(p, slips(p) ? "" : "[");
    for (size_t i = 0, n = bd_count(p->s, "names", 2, 300); i < n; i++) {
        if (i) { put(p, slips(p) ? " " : bd_flag(p->s, "break") ? ",\n  # more\n  " : ", "); }
        if (slips(p)) { /* may occur twice */
            put_string(p, good, count);
        } else {
            putf(p, "\"n%zu\"", i);
        }
    }
    if (slips(p)) { put_many(p, '[', 100); }
    put(p, slips(p) ? "" : "]");
}

/* Techniques with flags, and controls of a size. */
static void put_techniques(struct page *p, bool sized)
{
    static const char *const named[] = {"coin: n0 --epsilon 1", "x:n1", "y : n0 -j2", "n0: n0",
                                        "z: n0 --seed 1",       "w:",   "v"};
    static const char *const sizes[] = {"q as n0", "q --a 1 as n1", "q as coin", "q as q@n0",
                                        "q as",    "as n0",         "q as n0 x"};
    put(p, "[");
    put_string(p, sized ? sizes : named, slips(p) ? 7 : sized ? 2 : 3);
    if (slips(p)) { put(p, ", "), put_string(p, sized ? sizes : named, 7); }
    put(p, "]");
}

static void put_key(struct page *p, const char *key)
{
    static const char *const names[] = {"expat", "lua", "jq"}, *const flags[] = {"--timeout=2s", "--dict", "x.dict"};
    static const char *const paths[] = {"build/subjects", "/usr/lib"};
    putf(p, "%s%s", key, slips(p) ? " " : " = ");
    if (strcmp(key, "name") == 0) {
        put_string(p, names, 3);
    } else if (strcmp(key, "programs") == 0) {
        put_string(p, paths, 2);
    } else if (strcmp(key, "flags") == 0) {
        put(p, "[");
        put_string(p, flags, 3);
        put(p, "]");
    } else if (strcmp(key, "subjects") == 0 || strcmp(key, "guides") == 0 || strcmp(key, "blackbox") == 0) {
        put_list(p, names, 3);
    } else if (strcmp(key, "techniques") == 0 || strcmp(key, "sized") == 0) {
        put_techniques(p, *key == 's');
    } else if (strcmp(key, "candidate") == 0) {
        static const char *const candidates[] = {"n0", "n0@plain", "coin"};
        put_string(p, candidates, slips(p) ? 3 : 1);
    } else if (strncmp(key, "margin", 6) == 0) {
        put_number(p, "margin", 0, slips(p) ? 2 : 1);
    } else if (strcmp(key, "keep_corpus") == 0) {
        put(p, slips(p) ? "yes" : bd_flag(p->s, "keep") ? "true" : "false");
    } else {
        put_number(p, "number", 1, 20000);
    }
    put(p, slips(p) ? " " : "\n");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const keys[] = {"programs",  "subjects",    "guides",    "trials",   "seconds",     "name",
                                       "flags",     "repetitions", "seed",      "blackbox", "keep_corpus", "sized",
                                       "candidate", "techniques",  "margin_b1", "nonsense", "[table]\nx"};
    struct page p = page_begin(s, out);
    for (size_t i = 0; i < 4; i++) { /* what is required; trials or seconds */
        if (!slips(&p)) { put_key(&p, keys[i == 3 && bd_flag(s, "by time") ? 4 : i]); }
    }
    for (size_t i = 5; i < 15; i++) {
        if (bd_flag(s, keys[i])) { put_key(&p, keys[i]); }
    }
    while (slips(&p)) { put_key(&p, keys[bd_pick(s, "extra", sizeof keys / sizeof *keys)]); }
}

static bool is_name(const char *name)
{
    size_t size = strlen(name);
    return size > 0 && size <= 64 && !strpbrk(name, "/ \t\n'\"\\$") && *name != '.' && *name != '-';
}

static const char *problem_of(const struct bd__manifest *m)
{
    const struct bd__names *lists[] = {&m->subjects, &m->guides, &m->blackbox};
    if (!m->programs || !*m->programs || !m->folder || !m->name || !is_name(m->name)) { return "it has no name"; }
    for (size_t l = 0; l < 3; l++) {
        if (lists[l]->count > BD__MANIFEST_NAMES || lists[l]->name[lists[l]->count]) { return "a list has no end"; }
        for (size_t i = 0; i < lists[l]->count; i++) {
            if (!is_name(lists[l]->name[i])) { return "a name is no name of a file"; }
            for (size_t k = 0; k < i; k++) {
                if (strcmp(lists[l]->name[i], lists[l]->name[k]) == 0) { return "a name is there twice"; }
            }
        }
    }
    if (!m->subjects.count || m->all.count == 0) { return "there is nothing to run"; }
    if (m->candidate && !bd__technique_named(&m->all, m->candidate)) { return "its candidate does not run"; }
    if (!(m->margin_b1 >= 0 && m->margin_b1 <= 1)) { return "a margin is out of range"; }
    for (size_t i = 0; i < m->all.count; i++) {
        const struct bd__technique *one = &m->all.one[i];
        if (strchr(one->name, '/') || !*one->guide) { return "a technique is no name of a file"; }
        if (bd__technique_named(&m->all, one->name) != one) { return "a technique is there twice"; }
        if (*one->size_of && !bd__technique_named(&m->all, one->size_of)) { return "a control has nothing to follow"; }
    }
    if (!isfinite(m->seconds) || m->seconds < 0 || m->seconds > 1e7) { return "its time is out of range"; }
    if ((m->seconds > 0) == (m->trials > 0)) { return "it has no end, or two"; }
    return m->repetitions < 1 || m->repetitions > 10000 ? "its repetitions are out of range" : NULL;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct heard heard = {0};
    struct bd__log log = {hear, &heard};
    struct bd__manifest manifest;
    char *text = malloc(in->size + 1); /* a separate block, so that a sanitizer sees its end */
    if (!text) { abort(); }
    memcpy(text, in->data, in->size);
    enum bd_verdict verdict = BD_VALID;
    if (bd__manifest_parse(&manifest, "plans/one.toml", text, in->size, &log) == BD_OK) {
        const char *problem = problem_of(&manifest);
        if (problem) { verdict = wrong(problem); }
    } else { /* what is missing has no line */
        bool whole = strstr(heard.text, "a key is missing") || strstr(heard.text, "either seconds or trials");
        verdict = refused(&heard, names(heard.text, "plans/one.toml", !whole));
    }
    bd__manifest_clear(&manifest);
    free(text);
    return verdict;
}

BD_FUZZER(.name = "hostile-manifest", .generate = generate, .run = run);
