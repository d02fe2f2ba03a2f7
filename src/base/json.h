/* json.h: a JSON reader that builds no tree. It passes the leaves to a callback in order, each with its path. */
#ifndef BD_BASE_JSON_H
#define BD_BASE_JSON_H

#include <stddef.h>

/* PATH joins keys and array indices with dots: "limits.timeout_ms", "flags.0". It is "" if the text is a single value.
 * VALUE is a string without its quotes and escapes, or a number or word as written. */
typedef void bd__json_visit(void *user, const char *path, const char *value);

/* Returns NULL, or a constant text that says what is wrong. Leaves before the error have already been visited. */
const char *bd__json_walk(const char *text, size_t size, bd__json_visit *visit, void *user);

/* The line of the error, counted from 1, for messages; 0 if there is no error. */
unsigned bd__json_line(const char *text, size_t size);

#endif
