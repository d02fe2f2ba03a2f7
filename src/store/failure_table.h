/* failure_table.h: failures.tsv, the distinct failures of one trial of an experiment. `bediv eval run` writes it, `bediv eval
 * report` reads it. */
#ifndef BD_STORE_FAILURE_TABLE_H
#define BD_STORE_FAILURE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* The texts are borrowed: from whoever writes the table, or from its `data`. */
struct bd__failure_row {
    const char *signature, *kind;
    double seconds, trial; /* when it was first met */
    double count;          /* how often */
    const char *path;      /* of an example, in the run directory */
};

struct bd__failure_table {
    struct bd__failure_row *row; /* owned */
    size_t count;
    size_t looked_at, examples; /* how many of how many examples were run on the sanitized build; read as 0 of 0: all */
    char *data;                 /* owned: the file that was read */
};

void bd__failure_table_add(struct bd__failure_table *table, struct bd__failure_row row);
void bd__failure_table_put(struct bd__text *out, const struct bd__failure_table *table);
/* If PATH cannot be read or is damaged, WHY names the place. In either case the table is to be cleared. */
bool bd__failure_table_read(struct bd__failure_table *table, const char *path, struct bd__text *why);
void bd__failure_table_clear(struct bd__failure_table *table);

/* Is KIND, of a row or of the name of a failure's file, that of a run which passed a limit of time or memory? */
bool bd__failure_is_limit(const char *kind);

#endif
