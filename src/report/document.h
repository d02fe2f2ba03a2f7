/* document.h: a report, written as an HTML page and as Markdown at the same time.
 *
 * Paragraphs may hold `code` and **strong** words; everything else is literal. The page is a single
 * file: it loads no scripts, fonts, pictures or styles.
 */
#ifndef BD_REPORT_DOCUMENT_H
#define BD_REPORT_DOCUMENT_H

#include "base/text.h"
#include "report/table.h"

struct bd__document {
    char title[256];
    struct bd__text html, markdown,
        contents; /* owned; HTML: the page without its head; CONTENTS: its list of sections */
    bool in_list;
};

void bd__document_init(struct bd__document *doc, const char *title);
void bd__document_clear(struct bd__document *doc);

/* Adds WORD, which may contain anything, to the TEXT of a paragraph as `code`. A backtick in it becomes a quote. */
void bd__document_code(struct bd__text *text, const char *word);

/* LEVEL 2 is a section, which the contents list; 3 is a part of a section. */
void bd__document_heading(struct bd__document *doc, int level, const char *id, const char *title);
void bd__document_text(struct bd__document *doc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A highlighted paragraph. */
void bd__document_warning(struct bd__document *doc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds an item to a list; the list ends when anything else is added. */
void bd__document_item(struct bd__document *doc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bd__document_table(struct bd__document *doc, const struct bd__table *table);
/* Adds HTML to the page. Markdown gets the line INSTEAD, which says where to find the figure. */
void bd__document_figure(struct bd__document *doc, const char *html, const char *instead);
/* Readers of the page can fold away what is between these two calls. */
void bd__document_fold(struct bd__document *doc, const char *title);
void bd__document_unfold(struct bd__document *doc);

/* Appends the whole page. */
void bd__document_page(struct bd__text *out, const struct bd__document *doc);

#endif
