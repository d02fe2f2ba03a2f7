/* dictionary.c: hostile dictionaries. If one is accepted, it must have a word, and all its words must be in its text.
 *
 * readers: src/gen/dict.c
 */
#include "gen/dict.h"

#include "hostile.h"

static void put_word(struct page *p)
{
    static const char *const words[] = {"word", "a", "\\\\", "\\\"", "\\x41", "\\xff", "\xc3\xa9", "{", "=", " "};
    static const char *const odd[] = {"\\x00", "\\x4", "\\x", "\\", "\\n", "\"", "\\xzz"};
    do {
        if (slips(p)) {
            put_one_of(p, "odd word", odd, sizeof odd / sizeof *odd);
        } else if (slips(p)) {
            put_rubbish(p);
        } else {
            put_one_of(p, "word", words, sizeof words / sizeof *words);
        }
    } while (bd_more(p->s, "parts", 1));
}

static void put_line(struct page *p)
{
    static const unsigned odds[] = {4, 2, 2, 1};
    size_t what = bd_pick_weighted(p->s, "line", odds, 4);
    if (what == 3) {
        put(p, "# a comment");
    } else {
        const char *quote = what < 2 ? "\"" : "";
        put(p, what == 0 ? "name=" : "");
        put(p, slips(p) ? "" : quote);
        put_word(p);
        put(p, slips(p) ? "" : quote);
    }
    put(p, bd_flag(p->s, "blank") ? " \r\n" : "\n");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    struct page p = page_begin(s, out);
    while (bd_more(s, "lines", 4)) { put_line(&p); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct heard heard = {0};
    struct bd__log log = {hear, &heard};
    struct bd__dict_file dict;
    struct in_memory file = in_memory(in->data, in->size);
    enum bd_verdict verdict = BD_VALID;
    if (bd__dict_load(&dict, file.path, &log) == BD_OK) {
        if (!dict.dict.count) { verdict = wrong("there is no word in it"); }
        for (size_t i = 0; i < dict.dict.count; i++) {
            const char *word = dict.dict.words[i];
            if (word < dict.text || strlen(word) > (size_t)(dict.text + in->size - word)) {
                verdict = wrong("a word lies elsewhere");
            }
        }
        bd__dict_clear(&dict);
    } else {
        verdict = refused(&heard, names(heard.text, file.path, true));
    }
    close(file.fd);
    return verdict;
}

BD_FUZZER(.name = "hostile-dictionary", .generate = generate, .run = run);
