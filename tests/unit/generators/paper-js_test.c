#define _GNU_SOURCE
#include "paper-js.h"

#include "unit/generators/bench.h"

/* The program that a tape makes must be EXPECTED. */
static void check_program(const char *tape, const char *expected, int line)
{
    struct bench b = bench_open(bd_paper_js_program, NULL);
    test_check(!bench_replay(&b, tape).discarded, __FILE__, line, "the input is kept");
    test_eq_str(bench_text(&b), expected, __FILE__, line, "the program");
    bench_close(&b);
}
#define CHECK_PROGRAM(tape, expected) check_program(tape, expected, __LINE__)

#define SIMPLE(kind, more) "statement {\n  s simple%20kind " kind " of 6\n" more "}\n"
#define COMPOUND(kind, more) "statement {\n  s is%20compound 1 of 1\n  s compound%20kind " kind " of 6\n" more "}\n"
#define EXPRESSION(kind, more) \
    SIMPLE("1", "  expression {\n    s is%20composite 1 of 1\n    s composite%20kind " kind " of 8\n" more "  }\n")
#define LITERAL(kind, more) SIMPLE("1", "  expression {\n    s literal%20kind " kind " of 5\n" more "  }\n")

TEST(answers_of_zero_give_the_empty_program)
{
    struct bench b = bench_open(bd_paper_js_program, NULL);
    lab_simplest(&b.lab);
    CHECK(!bench_generate(&b).discarded);
    CHECK_EQ_STR(bench_text(&b), "");
    bench_close(&b);
}

TEST(simple_statements_are_printed_as_in_the_original)
{
    CHECK_PROGRAM(SIMPLE("1", ""), "(0)");
    CHECK_PROGRAM(SIMPLE("2", ""), "break");
    CHECK_PROGRAM(SIMPLE("3", ""), "continue");
    CHECK_PROGRAM(SIMPLE("4", ""), "return");
    CHECK_PROGRAM(SIMPLE("4", "  s returns%20something 1 of 1\n"), "return (0)");
    CHECK_PROGRAM(SIMPLE("5", ""), "throw (0)");
    CHECK_PROGRAM(SIMPLE("6", "  v letter 24 of 24\n"), "var y_0");
}

TEST(compound_statements_are_printed_as_in_the_original)
{
    CHECK_PROGRAM(COMPOUND("0", "  s statements 1 of 127\n"), "{ ; }");
    CHECK_PROGRAM(COMPOUND("1", ""), "if ((0)) {  }");
    CHECK_PROGRAM(COMPOUND("1", "  s has%20else 1 of 1\n"), "if ((0)) {  } else {  }");
    CHECK_PROGRAM(COMPOUND("2", ""), "for(;;){  }");
    CHECK_PROGRAM(COMPOUND("2", "  s has%20condition 1 of 1\n"), "for(;(0);){  }");
    CHECK_PROGRAM(COMPOUND("3", ""), "while ((0)){  }");
    CHECK_PROGRAM(COMPOUND("4", "  s parameters 1 of 127\n  s is%20new 0 1 of 1\n"), "function a_0(a_0, a_1){  }");
    CHECK_PROGRAM(COMPOUND("5", "  s cases 1 of 127\n"), "switch((0)) {case (0): {  } case (0): {  }}");
    CHECK_PROGRAM(COMPOUND("6", ""), "try {  }catch (a_0) {  }");
}

TEST(expressions_are_printed_as_in_the_original)
{
    CHECK_PROGRAM(EXPRESSION("0", "    v unary%20operator 6 of 6\n"), "(typeof (0))");
    CHECK_PROGRAM(EXPRESSION("1", "    v binary%20operator 24 of 24\n"), "((0) instanceof (0))");
    CHECK_PROGRAM(EXPRESSION("2", ""), "((0) ? (0) : (0))");
    CHECK_PROGRAM(EXPRESSION("3", "    s arguments 1 of 127\n"), "((0)((0),(0)))");
    CHECK_PROGRAM(EXPRESSION("3", "    v has%20new 1 of 1\n"), "(new (0)((0)))");
    CHECK_PROGRAM(EXPRESSION("4", ""), "(function(a_0){  })");
    CHECK_PROGRAM(EXPRESSION("5", ""), "((0).a_0)");
    CHECK_PROGRAM(EXPRESSION("6", ""), "((0)[(0)])");
    CHECK_PROGRAM(EXPRESSION("7", ""), "((a_0) => (0))");
    CHECK_PROGRAM(EXPRESSION("7", "    s has%20block 1 of 1\n"), "((a_0) => {  })");
    CHECK_PROGRAM(EXPRESSION("8", "    v assignment%20operator 15 of 15\n"), "(a_0 ?\?= (0);)");
    CHECK_PROGRAM(EXPRESSION("8", "    s assignment%20target 1 of 2\n"), "((0)[(0)] = (0);)");
    CHECK_PROGRAM(EXPRESSION("8", "    s assignment%20target 2 of 2\n"), "((0).a_0 = (0);)");
}

TEST(literals_are_printed_as_in_the_original)
{
    CHECK_PROGRAM(LITERAL("0", "    v integer 1009 of 1009\n"), "(-10)");
    CHECK_PROGRAM(LITERAL("1", "    v boolean 1 of 1\n"), "(true)");
    CHECK_PROGRAM(LITERAL("2", "    s string%20length 1 of 255\n    v character 34 92 of 255\n"), "(\"\"\\\")");
    CHECK_PROGRAM(LITERAL("3", ""), "(undefined)");
    CHECK_PROGRAM(LITERAL("4", ""), "(null)");
    CHECK_PROGRAM(LITERAL("5", ""), "(this)");
    CHECK_PROGRAM(SIMPLE("1", "  expression {\n    s terminal%20kind 1 of 1\n  }\n"), "(a_0)");
    CHECK_PROGRAM(SIMPLE("1", "  expression {\n    s is%20collection 1 of 1\n    s elements 1 of 127\n  }\n"),
                  "([(0), (0)])");
    CHECK_PROGRAM(SIMPLE("1", "  expression {\n    s is%20collection 1 of 1\n    s is%20object 1 of 1\n  }\n"),
                  "({a_0: (0)})");
}

static unsigned cost(const char *label, uint64_t max)
{
    static const char *const counts[] = {"statements", "cases",      "parameters",       "arguments",
                                         "elements",   "properties", "arrow parameters", "string length"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(label, counts[i]) == 0) { return 8; }
    }
    if (strcmp(label, "terminal kind") == 0 || strcmp(label, "identifier") == 0) { return 4; }
    return max == 1 || strcmp(label, "character") == 0 ? 1 : 4;
}

/* A simulation of the original gave 50 % discarded, and a median of 6 choice bytes. */
TEST(sizes_are_those_of_the_original)
{
    for (unsigned streams = 1; streams <= 2; streams++) {
        struct bench b = bench_open(bd_paper_js_program, NULL);
        const struct bench_figures found = bench_measure(&b, streams, 20000, cost);
        CHECK_NEAR(found.discarded, 0.5, 0.02);
        CHECK_EQ_U64(found.median_choice_bytes, 6);
        bench_close(&b);
    }
}

TEST(the_rules_for_generators_are_kept)
{
    bench_check_rules(bd_paper_js_program, NULL);
}
