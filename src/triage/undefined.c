#include "triage/undefined.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* All messages of clang 19 that contain a value, an address or a type. A * in a kind stands for what the first * of the
 * pattern matched. */
static const struct {
    const char *pattern, *kind;
} messages[] = {
    {"* integer overflow: *", "* integer overflow"},
    {"negation of *", "negation overflow"},
    {"division of * by -1 *", "division overflow"},
    {"shift exponent * is negative", "negative shift exponent"},
    {"shift exponent * is too large *", "shift exponent too large"},
    {"left shift of negative value *", "left shift of negative value"},
    {"left shift of * by * places *", "left shift overflow"},
    {"index * out of bounds *", "index out of bounds"},
    {"* misaligned address *", "* misaligned address"},
    {"* address * with insufficient space *", "* address with insufficient space"},
    {"* address * which does not point to *", "* object of another type"},
    {"* null pointer of type *", "* null pointer"},
    {"null pointer passed as argument *", "null pointer passed to nonnull argument"},
    {"null pointer returned from *", "null pointer returned by nonnull function"},
    {"applying non-zero offset * to null pointer", "applying non-zero offset to null pointer"},
    {"applying non-zero offset to non-null pointer *", "pointer offset gives null pointer"},
    {"addition of unsigned offset *", "pointer offset overflow"},
    {"subtraction of unsigned offset *", "pointer offset overflow"},
    {"pointer index expression *", "pointer offset overflow"},
    {"variable length array bound *", "non-positive array bound"},
    {"* is outside the range of representable values *", "float cast overflow"},
    {"load of value *", "load of invalid value"},
    {"implicit conversion *", "implicit conversion changed the value"},
    {"call to function * through pointer *", "call through wrong function type"},
    {"control flow integrity check *", "control flow integrity"},
    {"passing zero to *", "zero passed to builtin"},
    {"assumption of * byte alignment *", "wrong alignment assumption"},
    {"execution reached the end of a value-returning *", "missing return value"},
    {"execution reached an unreachable *", "unreachable code reached"},
};

/* Finds what the first * of PATTERN matches in MESSAGE: everything up to the next word of the pattern. Returns its
 * size. */
static size_t first_star(const char *pattern, const char *message, const char **from)
{
    size_t before = strcspn(pattern, "*");
    const char *rest = pattern + before + 1;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(rest, "*"), rest);
    *from = message + before;
    const char *end = *word ? strstr(*from, word) : NULL;
    return end ? (size_t)(end - *from) : strlen(*from);
}

/* For an unknown message: keeps its words up to the first that depends on the input. */
static void cut(char *kind, size_t room, const char *message)
{
    size_t size = strcspn(message, "'\"`:(,0123456789");
    while (size && (message[size - 1] == ' ' || message[size - 1] == '-')) { size--; }
    snprintf(kind, room, "%.*s", (int)size, message);
    if (!*kind) { snprintf(kind, room, "undefined behaviour"); }
}

void bd__undefined_kind(char *kind, size_t room, const char *message)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        if (fnmatch(messages[i].pattern, message, 0) != 0) { continue; }
        const char *star = strchr(messages[i].kind, '*'), *from = "";
        size_t size = star ? first_star(messages[i].pattern, message, &from) : 0;
        size_t before = strcspn(messages[i].kind, "*");
        snprintf(kind, room, "%.*s%.*s%s", (int)before, messages[i].kind, (int)size, from, star ? star + 1 : "");
        return;
    }
    cut(kind, room, message);
}
