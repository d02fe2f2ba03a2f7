/* corpus.c: hostile file names in corpora and among failures: the first line is the name, the rest is the file's
 * content.
 *
 * readers: src/store/case_name.c
 */
#include "store/case_name.h"

#include "hostile.h"

static void put_part(struct page *p, const char *key)
{
    putf(p, "%s%s", slips(p) ? "" : ",", key);
    put_number(p, key, 0, 999999);
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const kinds[] = {
        ",sig:06", ",exit:03",          ",timeout", ",stack",     ",sanitizer", ",memory", ",verdict",
        ",sig:",   ",sig:999999999999", ",exit:-1", ",generator", ",",          ",:",      ""};
    static const char *const ends[] = {"", ",+cov", ",+cov,+valid", ".tape", ".log", ".tmp", ".", ",+"};
    struct page p = page_begin(s, out);
    put(&p, slips(&p) ? "" : "id:");
    put_number(&p, "id", 0, 999999);
    put(&p, kinds[bd_pick(s, "kind", slips(&p) ? sizeof kinds / sizeof *kinds : 7)]);
    if (bd_flag(s, "generator")) { put(&p, ",generator"); }
    if (bd_flag(s, "child")) { put_part(&p, "src:"); }
    if (!slips(&p)) { put_part(&p, "execs:"); }
    put(&p, ",op:value");
    put_part(&p, "rep:");
    put(&p, ends[bd_pick(s, "end", sizeof ends / sizeof *ends)]);
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct bd__failure_name failure = {0};
    char *name = strndup((const char *)in->data, in->size);
    if (!name) { abort(); }
    bool is_failure = bd__case_name_read_failure(&failure, name);
    enum bd_verdict verdict = is_failure ? BD_VALID : BD_INVALID;
    if (is_failure && (strncmp(name, "id:", 3) != 0 || !memchr(failure.kind, 0, sizeof failure.kind))) {
        verdict = wrong("it is no name of a failure");
    }
    free(name);
    return verdict;
}

BD_FUZZER(.name = "hostile-corpus", .generate = generate, .run = run);
