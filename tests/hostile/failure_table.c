/* failure_table.c: hostile files failures.tsv. The rows of one that is accepted must have figures that are some, and texts that
 * lie in the file; written anew they must be read as the same.
 *
 * readers: src/store/failure_table.c
 */
#include "store/failure_table.h"

#include <math.h>

#include "hostile.h"

static void put_row(struct page *p)
{
    static const char *const signatures[] = {"SIGABRT in f, g", "timeout", "a", "\xc3\xa9", ""};
    static const char *const kinds[] = {"SIGABRT", "timeout", "memory", "generator: timeout", "generator: ", ""};
    const char *tab = slips(p) ? " " : "\t";
    put_one_of(p, "signature", signatures, sizeof signatures / sizeof *signatures);
    if (slips(p)) { put_rubbish(p); }
    put(p, tab);
    put_one_of(p, "kind", kinds, sizeof kinds / sizeof *kinds);
    put(p, "\t");
    put_number(p, "seconds", 0, 100);
    put(p, bd_flag(p->s, "part") ? ".125\t" : "\t");
    put_number(p, "trial", 1, 1000000);
    put(p, slips(p) ? "" : "\t");
    put_number(p, "count", 1, 1000);
    put(p, slips(p) ? "\n" : "\tfailures/x/seen/y");
    put(p, slips(p) ? "\tmore" : "");
    put(p, slips(p) ? "" : "\n");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const starts[] = {"# signature\tkind\tseconds\ttrial\tcount\tpath\n",
                                         "# signature\t\n",
                                         "# signature\n",
                                         "signature\tkind\n",
                                         "",
                                         "\n"};
    struct page p = page_begin(s, out);
    put(&p, starts[slips(&p) ? bd_pick(s, "start", sizeof starts / sizeof *starts) : 0]);
    if (bd_flag(s, "more examples")) {
        put(&p, "# ");
        put_number(&p, "looked at", 0, 60);
        put(&p, " of ");
        put_number(&p, "examples", 0, 90);
        put(&p, " examples were looked at, those of each folder in turn\n");
    }
    while (bd_more(s, "rows", 3)) { put_row(&p); }
    if (slips(&p)) { put_rubbish(&p); }
}

static const char *problem_of(const struct bd__failure_table *table, size_t size)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct bd__failure_row *row = &table->row[i];
        const char *const texts[] = {row->signature, row->kind, row->path};
        const double figures[] = {row->seconds, row->trial, row->count};
        for (size_t k = 0; k < 3; k++) {
            if (texts[k] < table->data || texts[k] + strlen(texts[k]) > table->data + size) {
                return "a text lies elsewhere";
            }
            if (!isfinite(figures[k]) || figures[k] < 0) { return "a figure is none"; }
        }
        (void)bd__failure_is_limit(row->kind);
    }
    return table->examples && table->looked_at >= table->examples ? "all were looked at, and yet it says so" : NULL;
}

/* Is TABLE, written and read, the same? */
static bool comes_again(const struct bd__failure_table *table)
{
    struct bd__failure_table again;
    struct bd__text first = {0}, second = {0}, why = {0};
    bd__failure_table_put(&first, table);
    struct in_memory file = in_memory(first.data, first.size);
    bool same = bd__failure_table_read(&again, file.path, &why);
    bd__failure_table_put(&second, &again);
    same = same && strcmp(bd__text_str(&first), bd__text_str(&second)) == 0;
    close(file.fd);
    bd__failure_table_clear(&again);
    bd__text_clear(&first);
    bd__text_clear(&second);
    bd__text_clear(&why);
    return same;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct bd__failure_table table;
    struct bd__text why = {0};
    enum bd_verdict verdict = BD_VALID;
    struct in_memory file = in_memory(in->data, in->size);
    if (bd__failure_table_read(&table, file.path, &why)) {
        const char *problem = problem_of(&table, in->size);
        if (problem) {
            verdict = wrong(problem);
        } else if (!comes_again(&table)) {
            verdict = wrong("written anew it is another");
        }
    } else {
        struct heard heard = {.count = why.size > 0};
        snprintf(heard.text, sizeof heard.text, "%s", bd__text_str(&why));
        verdict = refused(&heard, names(heard.text, file.path, strstr(heard.text, "fields were expected") != NULL));
    }
    bd__failure_table_clear(&table);
    bd__text_clear(&why);
    close(file.fd);
    return verdict;
}

BD_FUZZER(.name = "hostile-failure-table", .generate = generate, .run = run);
