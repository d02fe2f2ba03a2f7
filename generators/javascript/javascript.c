/* javascript.c: a program is one statement, as in the BeDivFuzz paper (SplitJavaScriptCodeGenerator in its artifact),
 * and usually more. With only one, half of the programs would be too small to be worth an engine's set-up, and names
 * would have no earlier declarations to refer to. */
#include "javascript_parts.h"

static const struct bd_javascript_options defaults = {
    .max_expression_depth = 10,
    .max_statement_depth = 6,
    .max_identifiers = BD_JS__MAX_NAMES,
    .max_nodes = 150,
};

static unsigned or_default(unsigned option, unsigned standard)
{
    return option != 0 ? option : standard;
}

void bd_javascript_program_with(struct bd_source *s, struct bd_out *out, const struct bd_javascript_options *options)
{
    struct bd_js_writer js;
    js.s = s;
    js.out = out;
    js.options = (struct bd_javascript_options){
        .max_expression_depth = or_default(options->max_expression_depth, defaults.max_expression_depth),
        .max_statement_depth = or_default(options->max_statement_depth, defaults.max_statement_depth),
        .max_identifiers = or_default(options->max_identifiers, defaults.max_identifiers),
        .max_nodes = or_default(options->max_nodes, defaults.max_nodes),
        .modern = options->modern,
        .comparable = options->comparable,
        .statements = options->statements,
        .statement_count = options->statement_count,
    };
    if (js.options.statement_count > BD_JAVASCRIPT_MAX_STATEMENTS) {
        js.options.statement_count = BD_JAVASCRIPT_MAX_STATEMENTS;
    }
    if (js.options.max_identifiers > BD_JS__MAX_NAMES) { js.options.max_identifiers = BD_JS__MAX_NAMES; }
    js.words = bd_js__words_of(s, options->comparable);
    js.here = (struct bd_js__place){.label_count = 0};
    js.name_count = js.property_count = 0;
    js.forgotten = js.expression_depth = js.statement_depth = js.nodes = 0;
    js.last = '\n';
    js.at_start = true;

    static const unsigned odds[] = {1, 60};
    if (bd_pick_weighted(s, "program", odds, 2) == 0) { return; }   /* the smallest program is empty */
    if (!options->comparable && bd_js__rarely(&js, "strict", 16)) { /* mujs ignores much of strict mode */
        js.here.strict = true;
        bd_js__put(&js, "'use strict';\n");
    }
    bd_js__statement(&js);
    bd_js__statements(&js, 4);
    if (options->comparable) { bd_js__print_names(&js); }
    bd_js__put(&js, "\n");
}

void bd_javascript_put(struct bd_js_writer *writer, const char *text)
{
    bd_js__put(writer, text);
}

void bd_javascript_put_expression(struct bd_js_writer *writer)
{
    bd_js__expression(writer, BD_JS__ASSIGNMENT);
}

void bd_javascript_put_block(struct bd_js_writer *writer)
{
    bd_js__block(writer, NULL);
}

void bd_javascript_program(struct bd_source *s, struct bd_out *out)
{
    bd_javascript_program_with(s, out, &defaults);
}
