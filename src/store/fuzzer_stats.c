#include "store/fuzzer_stats.h"

#include <stddef.h>

#include "base/clock.h"
#include "store/rundir.h"

typedef unsigned long long ull;

/* ---- one figure ------------------------------------------------------------------------------ */

#define TYPE_COUNT BD__FIGURE_COUNT, 0
#define TYPE_FLAG BD__FIGURE_FLAG, 0
#define TYPE_REAL0 BD__FIGURE_REAL, 0
#define TYPE_REAL2 BD__FIGURE_REAL, 2
#define TYPE_REAL4 BD__FIGURE_REAL, 4

const struct bd__figure bd__figures[BD__FIGURES] = {
#define LINE(type, member, place, column, whose, key, json_place, json, reports) \
    {TYPE_##type, offsetof(struct bd_progress, member), place, column, BD__KEY_##whose, key, json_place, json},
#define BD_FIGURE(type, field, ...) LINE(type, figures.field, __VA_ARGS__)
#define BD_DIVERSITY(name, member, type, ...) LINE(type, figures.member, __VA_ARGS__)
#define BD_PROGRESS(type, field, ...) LINE(type, field, __VA_ARGS__)
#include <bediv/figures.def>
};

void bd__figure_put(struct bd__text *out, const struct bd__figure *figure, const struct bd_progress *at,
                    const char *if_exact, const char *if_approximate)
{
    const void *value = (const char *)at + figure->at;
    switch (figure->type) {
    case BD__FIGURE_COUNT: bd__text_printf(out, "%llu", (ull) * (const uint64_t *)value); break;
    case BD__FIGURE_FLAG: bd__text_puts(out, *(const bool *)value ? if_approximate : if_exact); break;
    case BD__FIGURE_REAL: bd__text_printf(out, "%.*f", figure->decimals, *(const double *)value); break;
    }
}

static void put_value(struct bd__text *out, const struct bd__figure *figure, const struct bd_progress *at)
{
    bd__figure_put(out, figure, at, "yes", "no");
}

/* ---- what AFL++ counts differently ----------------------------------------------------------- */

static double map_share(const struct bd_progress *at)
{
    return at->branches_total ? 100.0 * (double)at->figures.branches / (double)at->branches_total : 0;
}

static double overall_speed(const struct bd_progress *at)
{
    return at->seconds > 0 ? (double)at->figures.trials / at->seconds : 0;
}

static ull saved_crashes(const struct bd_progress *at)
{
    return at->figures.crashes + at->figures.memory_outs;
}

static uint64_t moment(uint64_t start, double seconds)
{
    return seconds < 0 ? 0 : start + (uint64_t)seconds;
}

/* ---- plot_data ------------------------------------------------------------------------------- */

/* AFL++'s columns that are no figures of ours, by number. */
static const char *const afl_column[] = {
    [1] = "relative_time", [7] = "map_size", [8] = "saved_crashes", [9] = "saved_hangs", [11] = "execs_per_sec"};
enum { AFL_COLUMNS = sizeof afl_column / sizeof *afl_column };

static void put_afl_value(struct bd__text *out, unsigned column, const struct bd_progress *at)
{
    switch (column) {
    case 1: bd__text_printf(out, "%.3f", at->seconds); break;
    case 7: bd__text_printf(out, "%.2f%%", map_share(at)); break;
    case 8: bd__text_printf(out, "%llu", saved_crashes(at)); break;
    case 9: bd__text_printf(out, "%llu", (ull)at->figures.timeouts); break;
    default: bd__text_printf(out, "%.2f", at->trials_per_second); break;
    }
}

/* The figure in COLUMN; NULL: none. */
static const struct bd__figure *figure_in(unsigned column)
{
    for (size_t i = 0; i < BD__FIGURES; i++) {
        if (bd__figures[i].place == column) { return &bd__figures[i]; }
    }
    return NULL;
}

static bool is_column(unsigned column)
{
    return figure_in(column) || (column < AFL_COLUMNS && afl_column[column]);
}

void bd__figures_header(struct bd__text *out)
{
    for (unsigned column = 1; is_column(column); column++) {
        const struct bd__figure *figure = figure_in(column);
        bd__text_puts(out, column == 1 ? "# " : ", ");
        bd__text_puts(out, figure ? figure->column : afl_column[column]);
    }
    bd__text_puts(out, "\n");
}

void bd__figures_row(struct bd__text *out, const struct bd_progress *at)
{
    for (unsigned column = 1; is_column(column); column++) {
        const struct bd__figure *figure = figure_in(column);
        bd__text_puts(out, column == 1 ? "" : ", ");
        if (figure) {
            put_value(out, figure, at);
        } else {
            put_afl_value(out, column, at);
        }
    }
    bd__text_puts(out, "\n");
}

/* ---- fuzzer_stats ---------------------------------------------------------------------------- */

static void put(struct bd__text *out, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void put(struct bd__text *out, const char *key, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bd__text_printf(out, "%-18s: ", key);
    bd__text_vprintf(out, format, args);
    bd__text_puts(out, "\n");
    va_end(args);
}

static void put_figure(struct bd__text *out, size_t figure, const struct bd_progress *at)
{
    bd__text_printf(out, "%-18s: ", bd__figures[figure].key);
    put_value(out, &bd__figures[figure], at);
    bd__text_puts(out, "\n");
}

static void put_figures(struct bd__text *out, enum bd__figure_key whose, const struct bd_progress *at)
{
    for (size_t i = 0; i < BD__FIGURES; i++) {
        if (bd__figures[i].whose == whose && *bd__figures[i].key) { put_figure(out, i, at); }
    }
}

/* In AFL++'s own order. */
static void put_afl_keys(struct bd__text *out, const struct bd_progress *at, uint64_t start_time, int pid,
                         const char *command)
{
    put(out, "start_time", "%llu", (ull)start_time);
    put(out, "last_update", "%llu", (ull)bd__clock_unix());
    put(out, "run_time", "%.0f", at->seconds);
    put(out, "fuzzer_pid", "%d", pid);
    put_figure(out, BD__AT_cycles, at);
    put_figure(out, BD__AT_trials, at);
    put(out, "execs_per_sec", "%.2f", overall_speed(at));
    put(out, "execs_ps_last_min", "%.2f", at->trials_per_second);
    put_figure(out, BD__AT_corpus, at);
    put_figure(out, BD__AT_favoured, at);
    put(out, "corpus_found", "%llu", (ull)at->figures.corpus);
    put(out, "corpus_imported", "0");
    put_figure(out, BD__AT_depth, at);
    put_figure(out, BD__AT_parent, at);
    put_figure(out, BD__AT_pending_favoured, at);
    put_figure(out, BD__AT_pending, at);
    if (at->stability < 0) {
        put(out, "stability", "unknown");
    } else {
        put(out, "stability", "%.2f%%", 100 * at->stability);
    }
    put(out, "bitmap_cvg", "%.2f%%", map_share(at));
    put(out, "saved_crashes", "%llu", saved_crashes(at));
    put(out, "saved_hangs", "%llu", (ull)at->figures.timeouts);
    put(out, "last_find", "%llu", (ull)moment(start_time, at->last_find_seconds));
    put(out, "last_crash", "%llu", (ull)moment(start_time, at->last_failure_seconds));
    put_figure(out, BD__AT_peak_memory_mb, at);
    put_figure(out, BD__AT_branches, at);
    put_figure(out, BD__AT_branches_total, at);
    put(out, "afl_banner", "%s", at->program);
    put(out, "afl_version", "bediv-%s", BD_VERSION);
    put(out, "target_mode", "in-process supervised");
    put(out, "command_line", "%s", command);
}

void bd__figures_stats(struct bd__text *out, const struct bd_progress *at, uint64_t start_time, int pid,
                       const char *command)
{
    put_afl_keys(out, at, start_time, pid, command);
    put(out, "bediv_stats", "%d", BD__RUNDIR_VERSION);
    put(out, "guide", "%s", at->guide);
    put_figures(out, BD__KEY_OURS, at);
    if (at->sanitized) { put_figures(out, BD__KEY_SANITIZED, at); }
}
