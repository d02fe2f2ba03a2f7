/* figures.c: fuzzer_stats and plot_data. AFL++'s keys and columns come first, under its names, so that
 * its tools read them; ours follow. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "store/home.h"
#include "store/saving.h"

typedef unsigned long long ull;

static double map_share(const struct bd_progress *at)
{
    return at->branches_total ? 100.0 * (double)at->figures.branches / (double)at->branches_total : 0;
}

static double overall_speed(const struct bd_progress *at)
{
    return at->seconds > 0 ? (double)at->figures.trials / at->seconds : 0;
}

static const char plot_header[] =
    "# relative_time, cycles_done, cur_item, corpus_count, pending_total, pending_favs, map_size, saved_crashes, "
    "saved_hangs, max_depth, execs_per_sec, total_execs, edges_found, valid, invalid, failures, discarded, exhausted, "
    "traces, valid_traces, valid_edges, b0, b1, b2, valid_b0, valid_b1, valid_b2, structures, structure_tried, "
    "structure_hit, value_tried, value_hit, mean_trace, mean_input, parents\n";

/* Appends the rows that are not on disk yet. */
bool bd__saving_rows(struct bd__rundir *dir)
{
    char path[PATH_MAX];
    struct bd__text text = {0};
    struct stat info; /* a first row that failed leaves an empty file */
    if (!dir->rows.size) { return true; }
    bool home = bd__home_is_there(dir);
    snprintf(path, sizeof path, "%s/plot_data", dir->path);
    if (stat(path, &info) != 0 || info.st_size == 0) { bd__text_puts(&text, plot_header); }
    bd__text_add(&text, dir->rows.data, dir->rows.size);
    bool good = home && bd__file_append(path, text.data, text.size) == BD_OK;
    if (good) {
        dir->rows.size = 0;
        dir->wrote = true;
    } else {
        dir->failed = true;
        if (!dir->told_rows) {
            bd__error(dir->log, "cannot write %s: %s; rows are kept in memory and tried again", path, bd__file_why());
        }
    }
    dir->told_rows = !good;
    bd__text_clear(&text);
    return good;
}

/* Rows are short and rare: when there are so many, nobody has cared for days. */
static void bound_rows(struct bd__rundir *dir)
{
    enum { ROWS_LIMIT = 4 << 20 };
    if (dir->rows.size <= ROWS_LIMIT) { return; }
    if (!dir->row_torn) { bd__error(dir->log, "rows of plot_data are lost: too many could not be written"); }
    dir->row_torn = true;
    const char *half = strchr(dir->rows.data + dir->rows.size / 2, '\n');
    dir->rows.size = (size_t)(dir->rows.data + dir->rows.size - (half + 1));
    memmove(dir->rows.data, half + 1, dir->rows.size);
}

void bd__saving_spill_rows(struct bd__rundir *dir)
{
    struct bd__text text = {0};
    bd__text_puts(&text, plot_header);
    bd__text_add(&text, dir->rows.data, dir->rows.size);
    if (bd__saving_spill(dir, "plot_data", text.data, text.size)) { dir->rows.size = 0; }
    bd__text_clear(&text);
}

void bd__rundir_add_row(struct bd__rundir *dir, const struct bd_progress *at)
{
    const struct bd_figures *f = &at->figures;
    struct bd__text row = {0};
    bd__text_printf(&row, "%.3f, %llu, %llu, %llu, %llu, %llu, %.2f%%, %llu, %llu, %llu, %.2f, %llu, %llu", at->seconds,
                    (ull)f->cycles, (ull)f->parent, (ull)f->corpus, (ull)f->pending, (ull)f->pending_favoured,
                    map_share(at), (ull)f->crashes + (ull)f->memory_outs, (ull)f->timeouts, (ull)f->depth,
                    at->trials_per_second, (ull)f->trials, (ull)f->branches);
    bd__text_printf(&row, ", %llu, %llu, %llu, %llu, %llu, %llu, %llu, %llu", (ull)f->valid, (ull)f->invalid,
                    (ull)f->failures, (ull)f->discarded, (ull)f->exhausted, (ull)f->traces, (ull)f->valid_traces,
                    (ull)f->valid_branches);
    bd__text_printf(&row, ", %.0f, %.4f, %.4f, %.0f, %.4f, %.4f", f->all.b0, f->all.b1, f->all.b2, f->valid_only.b0,
                    f->valid_only.b1, f->valid_only.b2);
    bd__text_printf(&row, ", %llu, %llu, %llu, %llu, %llu, %.2f, %.2f, %llu\n", (ull)f->structures,
                    (ull)f->structure_tried, (ull)f->structure_hit, (ull)f->value_tried, (ull)f->value_hit,
                    f->mean_trace, f->mean_input, (ull)f->parents);
    bd__text_add(&dir->rows, row.data, row.size);
    bd__text_clear(&row);
    bd__saving_rows(dir);
    bound_rows(dir);
}

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

static uint64_t moment(uint64_t start, double seconds)
{
    return seconds < 0 ? 0 : start + (uint64_t)seconds;
}

