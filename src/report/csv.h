/* csv.h: the values of the report, as CSV files for other programs. */
#ifndef BD_REPORT_CSV_H
#define BD_REPORT_CSV_H

#include "report/results.h"

/* One file. */
struct bd__csv {
    const char *name; /* without .csv */
    struct bd__text text;
};

enum { BD__CSV_FILES = 10 };
void bd__csv_make(struct bd__csv csv[BD__CSV_FILES], const struct bd__results *results);

/* ---- for those who write a file: fields, in the order of its columns, and ends of rows ---- */

void bd__csv_word(struct bd__text *out, const char *word);
/* NAN: an empty field. */
void bd__csv_number(struct bd__text *out, double number);
void bd__csv_numbers(struct bd__text *out, const double *number, size_t count);
void bd__csv_end(struct bd__text *out);

/* In csv_failures.c: whole files. */
void bd__csv_failures(struct bd__text *out, const struct bd__results *r);
void bd__csv_survival(struct bd__text *out, const struct bd__results *r);
void bd__csv_failure_comparisons(struct bd__text *out, const struct bd__results *r);

#endif
