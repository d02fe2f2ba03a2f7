/* table.h: a table that is made once and written twice: as HTML and as Markdown. Cells are added row by row. */
#ifndef BD_REPORT_TABLE_H
#define BD_REPORT_TABLE_H

#include <stdbool.h>

#include "base/text.h"

struct bd__cell {
    char *text, *note; /* owned; NOTE follows the text in small letters, and may be NULL */
    bool best;
};

struct bd__table {
    const char *id; /* borrowed; the anchor in the page */
    struct bd__text caption;
    char **column;       /* owned; titles */
    size_t column_count; /* all hold numbers, aligned right, except headers and words */
    size_t
        headers; /* number of columns on the left that name the row; with 2, equal neighbours in the first are joined */
    size_t words;          /* number of columns after them that hold words, aligned left */
    bool stacked;          /* notes are below their texts, to save width */
    struct bd__cell *cell; /* owned; by rows */
    size_t cell_count;
};

/* A table without columns. */
void bd__table_init(struct bd__table *table, const char *id, const char *caption, ...)
    __attribute__((format(printf, 3, 4)));
void bd__table_clear(struct bd__table *table);

void bd__table_column(struct bd__table *table, const char *title);
void bd__table_cell(struct bd__table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* These change the cell that was added last. */
void bd__table_note(struct bd__table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bd__table_best(struct bd__table *table);

void bd__table_html(struct bd__text *out, const struct bd__table *table);
void bd__table_markdown(struct bd__text *out, const struct bd__table *table);

/* Appends TEXT with HTML markup escaped. */
void bd__html_escape(struct bd__text *out, const char *text);
/* The same for Markdown, and for Markdown between backticks, where only control characters do harm. */
void bd__markdown_escape(struct bd__text *out, const char *text);
void bd__markdown_code(struct bd__text *out, const char *text);

#endif
