/* json.h: reading JSON without building a tree: its leaves are handed out in order, each with its path. */
#ifndef BD_BASE_JSON_H
#define BD_BASE_JSON_H

#include <stddef.h>

/* PATH joins keys and places with dots: "limits.timeout_ms", "flags.0"; "" if the text is a single value. VALUE
 * is a string without its quotes and escapes, or a number or word as written. */
typedef void bd__json_visit(void *user, const char *path, const char *value);

/* NULL, or what is wrong with the text: a constant. Leaves before the mistake have been handed out then. */
const char *bd__json_walk(const char *text, size_t size, bd__json_visit *visit, void *user);

/* In which line the mistake is, from 1; 0 if there is none. For messages. */
unsigned bd__json_line(const char *text, size_t size);

#endif
