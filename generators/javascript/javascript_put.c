/* javascript_put.c: writing. The whole program goes through bd_js__put, so that two tokens never merge into one, and
 * the start of a statement is known. */
#include "javascript_parts.h"

void bd_js__put(struct bd_js_writer *js, const char *text)
{
    const size_t size = strlen(text);
    if (size == 0) { return; }
    if ((text[0] == '+' || text[0] == '-') && js->last == text[0]) { bd_put_char(js->out, ' '); } /* a - -b */
    bd_put_bytes(js->out, text, size);
    js->last = text[size - 1];
    js->at_start = false;
}

void bd_js__put_number(struct bd_js_writer *js, int64_t number)
{
    if (number < 0 && js->last == '-') { bd_put_char(js->out, ' '); }
    bd_put_number(js->out, number);
    js->last = '0';
    js->at_start = false;
}

void bd_js__put_name(struct bd_js_writer *js, struct bd_js__name name)
{
    bd_js__put(js, name.word);
    if (name.number != 0) { bd_js__put_number(js, name.number); }
}

void bd_js__put_escaped(struct bd_js_writer *js, char c, char quote)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char byte = (unsigned char)c;
    if (c == '\n') {
        bd_put(js->out, "\\n");
    } else if (byte < 0x20 || byte == 0x7F) {
        const char code[] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        bd_put_bytes(js->out, code, sizeof code);
    } else {
        if (c == quote || c == '\\') { bd_put_char(js->out, '\\'); }
        bd_put_char(js->out, c);
    }
}

void bd_js__put_string(struct bd_js_writer *js, const char *text)
{
    const char quote = strchr(text, '\'') ? '"' : '\'';
    const char ends[] = {quote, 0};
    bd_js__put(js, ends);
    for (; *text; text++) { bd_js__put_escaped(js, *text, quote); }
    bd_js__put(js, ends);
}

void bd_js__put_line(struct bd_js_writer *js)
{
    static const char spaces[] = "                ";
    const size_t wanted = 2 * (size_t)js->statement_depth;
    bd_put_char(js->out, '\n');
    bd_put_bytes(js->out, spaces, wanted < sizeof spaces - 1 ? wanted : sizeof spaces - 1);
    js->last = '\n';
}

bool bd_js__open(struct bd_js_writer *js, enum bd_js__binding binding, enum bd_js__binding min)
{
    const bool needed = binding < min;
    if (needed) { bd_js__put(js, "("); }
    return needed;
}

void bd_js__close(struct bd_js_writer *js, bool opened)
{
    if (opened) { bd_js__put(js, ")"); }
}
