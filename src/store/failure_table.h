/* failure_table.h: failures.tsv, the distinct failures of one campaign of an experiment. `bediv eval run` writes it,
 * `bediv eval report` reads it. */
#ifndef BD_STORE_FAILURE_TABLE_H
#define BD_STORE_FAILURE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* The strings are borrowed: from the caller that writes the table, or from `data` of a table that was read. */
struct bd__failure_row {
    const char *signature, *kind;
    double seconds, trial; /* when it was first met */
    double count;          /* how often */
    const char *path;      /* of an example, in the run directory */
};

struct bd__failure_table {
    struct bd__failure_row *row; /* owned */
    size_t count;
    size_t looked_at, examples; /* how many of all examples the sanitized build has run; 0 of 0 after reading: all */
    char *data;                 /* owned: the file that was read */
};

void bd__failure_table_add(struct bd__failure_table *table, struct bd__failure_row row);
void bd__failure_table_put(struct bd__text *out, const struct bd__failure_table *table);
/* If PATH cannot be read or is damaged, returns false, and WHY names the place. The caller must clear the table even
 * then. */
bool bd__failure_table_read(struct bd__failure_table *table, const char *path, struct bd__text *why);
void bd__failure_table_clear(struct bd__failure_table *table);

/* Does KIND, from a row or from the name of a failure's file, mean that a run exceeded its time or memory? */
bool bd__failure_is_limit(const char *kind);

#endif
