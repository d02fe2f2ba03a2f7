/* text.h: a growing string. Owns its memory; always NUL-terminated; {0} is the empty one. */
#ifndef BD_BASE_TEXT_H
#define BD_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__text {
    char *data; /* owned; NULL until something is added */
    size_t size, capacity;
};

void bd__text_clear(struct bd__text *text);
void bd__text_add(struct bd__text *text, const char *data, size_t size);
void bd__text_puts(struct bd__text *text, const char *string);
void bd__text_printf(struct bd__text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* In decimal. Tapes consist mostly of numbers, and with printf they would take most of the time. */
void bd__text_number(struct bd__text *text, uint64_t number);
void bd__text_vprintf(struct bd__text *text, const char *format, va_list args);
/* The last SIZE bytes, or all if there are fewer. */
const char *bd__text_tail(const struct bd__text *text, size_t size);
/* The length in bytes of the UTF-8 character at AT, which must be NUL-terminated; 0 if it is not one. */
size_t bd__text_utf8(const char *at);
/* The code point of the character at AT, SIZE bytes long. */
unsigned bd__text_code(const char *at, size_t size);
/* The value of a hexadecimal digit; -1 if C is not one. */
int bd__text_hex(char c);

bool bd__text_ends_with(const char *text, const char *end);
/* The string; "" if empty. Valid until the next addition. */
const char *bd__text_str(const struct bd__text *text);

#endif
