/* tape.c: hostile tapes. If one is accepted, it must be well nested, and reading it back in its own order must give
 * every answer on it and miss none.
 *
 * readers: src/choice/tape.c
 */
#include "choice/tape.h"

#include "hostile.h"

static void put_label(struct page *p)
{
    static const char *const labels[] = {"a", "key", "left", "%20", "%", "a%7bb", "\xc3\xa9", "s", "v", "of", "0"};
    if (slips(p)) { put_rubbish(p); }
    put_one_of(p, "label", labels, sizeof labels / sizeof *labels);
}

static void put_choice(struct page *p)
{
    put(p, slips(p) ? "x " : bd_flag(p->s, "value") ? "v " : "s ");
    put_label(p);
    do {
        put(p, slips(p) ? "" : " ");
        put_number(p, "answer", 0, 9);
    } while (bd_more(p->s, "answers", 0.5));
    if (slips(p)) { return; }
    put(p, slips(p) ? " off " : " of ");
    put_number(p, "max", 9, 1000);
    if (slips(p)) { put_rubbish(p); }
}

static void put_body(struct page *p, unsigned depth)
{
    while (bd_more(p->s, "more", 2)) {
        put_many(p, ' ', 2 * (int64_t)depth);
        static const unsigned odds[] = {4, 2, 1};
        size_t what = bd_pick_weighted(p->s, "what", odds, depth < 12 ? 3 : 1);
        if (what == 0) {
            put_choice(p);
        } else if (what == 1) {
            put_label(p);
            put(p, slips(p) ? " { {\n" : " {\n");
            put_body(p, depth + 1);
            put(p, slips(p) ? "" : "}");
        } else {
            put(p, "# a comment ");
            if (slips(p)) { put_rubbish(p); }
        }
        put(p, slips(p) ? " " : "\n");
    }
    if (slips(p)) { put(p, "}\n"); }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const starts[] = {
        "bediv-tape 1\n", "bediv-tape 1\r\n", "bediv-tape 1", "bediv-tape 2\n", "bediv-tape", "", "bediv-tape 1 \n"};
    struct page p = page_begin(s, out);
    put(&p, starts[slips(&p) ? bd_pick(s, "start", sizeof starts / sizeof *starts) : 0]);
    int64_t deep = slips(&p) && bd_flag(s, "deep") ? bd_int(s, "levels", 1000, 1100) : 0;
    for (int64_t i = 0; i < deep; i++) { put(&p, "r {\n"); }
    put_body(&p, 0);
    for (int64_t i = 0; i < deep; i++) { put(&p, "}\n"); }
}

/* Readers follow every index in a tape without checking it. */
static const char *badly_nested(const struct bd__tape *tape)
{
    uint32_t open[BD__TAPE_DEPTH], depth = 0;
    if (!tape->count || tape->item[tape->count - 1].type != BD__ITEM_CLOSE) { return "its end is missing"; }
    for (uint32_t i = 0; i < tape->count; i++) {
        const struct bd__tape_item *item = &tape->item[i];
        if (item->type == BD__ITEM_OPEN) {
            if (depth == BD__TAPE_DEPTH) { return "it nests too deeply"; }
            open[depth++] = i;
        } else if (item->type == BD__ITEM_CLOSE) {
            if (depth ? tape->item[open[depth - 1]].end != i : i + 1 != tape->count) { return "a rule ends elsewhere"; }
            depth -= depth > 0;
        } else if (item->answer > item->max || !item->label) {
            return "an answer is beyond its maximum";
        }
    }
    return depth ? "a rule has no end" : NULL;
}

static const char *reads_otherwise(const struct bd__tape *tape)
{
    static struct bd__tape_reader reader;
    const char *problem = NULL;
    bd__tape_rewind(&reader, tape);
    for (uint32_t i = 0; i + 1 < tape->count && !problem; i++) {
        const struct bd__tape_item *item = &tape->item[i];
        if (item->type == BD__ITEM_OPEN) {
            bd__tape_enter(&reader, item->label);
        } else if (item->type == BD__ITEM_CLOSE) {
            bd__tape_leave(&reader);
        } else if (bd__tape_answer(&reader, item->label, item->kind, item->max) != item->answer) {
            problem = "reading it gives another answer";
        }
    }
    struct bd__text misfit = {0};
    if (bd__tape_misfit(&reader, &misfit)) { problem = "it does not fit itself"; }
    bd__text_clear(&misfit);
    return problem;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct heard heard = {0};
    struct bd__log log = {hear, &heard};
    struct bd__tape tape;
    char *text = malloc(in->size + 1); /* a separate block, so that a sanitizer sees its end */
    if (!text) { abort(); }
    memcpy(text, in->data, in->size);
    text[in->size] = 0;
    enum bd_verdict verdict = BD_VALID;
    if (bd__tape_parse(&tape, text, in->size, "a/file.tape", &log) == BD_OK) {
        const char *problem = badly_nested(&tape);
        if (!problem) { problem = reads_otherwise(&tape); }
        if (problem) { verdict = wrong(problem); }
        bd__tape_clear(&tape);
    } else {
        verdict = refused(&heard, names(heard.text, "a/file.tape", true));
    }
    free(text);
    return verdict;
}

BD_FUZZER(.name = "hostile-tape", .generate = generate, .run = run);
