#include "report/document.h"

#include "unit/test.h"

static bool holds(const struct bd__text *text, const char *part)
{
    bool found = strstr(bd__text_str(text), part) != NULL;
    if (!found) { printf("not there: %s\nin: %s\n", part, bd__text_str(text)); }
    return found;
}

TEST(a_table_is_written_twice)
{
    struct bd__table table;
    struct bd__text html = {0}, markdown = {0};
    bd__table_init(&table, "t", "All of %d", 2);
    bd__table_column(&table, "Name");
    bd__table_column(&table, "a|b");
    bd__table_cell(&table, "one");
    bd__table_cell(&table, "%d", 1);
    bd__table_best(&table);
    bd__table_note(&table, "(n = %d)", 4);
    bd__table_cell(&table, "two");
    bd__table_cell(&table, "<2>");
    bd__table_html(&html, &table);
    bd__table_markdown(&markdown, &table);
    CHECK(holds(&html, "<caption id=\"t-caption\">All of 2</caption>"));
    CHECK(holds(&html, "<th scope=\"col\">a|b</th>"));
    CHECK(holds(&html, "<tr><th scope=\"row\">one</th><td><strong>1</strong> <small>(n = 4)</small></td></tr>\n"));
    CHECK(holds(&html, "<td>&lt;2&gt;</td>"));
    CHECK(
        holds(&markdown, "**All of 2**\n\n| Name | a\\|b |\n|---|---:|\n| one | **1** (n = 4) |\n| two | &lt;2> |\n"));
    bd__text_clear(&html);
    bd__text_clear(&markdown);
    bd__table_clear(&table);
}

TEST(equal_neighbours_of_the_first_column_are_joined)
{
    static const char *const cell[] = {"x", "a", "1", "x", "b", "2", "y", "a", "3"};
    struct bd__table table;
    struct bd__text html = {0};
    bd__table_init(&table, "t", "c");
    table.headers = 2;
    for (int i = 0; i < 3; i++) { bd__table_column(&table, "k"); }
    for (int i = 0; i < 9; i++) { bd__table_cell(&table, "%s", cell[i]); }
    bd__table_html(&html, &table);
    CHECK(holds(&html, "<th scope=\"rowgroup\" rowspan=\"2\">x</th><th scope=\"row\">a</th><td>1</td></tr>\n"
                       "<tr><th scope=\"row\">b</th><td>2</td></tr>\n</tbody>\n<tbody>\n"
                       "<tr><th scope=\"rowgroup\" rowspan=\"1\">y</th>"));
    bd__text_clear(&html);
    bd__table_clear(&table);
}

TEST(nothing_in_a_text_is_taken_for_markup)
{
    struct bd__document doc;
    struct bd__text page = {0};
    bd__document_init(&doc, "A & B");
    bd__document_heading(&doc, 2, "one", "x < y");
    bd__document_text(&doc, "**strong** and `code<>` & %s", "<script>\x01'\" a*b \xff \xe2\x82\xac");
    bd__document_page(&page, &doc);
    CHECK(holds(&page, "<title>A &amp; B</title>"));
    CHECK(holds(&page, "<a href=\"#one\">x &lt; y</a>"));
    CHECK(holds(&page, "<p><strong>strong</strong> and <code>code&lt;&gt;</code> &amp; &lt;script&gt; &#39;&quot; a*b "
                       "\xef\xbf\xbd \xe2\x82\xac</p>"));
    CHECK(holds(&doc.markdown, "**strong** and `code<>` &amp; &lt;script> '\" a\\*b \xef\xbf\xbd \xe2\x82\xac\n"));
    bd__text_clear(&page);
    bd__document_clear(&doc);
}

TEST(markdown_makes_no_links_and_no_markup_of_names)
{
    struct bd__text out = {0};
    bd__markdown_escape(
        &out, "[x](http://a) www.b.c ![i] <https://d> a|b `c` *d* _e_ ~~f~~ \\[g] WWW.h 1.5: j\n# k\xe2\x80\xae");
    CHECK_EQ_STR(bd__text_str(&out),
                 "\\[x\\](http\\://a) www\\.b.c !\\[i\\] &lt;https\\://d> a\\|b \\`c\\` \\*d\\* \\_e\\_ "
                 "\\~\\~f\\~\\~ \\\\\\[g\\] WWW\\.h 1.5: j # k ");
    bd__text_clear(&out);
    struct bd__document doc;
    bd__document_init(&doc, "[t](u)\n\n# x");
    bd__document_heading(&doc, 2, "one", "<b> [h](i)");
    CHECK(holds(&doc.markdown, "# \\[t\\](u)  # x\n\n## &lt;b> \\[h\\](i)\n"));
    bd__document_clear(&doc);
}

TEST(a_word_of_somebody_else_is_code)
{
    struct bd__document doc;
    struct bd__text flags = {0};
    bd__document_init(&doc, "t");
    bd__document_code(&flags, "--x=**<b>`\x1b");
    bd__document_text(&doc, "Flags: %s.", bd__text_str(&flags));
    CHECK(holds(&doc.html, "<p>Flags: <code>--x=**&lt;b&gt;&#39; </code>.</p>"));
    CHECK(holds(&doc.markdown, "Flags: `--x=**<b>' `.\n"));
    bd__text_clear(&flags);
    bd__document_clear(&doc);
}

TEST(what_is_opened_is_closed)
{
    struct bd__document doc;
    struct bd__text page = {0};
    bd__document_init(&doc, "t");
    bd__document_item(&doc, "one");
    bd__document_item(&doc, "two `open");
    bd__document_text(&doc, "**after");
    bd__document_item(&doc, "last");
    bd__document_page(&page, &doc);
    CHECK(holds(&page, "<ul>\n<li>one</li>\n<li>two <code>open</code></li>\n</ul>\n<p><strong>after</strong></p>\n"
                       "<ul>\n<li>last</li>\n</ul>\n</main>"));
    CHECK(holds(&doc.markdown, "- one\n- two `open`\n\n**after**\n\n- last\n"));
    bd__text_clear(&page);
    bd__document_clear(&doc);
}
