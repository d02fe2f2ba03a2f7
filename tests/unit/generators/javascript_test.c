/* The JavaScript generator with a statement of the user's. */
#include "javascript.h"

#include "unit/generators/bench.h"

static void put_listener(struct bd_source *s, struct bd_js_writer *writer)
{
    BD_RULE(s, "listener");
    bd_javascript_put(writer, "host.on(");
    bd_javascript_put_expression(writer);
    bd_javascript_put(writer, ");\nif (host.ready) ");
    bd_javascript_put_block(writer);
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    static const struct bd_javascript_statement statements[] = {{.weight = 5, .put = put_listener}};
    bd_javascript_program_with(s, out, &(struct bd_javascript_options){.statements = statements, .statement_count = 1});
}

TEST(statements_of_the_user_occur)
{
    struct bench b = bench_open(generate, NULL);
    unsigned with = 0;
    for (unsigned i = 0; i < 1000; i++) {
        lab_fresh(&b.lab, 2);
        bench_generate(&b);
        with += strstr(bench_text(&b), "host.on(") != NULL;
    }
    CHECK(with > 300 && with < 950);
    bench_close(&b);
}

TEST(a_program_with_statements_of_the_user_keeps_the_rules)
{
    bench_check_rules(generate, NULL);
}

TEST(a_tape_asks_for_a_statement_of_the_user)
{
    struct bench b = bench_open(generate, NULL);
    bench_replay(&b, "s program 1 of 1\nstatement {\ns own%20statement 1 of 1\n}\n");
    CHECK(strstr(bench_text(&b), "host.on(") == bench_text(&b));
    CHECK(strstr(bench_text(&b), "if (host.ready) {"));
    bench_close(&b);
}
