/* bediv/oracle.h: targets that check results.
 *
 * A crash is easy to notice. A wrong result is not, unless the target knows something about it: two engines must agree,
 * what was printed must parse to the same thing again, the parts of a query must add up to the whole.
 *
 *     static enum bd_verdict run(const struct bd_input *in)
 *     {
 *         char *once = print(parse(in->data, in->size)), *twice = once ? print(parse(once, strlen(once))) : NULL;
 *         if (!once) { return BD_INVALID; }
 *         return bd_same("parse, print, parse", &(struct bd_side){"printed once", once, strlen(once)},
 *                        &(struct bd_side){"printed twice", twice, twice ? strlen(twice) : 0});
 *     }
 *
 * WHAT becomes the signature of the failure: failures with the same WHAT share a folder, and shrinking keeps WHAT. So
 * name what is wrong, not the input that shows it. docs/oracles.md explains how to avoid false alarms.
 */
#ifndef BEDIV_ORACLE_H
#define BEDIV_ORACLE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One of two results that must be the same. */
struct bd_side {
    const char *name; /* whose result it is, for the report */
    const void *data; /* NULL: there is none, which is not the same as an empty one */
    size_t size;
};

/* Returns BD_VALID if LEFT and RIGHT are the same bytes. If not, returns BD_FAILURE: a failure "WHAT", whose report shows
 * both from their first difference on, and, as output of the target, in full (up to 64 KiB each). */
enum bd_verdict bd_same(const char *what, const struct bd_side *left, const struct bd_side *right);

/* Returns BD_FAILURE: a failure "WHAT", and FORMAT, as printf has it, is what its report says. Return it from .run. WHAT is
 * one line of at most 63 characters. */
enum bd_verdict bd_wrong(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif
#endif
