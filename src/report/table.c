#include "report/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/printable.h"

static char *format_text(const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0) { bd__die("out of memory"); }
    return text;
}

void bd__table_init(struct bd__table *table, const char *id, const char *caption, ...)
{
    va_list args;
    *table = (struct bd__table){.id = id, .headers = 1};
    va_start(args, caption);
    bd__text_vprintf(&table->caption, caption, args);
    va_end(args);
}

void bd__table_clear(struct bd__table *table)
{
    bd__text_clear(&table->caption);
    for (size_t i = 0; i < table->column_count; i++) { free(table->column[i]); }
    for (size_t i = 0; i < table->cell_count; i++) {
        free(table->cell[i].text);
        free(table->cell[i].note);
    }
    free(table->column);
    free(table->cell);
    *table = (struct bd__table){0};
}

void bd__table_column(struct bd__table *table, const char *title)
{
    table->column = bd__memory_grow(table->column, table->column_count, sizeof *table->column);
    table->column[table->column_count++] = bd__memory_copy(title);
}

void bd__table_cell(struct bd__table *table, const char *format, ...)
{
    va_list args;
    table->cell = bd__memory_grow(table->cell, table->cell_count, sizeof *table->cell);
    va_start(args, format);
    table->cell[table->cell_count++] = (struct bd__cell){.text = format_text(format, args)};
    va_end(args);
}

void bd__table_note(struct bd__table *table, const char *format, ...)
{
    va_list args;
    struct bd__cell *cell = &table->cell[table->cell_count - 1];
    free(cell->note);
    va_start(args, format);
    cell->note = format_text(format, args);
    va_end(args);
}

void bd__table_best(struct bd__table *table)
{
    table->cell[table->cell_count - 1].best = true;
}

/* ---- HTML ------------------------------------------------------------------------------------ */

/* Adds the character at TEXT and returns the address of the next one. Characters that are not printable become blanks; invalid
 * bytes become U+FFFD. */
static const char *put_character(struct bd__text *out, const char *text)
{
    bool safe;
    size_t size = bd__printable_next(text, strlen(text), &safe);
    if (bd__text_utf8(text) == 0) {
        bd__text_puts(out, "\xef\xbf\xbd");
    } else {
        bd__text_add(out, safe ? text : " ", safe ? size : 1);
    }
    return text + size;
}

/* Adds TEXT, replacing each of the characters FROM by the string at its index in TO. */
static void escape(struct bd__text *out, const char *text, const char *from, const char *const *to)
{
    while (*text) {
        const char *special = strchr(from, *text);
        if (special) {
            bd__text_puts(out, to[special - from]);
            text++;
        } else {
            text = put_character(out, text);
        }
    }
}

