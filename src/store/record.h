/* record.h: a run directory, read back: what a campaign recorded of itself (rundir.h writes it).
 *
 * Reading is strict, since figures are compared: a file that is damaged or cut short is refused as a whole.
 */
#ifndef BD_STORE_RECORD_H
#define BD_STORE_RECORD_H

#include "base/text.h"
#include "metrics/abundance.h"

/* The figures that reports need (figures.def): of a row of plot_data, or of fuzzer_stats. */
struct bd__record_figures {
    double seconds; /* since the start */
#define NEEDED(name) double name;
#define UNUSED(name)
#define LINE(name, place, column, whose, key, json_place, json, reports) reports(name)
#define BD_FIGURE(type, field, ...) LINE(field, __VA_ARGS__)
#define BD_DIVERSITY(name, member, type, ...) LINE(name, __VA_ARGS__)
#define BD_PROGRESS(type, field, ...) LINE(field, __VA_ARGS__)
#include <bediv/figures.def>
#undef NEEDED
#undef UNUSED
#undef LINE
};
enum { BD__RECORD_FIGURES = sizeof(struct bd__record_figures) / sizeof(double) };

/* The same for whoever goes through all of them; the first is `seconds`. */
struct bd__record_figure {
    const char *name, *column, *key; /* key "": fuzzer_stats does not have it */
    size_t at;                       /* in struct bd__record_figures */
};
extern const struct bd__record_figure bd__record_figure_list[BD__RECORD_FIGURES];
double bd__record_figure(const struct bd__record_figures *of, size_t figure);

struct bd__record {
    struct bd__record_figures *row; /* owned; plot_data, by time; there is at least one */
    size_t row_count;
    struct bd__record_figures last;      /* fuzzer_stats; its seconds are those of the last row */
    double trials_per_second, stability; /* the latter 0 … 1; NAN: unknown */
    bool traces_exact;
    struct bd__abundance_count *branch; /* owned; abundances: the covered branches */
    size_t branch_count;
    char program_hash[32]; /* of setup.json; "" if not there */
};

/* Reads the run directory DIR. Else false, and WHY names the file and what is wrong with it. RECORD is to be
 * cleared in any case. */
bool bd__record_read(struct bd__record *record, const char *dir, struct bd__text *why);
/* The same without abundances, for a campaign on an uninstrumented build. */
bool bd__record_read_timing(struct bd__record *record, const char *dir, struct bd__text *why);
/* In fuzzer_stats_read.c: single files of it. fuzzer_stats is read first, as plot_data has to end with its figures. */
bool bd__record_read_stats(struct bd__record *record, const char *dir, struct bd__text *why);
bool bd__record_read_rows(struct bd__record *record, const char *dir, struct bd__text *why);
/* In abundances.c. fuzzer_stats is read before: the counts must match its traces. */
bool bd__record_read_abundances(struct bd__record *record, const char *dir, struct bd__text *why);
void bd__record_clear(struct bd__record *record);

/* When trial number TRIAL took place, by the rows of RECORD: linear between them. */
double bd__record_seconds_at(const struct bd__record *record, double trial);

#endif
