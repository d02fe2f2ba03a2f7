/* document.h: a report, written as a page of HTML and as Markdown at the same time.
 *
 * Paragraphs may hold `code` and **strong** words; everything else in them is taken literally. The page is one
 * file: no scripts, fonts, pictures or styles from elsewhere.
 */
#ifndef BD_REPORT_DOCUMENT_H
#define BD_REPORT_DOCUMENT_H

#include "base/text.h"
#include "report/table.h"

struct bd__document {
    char title[256];
    struct bd__text html, markdown, contents; /* owned; the page without its head; its list of sections */
    bool in_list;
};

void bd__document_init(struct bd__document *doc, const char *title);
void bd__document_clear(struct bd__document *doc);

/* Adds WORD, which may be anything, to the TEXT of a paragraph as `code`; a backtick in it becomes a quote. */
void bd__document_code(struct bd__text *text, const char *word);

/* LEVEL 2 is a section, and in the contents; 3 is a part of one. */
void bd__document_heading(struct bd__document *doc, int level, const char *id, const char *title);
void bd__document_text(struct bd__document *doc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A paragraph that must not be overlooked. */
void bd__document_warning(struct bd__document *doc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One of a list; the list ends with the next thing that is no item. */
void bd__document_item(struct bd__document *doc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bd__document_table(struct bd__document *doc, const struct bd__table *table);
/* HTML for the page; Markdown gets a line that says where to find what it shows. */
void bd__document_figure(struct bd__document *doc, const char *html, const char *instead);
/* What comes between these can be folded away in the page. */
void bd__document_fold(struct bd__document *doc, const char *title);
void bd__document_unfold(struct bd__document *doc);

/* The whole page. */
void bd__document_page(struct bd__text *out, const struct bd__document *doc);

#endif
