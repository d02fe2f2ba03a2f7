/* lines.h: a text file of a run directory, read line by line; for store/ alone. What is wrong with it is said with file and line. */
#ifndef BD_STORE_LINES_H
#define BD_STORE_LINES_H

#include <limits.h>

#include "base/text.h"

struct bd__lines {
    char path[PATH_MAX];
    char *data, *next, *end; /* data: owned */
    unsigned number;         /* of the line; 0: it is about the whole file */
    struct bd__text *why;    /* borrowed */
};

/* False, and WHY says why, if it cannot be read. LINES is to be cleared in any case. */
bool bd__lines_open(struct bd__lines *lines, const char *dir, const char *name, struct bd__text *why);
void bd__lines_clear(struct bd__lines *lines);

/* The next line, without its end; NULL after the last. One that is not ended was cut short: it is refused. */
char *bd__lines_next(struct bd__lines *lines);

/* Says in WHY what is wrong, and returns false. */
bool bd__lines_refuse(struct bd__lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
