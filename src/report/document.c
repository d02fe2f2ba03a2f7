#include "report/document.h"

#include <stdio.h>
#include <string.h>

#include "report/style.h"

void bd__document_init(struct bd__document *doc, const char *title)
{
    *doc = (struct bd__document){0};
    snprintf(doc->title, sizeof doc->title, "%s", title);
    bd__text_puts(&doc->markdown, "# ");
    bd__markdown_escape(&doc->markdown, title);
    bd__text_puts(&doc->markdown, "\n\n");
}

void bd__document_clear(struct bd__document *doc)
{
    bd__text_clear(&doc->html);
    bd__text_clear(&doc->markdown);
    bd__text_clear(&doc->contents);
}

static void end_list(struct bd__document *doc)
{
    if (!doc->in_list) { return; }
    bd__text_puts(&doc->html, "</ul>\n");
    bd__text_puts(&doc->markdown, "\n");
    doc->in_list = false;
}

/* How HTML and Markdown write marks, and how they escape everything else. */
struct syntax {
    const char *code[2], *strong[2]; /* begin and end */
    void (*literal)(struct bd__text *out, const char *text);
    void (*in_code)(struct bd__text *out, const char *text);
};
static const struct syntax page = {{"<code>", "</code>"}, {"<strong>", "</strong>"}, bd__html_escape, bd__html_escape};
static const struct syntax markdown = {{"`", "`"}, {"**", "**"}, bd__markdown_escape, bd__markdown_code};

/* Appends TEXT, in which `code` and **strong** are marks. Marks that are still open are closed at the end. */
static void put_marked(struct bd__text *out, const char *text, const struct syntax *syntax)
{
    bool code = false, strong = false;
    for (const char *at = text; *at;) {
        if (*at == '`') {
            bd__text_puts(out, syntax->code[code]);
            code = !code;
            at++;
        } else if (!code && at[0] == '*' && at[1] == '*') {
            bd__text_puts(out, syntax->strong[strong]);
            strong = !strong;
            at += 2;
        } else {
            struct bd__text part = {0};
            size_t size = strcspn(at + 1, "`*") + 1; /* at least one character: a single star is literal */
            bd__text_add(&part, at, size);
            (code ? syntax->in_code : syntax->literal)(out, bd__text_str(&part));
            bd__text_clear(&part);
            at += size;
        }
    }
    if (code) { bd__text_puts(out, syntax->code[1]); }
    if (strong) { bd__text_puts(out, syntax->strong[1]); }
}

static void put_both(struct bd__document *doc, const char *before, const char *after, const char *mark,
                     const char *format, va_list args)
{
    struct bd__text text = {0};
    bd__text_vprintf(&text, format, args);
    bd__text_puts(&doc->html, before);
    put_marked(&doc->html, bd__text_str(&text), &page);
    bd__text_puts(&doc->html, after);
    bd__text_puts(&doc->markdown, mark);
    put_marked(&doc->markdown, bd__text_str(&text), &markdown);
    bd__text_puts(&doc->markdown, "\n");
    bd__text_clear(&text);
}

void bd__document_code(struct bd__text *text, const char *word)
{
    bd__text_puts(text, "`");
    for (; *word; word++) { bd__text_add(text, *word == '`' ? "'" : word, 1); }
    bd__text_puts(text, "`");
}

void bd__document_heading(struct bd__document *doc, int level, const char *id, const char *title)
{
    end_list(doc);
    bd__text_printf(&doc->html, "<h%d id=\"%s\">", level, id);
    bd__html_escape(&doc->html, title);
    bd__text_printf(&doc->html, "</h%d>\n", level);
    bd__text_printf(&doc->markdown, "%.*s ", level, "####");
    bd__markdown_escape(&doc->markdown, title);
    bd__text_puts(&doc->markdown, "\n\n");
    if (level == 2) {
        bd__text_printf(&doc->contents, "<li><a href=\"#%s\">", id);
        bd__html_escape(&doc->contents, title);
        bd__text_puts(&doc->contents, "</a></li>\n");
    }
}

void bd__document_text(struct bd__document *doc, const char *format, ...)
{
    va_list args;
    end_list(doc);
    va_start(args, format);
    put_both(doc, "<p>", "</p>\n", "", format, args);
    va_end(args);
    bd__text_puts(&doc->markdown, "\n");
}

void bd__document_warning(struct bd__document *doc, const char *format, ...)
{
    va_list args;
    end_list(doc);
    va_start(args, format);
    put_both(doc, "<p class=\"warning\">", "</p>\n", "> ", format, args);
    va_end(args);
    bd__text_puts(&doc->markdown, "\n");
}

void bd__document_item(struct bd__document *doc, const char *format, ...)
{
    va_list args;
    if (!doc->in_list) { bd__text_puts(&doc->html, "<ul>\n"); }
    doc->in_list = true;
    va_start(args, format);
    put_both(doc, "<li>", "</li>\n", "- ", format, args);
    va_end(args);
}

void bd__document_table(struct bd__document *doc, const struct bd__table *table)
{
    end_list(doc);
    bd__table_html(&doc->html, table);
    bd__table_markdown(&doc->markdown, table);
}

void bd__document_figure(struct bd__document *doc, const char *html, const char *instead)
{
    end_list(doc);
    bd__text_puts(&doc->html, html);
    if (*instead) { bd__text_printf(&doc->markdown, "*%s*\n\n", instead); }
}

void bd__document_fold(struct bd__document *doc, const char *title)
{
    end_list(doc);
    bd__text_puts(&doc->html, "<details>\n<summary>");
    bd__html_escape(&doc->html, title);
    bd__text_puts(&doc->html, "</summary>\n");
}

void bd__document_unfold(struct bd__document *doc)
{
    end_list(doc);
    bd__text_puts(&doc->html, "</details>\n");
}

void bd__document_page(struct bd__text *out, const struct bd__document *doc)
{
    bd__text_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    bd__html_escape(out, doc->title);
    bd__text_printf(out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<header>\n<h1>", bd__style_charts,
                    bd__style_text);
    bd__html_escape(out, doc->title);
    bd__text_printf(out, "</h1>\n<nav aria-label=\"Contents\">\n<ul>\n%s</ul>\n</nav>\n</header>\n<main>\n",
                    bd__text_str(&doc->contents));
    bd__text_puts(out, bd__text_str(&doc->html));
    if (doc->in_list) { bd__text_puts(out, "</ul>\n"); }
    bd__text_puts(out, "</main>\n</body>\n</html>\n");
}
