/* The SQL generator with a statement of the user's. */
#include "sql.h"

#include "unit/generators/bench.h"

static void put_refresh(struct bd_source *s, struct bd_out *out, struct bd_sql_writer *writer)
{
    BD_RULE(s, "refresh");
    bd_put(out, "SELECT refresh(");
    bd_sql_put_expression(writer);
    bd_put(out, ") FROM ");
    bd_sql_put_relation(writer);
    if (bd_flag(s, "refresh unites")) {
        bd_put(out, " WHERE EXISTS (");
        bd_sql_put_query(writer);
        bd_put(out, ")");
    }
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_sql_statement statements[] = {{.weight = 5, .put = put_refresh}};
    bd_sql_script_with(s, out, &(struct bd_sql_options){.statements = statements, .statement_count = 1});
}

TEST(statements_of_the_user_occur_as_often_as_their_weight_says)
{
    enum { SAMPLES = 2000 };
    struct bench b = bench_open(generate, NULL);
    unsigned theirs = 0, all = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        lab_fresh(&b.lab, 2);
        const struct bd__choices choices = bench_generate(&b);
        for (uint32_t j = 1; j < choices.span_count; j++) {
            const char *rule = b.lab.sites->site[choices.span[j].site].label;
            all += strcmp(rule, "statement") == 0;
            theirs += strcmp(rule, "refresh") == 0;
        }
        if (strstr(bench_text(&b), "SELECT refresh(") == bench_text(&b)) { CHECK(strstr(bench_text(&b), ") FROM ")); }
    }
    CHECK(theirs > 0.9 * all * 5 / 40 && theirs < 1.1 * all * 5 / 40);
    bench_close(&b);
}

TEST(a_script_with_statements_of_the_user_keeps_the_rules)
{
    bench_check_rules(generate, NULL);
}

TEST(a_tape_asks_for_a_statement_of_the_user)
{
    struct bench b = bench_open(generate, NULL);
    bench_replay(&b, "s script 1 of 1\nstatement {\ns statement%20kind 10 of 10\n}\n");
    CHECK_EQ_STR(bench_text(&b), "SELECT refresh(0) FROM scratch");
    bench_close(&b);
}
