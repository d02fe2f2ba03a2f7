#include "report/document.h"

#include <stdio.h>
#include <string.h>

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

/* Colours: Okabe and Ito (2008), which colour-blind readers can distinguish; black and yellow are adapted to the page. */
static const char style[] =
    ":root{color-scheme:light "
    "dark;--page:#fff;--ink:#1b1b1b;--dim:#5c5c5c;--line:#d4d4d4;--soft:#f4f4f2;--warn:#fff3d6;"
    "--c0:#d55e00;--c1:#0072b2;--c2:#009e73;--c3:#cc79a7;--c4:#b97f00;--c5:#3a97d0;--c6:#1b1b1b;--c7:#8c8100}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#16181b;--ink:#e6e6e3;--dim:#a3a3a0;--line:#3b3e43;--soft:#202327;"
    "--warn:#3d3210;--c0:#f0803c;--c1:#4aa3df;--c2:#2cc59a;--c3:#e09cc1;--c4:#e69f00;--c5:#8ccdf5;--c6:#e6e6e3;"
    "--c7:#f0e442}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Helvetica Neue\",Arial,\"DejaVu Sans\",sans-serif}\n"
    "main,header{max-width:1360px;margin:0 auto;padding:0 1rem}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:1.5rem 0 .5rem}\n"
    "h2{font-size:1.35rem;margin:2.8rem 0 .6rem;padding-top:.6rem;border-top:2px solid var(--ink)}\n"
    "h3{font-size:1.1rem;margin:2rem 0 .4rem}\n"
    "p,ul{max-width:76ch;margin:.5rem 0}li{margin:.25rem 0}\n"
    "a{color:inherit}code{font-family:ui-monospace,\"DejaVu Sans "
    "Mono\",monospace;font-size:.9em;background:var(--soft);"
    "padding:0 .2em;border-radius:3px}\n"
    "nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;max-width:none}nav li{margin:0}\n"
    ".warning{background:var(--warn);border-left:4px solid var(--c4);padding:.5rem .8rem}\n"
    ".scroll{overflow-x:auto;margin:1rem 0 1.6rem;max-width:100%}\n"
    "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;line-height:1.35}\n"
    "caption{text-align:left;font-weight:600;padding:0 0 .4rem;position:sticky;left:0;max-width:min(76ch,92vw)}\n"
    "th,td{padding:.25rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line);"
    "vertical-align:baseline}\n"
    "thead th{border-bottom:2px solid "
    "var(--ink);vertical-align:bottom;font-weight:600;white-space:normal;max-width:9.5rem}\n"
    "th[scope=row],th[scope=rowgroup],.w{text-align:left;font-weight:400}th.w{font-weight:600}\n"
    "th[scope=rowgroup]{font-weight:600;vertical-align:top;white-space:nowrap}\n"
    "tbody th[scope=row]:first-child,tbody th[scope=rowgroup]{position:sticky;left:0;background:var(--page)}\n"
    "td.w{white-space:normal;max-width:60rem;overflow-wrap:anywhere}\n"
    "tbody th{white-space:normal;max-width:min(26rem,44vw);overflow-wrap:break-word}.stacked td small{display:block}\n"
    "small{color:var(--dim);font-size:.85em}strong{font-weight:700}\n"
    "tbody tr:hover>*{background:var(--soft)}tbody+tbody tr:first-child>*{border-top:1px solid var(--dim)}\n"
    "details{margin:1rem 0;border-left:3px solid var(--line);padding-left:.8rem}summary{cursor:pointer;font-weight:600;"
    "padding:.2rem 0}\n"
    "figure{margin:1.2rem 0 2rem}figcaption{font-weight:600;margin-bottom:.3rem}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,330px),1fr));gap:.6rem 1.2rem}\n"
    ".charts.two{max-width:900px}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.6rem 0;max-width:none;"
    "font-size:.9rem}.legend li{display:flex;align-items:center;gap:.4rem;margin:0}.legend "
    "svg{width:44px;height:14px}\n"
    "svg{display:block;width:100%;height:auto;overflow:visible}\n"
    "svg text{font-size:11px;fill:var(--ink);font-family:inherit}svg .t{font-weight:600}svg .d{fill:var(--dim)}\n"
    ".a{stroke:var(--dim);stroke-width:1;fill:none}.g{stroke:var(--line);stroke-width:.7;fill:none}\n"
    ".l{fill:none;stroke:var(--c);stroke-width:1.8;stroke-linejoin:round}.b{fill:var(--c);fill-opacity:.14;stroke:none}"
    "\n"
    ".m{fill:var(--c);stroke:var(--page);stroke-width:.6}.o{fill:none;stroke:var(--c);stroke-width:1.5}"
    ".j{stroke:var(--c);stroke-width:.7;fill:none;opacity:.7}svg text.n{fill:var(--c);"
    "fill:color-mix(in srgb,var(--c) 60%,var(--ink));font-size:10px}\n"
    ".k0{--c:var(--c0)}.k1{--c:var(--c1)}.k2{--c:var(--c2)}.k3{--c:var(--c3)}.k4{--c:var(--c4)}.k5{--c:var(--c5)}"
    ".k6{--c:var(--c6)}.k7{--c:var(--c7)}\n"
    "@media(max-width:480px){svg text{font-size:12px}svg text.n{font-size:11px}}\n"
    "@media print{body{font-size:10pt}main,header{max-width:none;padding:0}.scroll{overflow:visible}"
    "table{font-size:7.5pt}h2,h3,figcaption,caption{break-after:avoid}figure,tr{break-inside:avoid}nav{display:none}"
    ".charts{grid-template-columns:repeat(3,1fr)}}\n";

void bd__document_page(struct bd__text *out, const struct bd__document *doc)
{
    bd__text_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    bd__html_escape(out, doc->title);
    bd__text_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>", style);
    bd__html_escape(out, doc->title);
    bd__text_printf(out, "</h1>\n<nav aria-label=\"Contents\">\n<ul>\n%s</ul>\n</nav>\n</header>\n<main>\n",
                    bd__text_str(&doc->contents));
    bd__text_puts(out, bd__text_str(&doc->html));
    if (doc->in_list) { bd__text_puts(out, "</ul>\n"); }
    bd__text_puts(out, "</main>\n</body>\n</html>\n");
}
