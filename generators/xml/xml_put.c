/* xml_put.c: writing. Everything that the generator writes goes through put_bytes, in the document's encoding. The
 * texts passed in are UTF-8 that XML can hold (xml_words.c ensures that). */
#include "xml_parts.h"

static void put_unit(const struct bd_xml__document *x, unsigned unit)
{
    const uint8_t low = unit & 0xFF, high = (unit >> 8) & 0xFF;
    const uint8_t pair[2] = {x->encoding == BD_XML__UTF16LE ? low : high, x->encoding == BD_XML__UTF16LE ? high : low};
    bd_put_bytes(x->out, pair, sizeof pair);
}

static void put_utf16(const struct bd_xml__document *x, const char *text, size_t size)
{
    const unsigned char *t = (const unsigned char *)text, *end = t + size;
    while (t < end) {
        const int extra = *t < 0x80 ? 0 : *t < 0xE0 ? 1 : *t < 0xF0 ? 2 : 3;
        unsigned c = extra == 0 ? *t : *t & (0x3Fu >> extra);
        t++;
        for (int i = 0; i < extra; i++) { c = c << 6 | (*t++ & 0x3F); }
        if (c >= 0x10000) {
            put_unit(x, 0xD800 + ((c - 0x10000) >> 10));
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        put_unit(x, c);
    }
}

/* SIZE must not end inside a character. */
static void put_bytes(const struct bd_xml__document *x, const char *text, size_t size)
{
    if (x->encoding == BD_XML__UTF8) {
        bd_put_bytes(x->out, text, size);
    } else {
        put_utf16(x, text, size);
    }
}

void bd_xml__put(const struct bd_xml__document *x, const char *text)
{
    put_bytes(x, text, strlen(text));
}

void bd_xml__put_repeated(const struct bd_xml__document *x, const char *text, size_t count)
{
    if (x->encoding == BD_XML__UTF8) {
        bd_put_repeated(x->out, text, count);
    } else {
        for (size_t i = 0; i < count; i++) { bd_xml__put(x, text); }
    }
}

void bd_xml__put_name(const struct bd_xml__document *x, struct bd_xml__name name)
{
    if (name.prefix) {
        bd_xml__put(x, name.prefix);
        bd_xml__put(x, ":");
    }
    bd_xml__put(x, name.local);
}

void bd_xml__put_key(const struct bd_xml__document *x, struct bd_xml__name key)
{
    bd_xml__put(x, " ");
    bd_xml__put_name(x, key);
    bd_xml__put(x, "=\"");
}

/* Writes TEXT with each of the ASCII characters SPECIAL replaced by the entry of BY at its place. */
static void put_replaced(const struct bd_xml__document *x, const char *text, const char *special, const char *const *by)
{
    for (;;) {
        const size_t size = strcspn(text, special);
        put_bytes(x, text, size);
        text += size;
        if (!*text) { return; }
        bd_xml__put(x, by[strchr(special, *text++) - special]);
    }
}

/* Writes TEXT with GAP inserted before the last character of each END in it, so that END does not occur. */
static void put_broken(const struct bd_xml__document *x, const char *text, const char *end, const char *gap)
{
    const size_t head = strlen(end) - 1;
    for (const char *hit; (hit = strstr(text, end)); text = hit + head) {
        put_bytes(x, text, (size_t)(hit - text) + head);
        bd_xml__put(x, gap);
    }
    bd_xml__put(x, text);
}

void bd_xml__put_text(const struct bd_xml__document *x, const char *text)
{
    /* '>' because of "]]>"; a bare carriage return would be read as a newline */
    static const char *const by[] = {"&amp;", "&lt;", "&gt;", "&#13;"};
    put_replaced(x, text, "&<>\r", by);
}

void bd_xml__put_value(const struct bd_xml__document *x, const char *text)
{
    static const char *const by[] = {"&amp;", "&lt;", "&quot;", "&#9;", "&#10;", "&#13;"};
    put_replaced(x, text, "&<\"\t\n\r", by);
}

void bd_xml__put_entity_value(const struct bd_xml__document *x, const char *text)
{
    /* Parsed twice: where the entity is declared, and again where it is used. */
    static const char *const by[] = {"&#38;#38;", "&#38;#60;", "&#37;", "&#34;"};
    put_replaced(x, text, "&<%\"", by);
}

void bd_xml__put_literal(const struct bd_xml__document *x, const char *text)
{
    static const char *const by[] = {"'"};
    put_replaced(x, text, "\"", by);
}

void bd_xml__put_cdata(const struct bd_xml__document *x, const char *text)
{
    bd_xml__put(x, "<![CDATA[");
    put_broken(x, text, "]]>", "]]><![CDATA[");
    bd_xml__put(x, "]]>");
}

void bd_xml__put_comment(const struct bd_xml__document *x, const char *text)
{
    const size_t size = strlen(text);
    bd_xml__put(x, "<!--");
    put_broken(x, text, "--", " ");
    bd_xml__put(x, size > 0 && text[size - 1] == '-' ? " -->" : "-->");
}

void bd_xml__put_instruction(const struct bd_xml__document *x, const char *text)
{
    put_broken(x, text, "?>", " ");
    bd_xml__put(x, "?>");
}
