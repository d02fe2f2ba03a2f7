/* text.h: a string that grows. Owns its memory; always NUL-terminated; {0} is the empty one. */
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
/* In decimal; for tapes, which are numbers most of all, printf would be the dearest part. */
void bd__text_number(struct bd__text *text, uint64_t number);
void bd__text_vprintf(struct bd__text *text, const char *format, va_list args);
/* STRING as a JSON string, with its quotes. Bytes that are no ASCII become \u00XX. */
void bd__text_json(struct bd__text *text, const char *string);
/* Its last SIZE bytes, or all. */
const char *bd__text_tail(const struct bd__text *text, size_t size);
/* How many bytes the UTF-8 character at AT has; 0 if what is there is none. */
size_t bd__text_utf8(const char *at);
/* The value of a hexadecimal digit, -1 if C is none. */
int bd__text_hex(char c);

/* Does TEXT end with END? */
bool bd__text_ends_with(const char *text, const char *end);
/* The string itself, "" if empty. Valid until the next addition. */
const char *bd__text_str(const struct bd__text *text);

#endif