void bd__rundir_stats_text(struct bd__text *out, const struct bd_progress *at, uint64_t start_time, int pid,
                           const char *command)
{
    const struct bd_figures *f = &at->figures;
    put(out, "start_time", "%llu", (ull)start_time);
    put(out, "last_update", "%llu", (ull)bd__clock_unix());
    put(out, "run_time", "%.0f", at->seconds);
    put(out, "fuzzer_pid", "%d", pid);
    put(out, "cycles_done", "%llu", (ull)f->cycles);
    put(out, "execs_done", "%llu", (ull)f->trials);
    put(out, "execs_per_sec", "%.2f", overall_speed(at));
    put(out, "execs_ps_last_min", "%.2f", at->trials_per_second);
    put(out, "corpus_count", "%llu", (ull)f->corpus);
    put(out, "corpus_favored", "%llu", (ull)f->favoured);
    put(out, "corpus_found", "%llu", (ull)f->corpus);
    put(out, "corpus_imported", "0");
    put(out, "max_depth", "%llu", (ull)f->depth);
    put(out, "cur_item", "%llu", (ull)f->parent);
    put(out, "pending_favs", "%llu", (ull)f->pending_favoured);
    put(out, "pending_total", "%llu", (ull)f->pending);
    if (at->stability < 0) {
        put(out, "stability", "unknown");
    } else {
        put(out, "stability", "%.2f%%", 100 * at->stability);
    }
    put(out, "bitmap_cvg", "%.2f%%", map_share(at));
    put(out, "saved_crashes", "%llu", (ull)f->crashes + (ull)f->memory_outs);
    put(out, "saved_hangs", "%llu", (ull)f->timeouts);
    put(out, "last_find", "%llu", (ull)moment(start_time, at->last_find_seconds));
    put(out, "last_crash", "%llu", (ull)moment(start_time, at->last_failure_seconds));
    put(out, "peak_rss_mb", "%llu", (ull)at->peak_memory_mb);
    put(out, "edges_found", "%llu", (ull)f->branches);
    put(out, "total_edges", "%llu", (ull)at->branches_total);
    put(out, "afl_banner", "%s", at->program);
    put(out, "afl_version", "bediv-%s", BD_VERSION);
    put(out, "target_mode", "in-process supervised");
    put(out, "command_line", "%s", command);
    put(out, "bediv_stats", "%d", BD__RUNDIR_VERSION);
    put(out, "guide", "%s", at->guide);
    put(out, "valid", "%llu", (ull)f->valid);
    put(out, "invalid", "%llu", (ull)f->invalid);
    put(out, "failures", "%llu", (ull)f->failures);
    put(out, "crashes", "%llu", (ull)f->crashes);
    put(out, "timeouts", "%llu", (ull)f->timeouts);
    put(out, "memory_outs", "%llu", (ull)f->memory_outs);
    put(out, "distinct_failures", "%llu", (ull)f->distinct_failures);
    put(out, "discarded", "%llu", (ull)f->discarded);
    put(out, "exhausted", "%llu", (ull)f->exhausted);
    put(out, "traces", "%llu", (ull)f->traces);
    put(out, "valid_traces", "%llu", (ull)f->valid_traces);
    put(out, "traces_exact", "%s", f->traces_approximate ? "no" : "yes");
    put(out, "valid_edges", "%llu", (ull)f->valid_branches);
    put(out, "features", "%llu", (ull)f->buckets);
    put(out, "valid_features", "%llu", (ull)f->valid_buckets);
    put(out, "parents", "%llu", (ull)f->parents);
    put(out, "structures", "%llu", (ull)f->structures);
    put(out, "structures_exact", "%s", f->structures_approximate ? "no" : "yes");
    put(out, "b0", "%.0f", f->all.b0);
    put(out, "b1", "%.4f", f->all.b1);
    put(out, "b2", "%.4f", f->all.b2);
    put(out, "valid_b0", "%.0f", f->valid_only.b0);
    put(out, "valid_b1", "%.4f", f->valid_only.b1);
    put(out, "valid_b2", "%.4f", f->valid_only.b2);
    put(out, "structure_tried", "%llu", (ull)f->structure_tried);
    put(out, "structure_hit", "%llu", (ull)f->structure_hit);
    put(out, "value_tried", "%llu", (ull)f->value_tried);
    put(out, "value_hit", "%llu", (ull)f->value_hit);
    put(out, "mean_trace", "%.2f", f->mean_trace);
    put(out, "mean_input", "%.2f", f->mean_input);
    put(out, "restarts", "%llu", (ull)at->restarts);
    put(out, "unsaved", "%llu", (ull)at->unsaved);
    put(out, "spilled", "%llu", (ull)at->spilled);
    if (at->sanitized) {
        put(out, "sanitized_runs", "%llu", (ull)at->sanitized_runs);
        put(out, "sanitized_failures", "%llu", (ull)at->sanitized_failures);
        put(out, "sanitized_waiting", "%llu", (ull)at->sanitized_waiting);
    }
}
