/* csv.h: the values of the report, as CSV files for other programs. */
#ifndef BD_REPORT_CSV_H
#define BD_REPORT_CSV_H

#include "report/bugs.h"
#include "report/results.h"

/* One file. */
struct bd__csv {
    const char *name; /* without .csv */
    struct bd__text text;
};

enum { BD__CSV_FILES = 10 };
void bd__csv_make(struct bd__csv csv[BD__CSV_FILES], const struct bd__results *results);

#endif
