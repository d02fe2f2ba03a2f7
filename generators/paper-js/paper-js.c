/* paper-js.c: programs and statements. Alternatives have the original's probabilities, but not always its order: what
 * comes first is the smallest. */
#include "paper-js_parts.h"

typedef struct bd_paper_js__program program;

void bd_paper_js__list(program *js, const char *label, double mean, const char *separator, void (*item)(program *js))
{
    /* The original draws from 1 on, and 0 with probability 2^-53. Far out in the tail, the limit does not matter. */
    enum { MAX_MORE = 127 };
    const size_t count = 1 + bd_paper_count(&js->choices, label, mean - 1, MAX_MORE);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) { bd_put(js->out, separator); }
        item(js);
    }
}

/* ---- Simple statements ---- */

static void nothing(program *js)
{
    (void)js;
}

static void break_loop(program *js)
{
    bd_put(js->out, "break");
}

static void continue_loop(program *js)
{
    bd_put(js->out, "continue");
}

static void return_result(program *js)
{
    bd_put(js->out, "return");
    if (bd_paper_flag(&js->choices, "returns something")) {
        bd_put(js->out, " ");
        bd_paper_js__expression(js);
    }
}

static void throw_something(program *js)
{
    bd_put(js->out, "throw ");
    bd_paper_js__expression(js);
}

static void variable(program *js)
{
    bd_put(js->out, "var ");
    bd_paper_js__identifier(js);
}

/* ---- Compound statements ---- */

static void if_else(program *js)
{
    bd_put(js->out, "if (");
    bd_paper_js__expression(js);
    bd_put(js->out, ") ");
    bd_paper_js__block(js);
    if (bd_paper_flag(&js->choices, "has else")) {
        bd_put(js->out, " else ");
        bd_paper_js__block(js);
    }
}

static void for_loop(program *js)
{
    bd_put(js->out, "for(");
    if (bd_paper_flag(&js->choices, "has start")) { bd_paper_js__expression(js); }
    bd_put(js->out, ";");
    if (bd_paper_flag(&js->choices, "has condition")) { bd_paper_js__expression(js); }
    bd_put(js->out, ";");
    if (bd_paper_flag(&js->choices, "has step")) { bd_paper_js__expression(js); }
    bd_put(js->out, ")");
    bd_paper_js__block(js);
}

static void while_loop(program *js)
{
    bd_put(js->out, "while (");
    bd_paper_js__expression(js);
    bd_put(js->out, ")");
    bd_paper_js__block(js);
}

static void named_function(program *js)
{
    bd_put(js->out, "function ");
    bd_paper_js__identifier(js);
    bd_paper_js__parameters(js);
    bd_paper_js__block(js);
}

static void switch_case(program *js)
{
    bd_put(js->out, "case ");
    bd_paper_js__expression(js);
    bd_put(js->out, ": ");
    bd_paper_js__block(js);
}

static void switch_cases(program *js)
{
    bd_put(js->out, "switch(");
    bd_paper_js__expression(js);
    bd_put(js->out, ") {");
    bd_paper_js__list(js, "cases", 2, " ", switch_case);
    bd_put(js->out, "}");
}

static void try_catch(program *js)
{
    bd_put(js->out, "try ");
    bd_paper_js__block(js);
    bd_put(js->out, "catch (");
    bd_paper_js__identifier(js);
    bd_put(js->out, ") ");
    bd_paper_js__block(js);
}

/* ---- Any statement ---- */

static void statement(program *js)
{
    enum { KINDS = 7 };
    static void (*const simple[KINDS])(program *) = {
        nothing, bd_paper_js__expression, break_loop, continue_loop, return_result, throw_something, variable,
    };
    static void (*const compound[KINDS])(program *) = {
        bd_paper_js__block, if_else, for_loop, while_loop, named_function, switch_cases, try_catch,
    };
    BD_RULE(js->choices.s, "statement");
    js->statement_depth++;
    if (js->statement_depth < BD_PAPER_JS__STATEMENT_DEPTH && bd_paper_flag(&js->choices, "is compound")) {
        compound[bd_paper_pick(&js->choices, "compound kind", KINDS)](js);
    } else {
        simple[bd_paper_pick(&js->choices, "simple kind", KINDS)](js);
    }
    js->statement_depth--;
}

void bd_paper_js__block(program *js)
{
    bd_put(js->out, "{ ");
    bd_paper_js__list(js, "statements", 4, ";", statement);
    bd_put(js->out, " }");
}

void bd_paper_js_program(struct bd_source *s, struct bd_out *out)
{
    program js;
    js.choices = (struct bd_paper){.s = s};
    js.out = out;
    js.statement_depth = js.expression_depth = 0;
    js.identifier_count = 0;
    statement(&js);
}
