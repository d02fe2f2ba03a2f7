/* scaled.h: numbers with a unit, as people write them: 90s, 1.5h, 64k. */
#ifndef BD_BASE_SCALED_H
#define BD_BASE_SCALED_H

#include <stdbool.h>

struct bd__unit {
    const char *suffix; /* NULL: the end of the list */
    double factor;
};

extern const struct bd__unit bd__durations[]; /* in seconds */

/* Parses a number that is not negative, with one of UNITS behind it. */
bool bd__scaled_parse(const char *text, const struct bd__unit *units, double *value);

#endif
