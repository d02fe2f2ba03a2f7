/* record.h: a run directory, read back: what a campaign recorded of itself (rundir.h writes it).
 *
 * Reading is strict, since figures are compared: a file that is damaged or cut short is refused as a whole.
 */
#ifndef BD_STORE_RECORD_H
#define BD_STORE_RECORD_H

#include "base/text.h"
#include "metrics/abundance.h"

/* Figures that are both in plot_data (column) and in fuzzer_stats (key): field, column, key. */
#define BD__RECORD_FIGURES(X) \
    X(trials, "total_execs", "execs_done") \
    X(valid, "valid", "valid") \
    X(invalid, "invalid", "invalid") \
    X(failures, "failures", "failures") \
    X(discarded, "discarded", "discarded") \
    X(exhausted, "exhausted", "exhausted") \
    X(traces, "traces", "traces") \
    X(valid_traces, "valid_traces", "valid_traces") \
    X(b0, "b0", "b0") \
    X(b1, "b1", "b1") \
    X(b2, "b2", "b2") \
    X(valid_b0, "valid_b0", "valid_b0") \
    X(valid_b1, "valid_b1", "valid_b1") \
    X(valid_b2, "valid_b2", "valid_b2") \
    X(mean_trace, "mean_trace", "mean_trace") \
    X(mean_input, "mean_input", "mean_input")

struct bd__record_figures {
    double seconds; /* since the start */
#define X(field, column, key) double field;
    BD__RECORD_FIGURES(X)
#undef X
};

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
void bd__record_clear(struct bd__record *record);

/* When trial number TRIAL took place, by the rows of RECORD: linear between them. */
double bd__record_seconds_at(const struct bd__record *record, double trial);

#endif
