/* paper-js_parts.h: what the files of the generator share. Not for users. */
#ifndef BD_PAPER_JS_PARTS_H
#define BD_PAPER_JS_PARTS_H

#include "paper-js.h"
#include "paper.h"

enum { BD_PAPER_JS__IDENTIFIERS = 100, BD_PAPER_JS__EXPRESSION_DEPTH = 10, BD_PAPER_JS__STATEMENT_DEPTH = 6 };

/* A program being written. */
struct bd_paper_js__program {
    struct bd_paper choices;
    struct bd_out *out;
    unsigned statement_depth, expression_depth;
    char letters[BD_PAPER_JS__IDENTIFIERS]; /* identifier i is letters[i], "_" and i */
    size_t identifier_count;
};

/* Writes one or more items, MEAN of them on average, with SEPARATOR between them. */
void bd_paper_js__list(struct bd_paper_js__program *js, const char *label, double mean, const char *separator,
                       void (*item)(struct bd_paper_js__program *js));

/* paper-js.c */
void bd_paper_js__block(struct bd_paper_js__program *js);

/* paper-js_expressions.c */
void bd_paper_js__expression(struct bd_paper_js__program *js);
void bd_paper_js__identifier(struct bd_paper_js__program *js);
/* (a, b): the parameters of a function. */
void bd_paper_js__parameters(struct bd_paper_js__program *js);

#endif
