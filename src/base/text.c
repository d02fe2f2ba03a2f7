#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"

void bd__text_clear(struct bd__text *text)
{
    free(text->data);
    *text = (struct bd__text){0};
}

static void reserve(struct bd__text *text, size_t more)
{
    size_t need = text->size + more + 1;
    if (need <= text->capacity) { return; }
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < need) { capacity *= 2; }
    char *data = realloc(text->data, capacity);
    if (!data) { bd__die("out of memory (%zu bytes)", capacity); }
    text->data = data;
    text->capacity = capacity;
}

void bd__text_add(struct bd__text *text, const char *data, size_t size)
{
    reserve(text, size);
    if (size) { memcpy(text->data + text->size, data, size); }
    text->size += size;
    text->data[text->size] = 0;
}

void bd__text_number(struct bd__text *text, uint64_t number)
{
    char digits[20], *at = digits + sizeof digits;
    do {
        *--at = (char)('0' + number % 10);
    } while (number /= 10);
    bd__text_add(text, at, (size_t)(digits + sizeof digits - at));
}

void bd__text_puts(struct bd__text *text, const char *string)
{
    bd__text_add(text, string, strlen(string));
}

void bd__text_vprintf(struct bd__text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size < 0) { bd__die("bad format: %s", format); }
    reserve(text, (size_t)size);
    vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
    text->size += (size_t)size;
    va_end(again);
}

void bd__text_printf(struct bd__text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bd__text_vprintf(text, format, args);
    va_end(args);
}

const char *bd__text_str(const struct bd__text *text)
{
    return text->data ? text->data : "";
}

const char *bd__text_tail(const struct bd__text *text, size_t size)
{
    return bd__text_str(text) + (text->size > size ? text->size - size : 0);
}

size_t bd__text_utf8(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;
    size_t size = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : c[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80) { return 0; } /* also at the terminating NUL */
    }
    /* Overlong, half of a surrogate pair, or beyond the last code point. */
    bool wrong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf0 && c[1] < 0x90) ||
                 (c[0] == 0xf4 && c[1] > 0x8f);
    return wrong ? 0 : size;
}

unsigned bd__text_code(const char *at, size_t size)
{
    const unsigned char *c = (const unsigned char *)at;
    unsigned code = size == 1 ? c[0] : c[0] & (0xffu >> (size + 1));
    for (size_t i = 1; i < size; i++) { code = code << 6 | (c[i] & 0x3f); }
    return code;
}

int bd__text_hex(char c)
{
    if (c >= '0' && c <= '9') { return c - '0'; }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool bd__text_ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), length = strlen(end);
    return size >= length && strcmp(text + size - length, end) == 0;
}
