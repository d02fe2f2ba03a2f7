#include "base/printable.h"

#include <string.h>

/* Does it change the order in which text is shown, or begin a new line? Unicode's Bidi_Control, and its two
 * separators. */
static bool is_rearranging(unsigned code)
{
    return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t bd__printable_next(const char *at, size_t left, bool *safe)
{
    char there[5] = ""; /* a copy, because we must not read past LEFT */
    memcpy(there, at, left < 4 ? left : 4);
    size_t size = bd__text_utf8(there);
    unsigned code = size ? bd__text_code(there, size) : 0;
    *safe = code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !is_rearranging(code);
    return size ? size : 1;
}

static void spell(struct bd__text *out, const char *at, size_t size)
{
    if (size == 1 && (*at == '\n' || *at == '\t' || *at == '\r')) {
        bd__text_puts(out, *at == '\n' ? "\\n" : *at == '\t' ? "\\t" : "\\r");
    } else if (size > 1) {
        bd__text_printf(out, "\\u%04x", bd__text_code(at, size));
    } else {
        bd__text_printf(out, "\\x%02x", (unsigned char)*at);
    }
}

static void put(struct bd__text *out, const char *data, size_t size, const char *kept)
{
    size_t step;
    for (size_t done = 0; done < size; done += step) {
        bool safe;
        step = bd__printable_next(data + done, size - done, &safe);
        if (safe || (data[done] && strchr(kept, data[done]))) {
            bd__text_add(out, data + done, step);
        } else {
            spell(out, data + done, step);
        }
    }
}

void bd__printable_line(struct bd__text *out, const char *data, size_t size)
{
    put(out, data, size, "");
}

void bd__printable_lines(struct bd__text *out, const char *data, size_t size)
{
    put(out, data, size, "\n\t");
}

/* Two columns for scripts and symbols that some terminals show that wide. Marks that take no column count as one. */
static size_t columns_of(unsigned code)
{
    static const unsigned wide[][2] = {{0x1100, 0x115f},   {0x231a, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},   {0xfe10, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
                                       {0x16fe0, 0x18dff}, {0x1aff0, 0x1b2ff}, {0x1f000, 0x1faff}, {0x20000, 0x3fffd}};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        if (code >= wide[i][0] && code <= wide[i][1]) { return 2; }
    }
    return 1;
}

size_t bd__printable_fit(const char *text, size_t columns, size_t *taken)
{
    const char *at = text;
    for (*taken = 0; *at;) {
        size_t size = bd__text_utf8(at), width = size ? columns_of(bd__text_code(at, size)) : 1;
        if (*taken + width > columns) { break; }
        *taken += width;
        at += size ? size : 1;
    }
    return (size_t)(at - text);
}
