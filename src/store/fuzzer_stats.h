/* fuzzer_stats.h: fuzzer_stats and plot_data, written and read back. Both are made from <bediv/figures.def>. AFL++'s keys and
 * columns come first, under its names, so that its tools read them; ours follow.
 */
#ifndef BD_STORE_FUZZER_STATS_H
#define BD_STORE_FUZZER_STATS_H

#include <bediv/engine.h>

#include "base/text.h"

enum bd__figure_type { BD__FIGURE_COUNT, BD__FIGURE_FLAG, BD__FIGURE_REAL };
enum bd__figure_key { BD__KEY_AFL, BD__KEY_OURS, BD__KEY_SANITIZED };

/* A line of figures.def, which says what these are. */
struct bd__figure {
    enum bd__figure_type type;
    int decimals;
    size_t at;      /* in struct bd_progress */
    unsigned place; /* of its column; 0: none */
    const char *column;
    enum bd__figure_key whose;
    const char *key;     /* "": none */
    unsigned json_place; /* 0: none */
    const char *json;
};

/* By what their lines call them: BD__AT_trials, BD__AT_valid_b1. */
enum {
#define BD_FIGURE(type, field, ...) BD__AT_##field,
#define BD_DIVERSITY(name, ...) BD__AT_##name,
#define BD_PROGRESS(type, field, ...) BD__AT_##field,
#include <bediv/figures.def>
    BD__FIGURES
};
extern const struct bd__figure bd__figures[BD__FIGURES];

/* The figure as text: a number, or for a FLAG one of two words. A FLAG says that another figure is approximate. */
void bd__figure_put(struct bd__text *out, const struct bd__figure *figure, const struct bd_progress *at,
                    const char *if_exact, const char *if_approximate);

/* ---- plot_data ------------------------------------------------------------------------------- */

void bd__figures_header(struct bd__text *out);
void bd__figures_row(struct bd__text *out, const struct bd_progress *at);

/* ---- fuzzer_stats ---------------------------------------------------------------------------- */

void bd__figures_stats(struct bd__text *out, const struct bd_progress *at, uint64_t start_time, int pid,
                       const char *command);

/* Reads the value of KEY from fuzzer_stats in the run directory DIR, as text. False if there is none. record.h reads
 * all figures. */
bool bd__stats_value(const char *dir, const char *key, char *value, size_t room);
/* The same as a number; 0 if there is none. */
double bd__stats_number(const char *dir, const char *key);

#endif
