/* json.h: JSON, read and written without building a tree. The reader passes the leaves to a callback in order, each with
 * its path; the writer is called once per member, in order.
 *
 * Strings are UTF-8 in which unprintable characters are escaped. A byte that is not UTF-8 is written as 0xdc00 + the byte,
 * half of a surrogate pair (as in Python's surrogateescape), and the reader turns it back into the byte: file names survive
 * whatever they contain. */
#ifndef BD_BASE_JSON_H
#define BD_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__text;

/* ---- reading --------------------------------------------------------------------------------- */

/* PATH joins keys and array indices with dots: "limits.timeout_ms", "flags.0". It is "" if the text is a single value.
 * VALUE is a string without its quotes and escapes, or a number or word as written. */
typedef void bd__json_visit(void *user, const char *path, const char *value);

/* Returns NULL, or a constant text that says what is wrong. Leaves before the error have already been visited. */
const char *bd__json_walk(const char *text, size_t size, bd__json_visit *visit, void *user);

/* The line of the error, counted from 1, for messages; 0 if there is no error. */
unsigned bd__json_line(const char *text, size_t size);

/* ---- writing --------------------------------------------------------------------------------- */

/* Text that is being written: {.out = &text}, with nothing to clear. Breaking the rules of JSON (a key in an array, none
 * in an object, an end too many) is a bug of the caller, and aborts. */
struct bd__json {
    struct bd__text *out; /* borrowed */
    unsigned depth;       /* open objects and arrays */
    /* One bit per depth: */
    uint64_t is_array, in_lines, has_members;
    bool breaks;     /* a line is to begin … */
    unsigned blanks; /* … with this many blanks */
};

/* How the members of an object or array are laid out. */
enum bd__json_layout {
    BD__JSON_FLAT,  /* {"a": 1, "b": 2} */
    BD__JSON_LINES, /* each on a line of its own, indented by two blanks per depth */
};

/* Each of these writes a member. KEY is NULL in an array, and for the value that is the whole text. */
void bd__json_object(struct bd__json *json, const char *key, enum bd__json_layout layout);
void bd__json_array(struct bd__json *json, const char *key, enum bd__json_layout layout);
void bd__json_string(struct bd__json *json, const char *key, const char *value); /* NULL: null */
void bd__json_count(struct bd__json *json, const char *key, uint64_t value);
void bd__json_integer(struct bd__json *json, const char *key, int64_t value);
/* With DIGITS digits after the point; as short as %g. null if it is not a number, or infinite: JSON has no word for it. */
void bd__json_fixed(struct bd__json *json, const char *key, double value, int digits);
void bd__json_real(struct bd__json *json, const char *key, double value);
void bd__json_bool(struct bd__json *json, const char *key, bool value);
void bd__json_null(struct bd__json *json, const char *key);
/* A number or word as it stands in VALUE. */
void bd__json_word(struct bd__json *json, const char *key, const char *value);
/* Strings of hexadecimal digits: 16 for a hash; two for each of SIZE bytes, because a string has no NUL. */
void bd__json_hash(struct bd__json *json, const char *key, uint64_t value);
void bd__json_bytes(struct bd__json *json, const char *key, const void *data, size_t size);

/* Ends the object or array that was begun last. */
void bd__json_end(struct bd__json *json);
/* What comes next, a member or an end, begins a line, after this number of BLANKS. */
void bd__json_break(struct bd__json *json, unsigned blanks);

#endif