void bd__html_escape(struct bd__text *out, const char *text)
{
    static const char *const entity[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    escape(out, text, "<>&\"'", entity);
}

static size_t row_count(const struct bd__table *table)
{
    return table->column_count ? table->cell_count / table->column_count : 0;
}

static const struct bd__cell *cell_at(const struct bd__table *table, size_t row, size_t column)
{
    return &table->cell[row * table->column_count + column];
}

/* Number of rows, starting at ROW, with the same text in the first column. */
static size_t rows_alike(const struct bd__table *table, size_t row)
{
    size_t end = row + 1;
    while (end < row_count(table) && strcmp(cell_at(table, end, 0)->text, cell_at(table, row, 0)->text) == 0) { end++; }
    return end - row;
}

static const char *class_of(const struct bd__table *table, size_t column)
{
    return column < table->headers + table->words ? " class=\"w\"" : "";
}

static void html_cell(struct bd__text *out, const struct bd__table *table, const struct bd__cell *cell, size_t column)
{
    bool header = column < table->headers;
    if (header) {
        bd__text_puts(out, "<th scope=\"row\">");
    } else {
        bd__text_printf(out, "<td%s>", class_of(table, column));
    }
    if (cell->best) { bd__text_puts(out, "<strong>"); }
    bd__html_escape(out, cell->text);
    if (cell->best) { bd__text_puts(out, "</strong>"); }
    if (cell->note) {
        bd__text_puts(out, " <small>");
        bd__html_escape(out, cell->note);
        bd__text_puts(out, "</small>");
    }
    bd__text_puts(out, header ? "</th>" : "</td>");
}

static void html_row(struct bd__text *out, const struct bd__table *table, size_t row, bool first_of_group)
{
    bd__text_puts(out, "<tr>");
    for (size_t column = 0; column < table->column_count; column++) {
        const struct bd__cell *cell = cell_at(table, row, column);
        if (table->headers < 2 || column > 0) {
            html_cell(out, table, cell, column);
        } else if (first_of_group) {
            bd__text_printf(out, "<th scope=\"rowgroup\" rowspan=\"%zu\">", rows_alike(table, row));
            bd__html_escape(out, cell->text);
            bd__text_puts(out, "</th>");
        }
    }
    bd__text_puts(out, "</tr>\n");
}

void bd__table_html(struct bd__text *out, const struct bd__table *table)
{
    bd__text_printf(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"%s-caption\">\n",
                    table->id);
    bd__text_printf(out, "<table id=\"%s\"%s>\n<caption id=\"%s-caption\">", table->id,
                    table->stacked ? " class=\"stacked\"" : "", table->id);
    bd__html_escape(out, bd__text_str(&table->caption));
    bd__text_puts(out, "</caption>\n<thead>\n<tr>");
    for (size_t i = 0; i < table->column_count; i++) {
        bd__text_printf(out, "<th scope=\"col\"%s>", class_of(table, i));
        bd__html_escape(out, table->column[i]);
        bd__text_puts(out, "</th>");
    }
    bd__text_puts(out, "</tr>\n</thead>\n");
    for (size_t row = 0, next; row < row_count(table); row = next) {
        next = table->headers < 2 ? row_count(table) : row + rows_alike(table, row);
        bd__text_puts(out, "<tbody>\n");
        for (size_t i = row; i < next; i++) { html_row(out, table, i, i == row); }
        bd__text_puts(out, "</tbody>\n");
    }
    bd__text_puts(out, "</table>\n</div>\n");
}

/* ---- Markdown -------------------------------------------------------------------------------- */

void bd__markdown_escape(struct bd__text *out, const char *text)
{
    /* Brackets make links; so do a bare protocol and www. on GitHub and GitLab. */
    static const char *const escaped[] = {"&lt;", "&amp;", "\\|", "\\*", "\\_", "\\`", "\\[", "\\]", "\\\\", "\\~"};
    for (const char *end; *text; text = end) {
        struct bd__text part = {0};
        const char *protocol = strstr(text, "://"), *site = strcasestr(text, "www.");
        const char *link = !site || (protocol && protocol < site) ? protocol : site + 3;
        end = link ? link : text + strlen(text);
        bd__text_add(&part, text, (size_t)(end - text));
        escape(out, bd__text_str(&part), "<&|*_`[]\\~", escaped);
        bd__text_clear(&part);
        if (link) { bd__text_printf(out, "\\%c", *end++); }
    }
}

void bd__markdown_code(struct bd__text *out, const char *text)
{
    escape(out, text, "", NULL);
}

void bd__table_markdown(struct bd__text *out, const struct bd__table *table)
{
    bd__text_puts(out, "**");
    bd__markdown_escape(out, bd__text_str(&table->caption));
    bd__text_puts(out, "**\n\n|");
    for (size_t i = 0; i < table->column_count; i++) {
        bd__text_puts(out, " ");
        bd__markdown_escape(out, table->column[i]);
        bd__text_puts(out, " |");
    }
    bd__text_puts(out, "\n|");
    for (size_t i = 0; i < table->column_count; i++) {
        bd__text_puts(out, i < table->headers + table->words ? "---|" : "---:|");
    }
    for (size_t i = 0; i < row_count(table) * table->column_count; i++) {
        const struct bd__cell *cell = &table->cell[i];
        bd__text_puts(out, i % table->column_count == 0 ? "\n| " : " ");
        if (cell->best) { bd__text_puts(out, "**"); }
        bd__markdown_escape(out, cell->text);
        if (cell->best) { bd__text_puts(out, "**"); }
        if (cell->note) {
            bd__text_puts(out, " ");
            bd__markdown_escape(out, cell->note);
        }
        bd__text_puts(out, " |");
    }
    bd__text_puts(out, "\n\n");
}
