#include "cli/summary.h"

#include <stdio.h>

#include "base/json.h"
#include "base/shell.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/screen.h"
#include "report/failures.h"
#include "report/figures.h"

typedef unsigned long long ull;

static void print_command(const char *title, const char *program, const char *command, const char *path)
{
    struct bd__text line = {0};
    bd__text_puts(&line, title);
    bd__shell_word(&line, program);
    bd__text_printf(&line, " %s ", command);
    bd__shell_path(&line, path);
    bd__output_line("%s", bd__text_str(&line));
    bd__text_clear(&line);
}

/* Prints the first failures, and the command that reproduces one. */
static void print_failures(const struct bd_summary *summary, const char *path)
{
    char first[256];
    struct bd__text out = {0};
    bd__report_failures_briefly(&out, summary->directory, first, sizeof first);
    bd__output_text(bd__text_str(&out));
    if (*first) {
        struct bd__text folder = {0};
        bd__text_printf(&folder, "%s/failures/%s", summary->directory, first);
        print_command("  reproduce one:  ", path, "replay", bd__text_str(&folder));
        print_command("  list them:      ", path, "failures", summary->directory);
        bd__text_clear(&folder);
    }
    bd__text_clear(&out);
}

void bd__summary_print(const struct bd_summary *summary, enum bd_status status, const char *path)
{
    const struct bd_progress *p = &summary->last;
    const struct bd_figures *f = &p->figures;
    char a[32], b[32], c[32];
    bd__output_line("%s", "");
    bd__output_line("%s after %.1f s: %s trials (%s/s), guide %s, seed %llu",
                    status == BD_INTERRUPTED ? "Stopped"
                    : status == BD_DAMAGED   ? "Ended"
                                             : "Done",
                    p->seconds, bd__screen_number(a, (double)f->trials, 0),
                    bd__screen_number(b, p->trials_per_second, 0), p->guide, (ull)summary->seed);
    char limited[32] = "";
    if (f->limited) { snprintf(limited, sizeof limited, "%.1f%% limited, ", bd__screen_share(f->limited, f->trials)); }
    bd__output_line(
        "  inputs      %.1f%% valid, %.1f%% invalid, %s%.1f%% discarded, %s failure%s; %.0f bytes on average",
        bd__screen_share(f->valid, f->trials), bd__screen_share(f->invalid, f->trials), limited,
        bd__screen_share(f->discarded, f->trials), bd__screen_number(a, (double)f->failures, 0),
        f->failures == 1 ? "" : "s", f->mean_input);
    bd__output_line("  coverage    %s of %s branches, %s by valid inputs; %s inputs kept, %s of them parents",
                    bd__screen_number(a, (double)f->branches, 0), bd__screen_number(b, (double)p->branches_total, 0),
                    bd__screen_number(c, (double)f->valid_branches, 0),
                    bd__screen_number((char[32]){0}, (double)f->corpus, 0),
                    bd__screen_number((char[32]){0}, (double)f->parents, 0));
    bd__output_line("  traces      %s distinct, %s of them valid%s; %s structures",
                    bd__screen_number(a, (double)f->traces, 0), bd__screen_number(b, (double)f->valid_traces, 0),
                    f->traces_approximate ? " (approximate)" : "", bd__screen_number(c, (double)f->structures, 0));
    bd__output_line("  diversity   valid inputs  B(0) %.0f  B(1) %.1f  B(2) %.1f", f->valid_only.b0, f->valid_only.b1,
                    f->valid_only.b2);
    bd__output_line("              all inputs    B(0) %.0f  B(1) %.1f  B(2) %.1f", f->all.b0, f->all.b1, f->all.b2);
    if (f->valid_only.b0 > 0) {
        bd__output_line("              valid inputs reach %s branches; coverage is as if %.0f of them were",
                        bd__screen_number(a, f->valid_only.b0, 0), f->valid_only.b1);
        bd__output_line("              tested evenly: %.0f%% (B(1)/B(0)); 100%% would be perfectly even",
                        100 * f->valid_only.b1 / f->valid_only.b0);
    }
    if (p->resumptions) {
        bd__output_line("  resumed     %llu time%s, the last time after %s trials, %s", (ull)p->resumptions,
                        p->resumptions == 1 ? "" : "s", bd__screen_number(a, (double)p->resumed_trials, 0),
                        bd__screen_moment((char[32]){0}, p->resumed_time));
    }
    if (p->stability >= 0 && p->stability < 1) {
        bd__output_line("  stability   %.1f%%: see docs/metrics.md%s%s", 100 * p->stability,
                        f->left_out ? "; branches left out of traces: " : "",
                        f->left_out ? bd__screen_number(a, (double)f->left_out, 0) : "");
    }
    if (f->failures) {
        bd__output_line("  failures    %llu crash%s, %llu timeout%s, %llu out of memory: %llu distinct, %llu saved",
                        (ull)f->crashes, f->crashes == 1 ? "" : "es", (ull)f->timeouts, f->timeouts == 1 ? "" : "s",
                        (ull)f->memory_outs, (ull)f->distinct_failures, (ull)summary->failures_filed);
        print_failures(summary, path);
    }
    if (p->sanitized) {
        bd__output_line("  sanitized   %llu inputs also run on %s, %llu failed there; %llu not run",
                        (ull)p->sanitized_runs, p->sanitized, (ull)p->sanitized_failures, (ull)p->sanitized_waiting);
        if (!f->failures) { print_failures(summary, path); }
    }
    if (p->unsaved) {
        bd__output_line("  NOT SAVED   %llu files could not be written: see the messages above", (ull)p->unsaved);
    }
    bd__output_line("  %s    %s", p->unsaved ? "the rest" : "saved in", summary->directory);
    if (p->spilled) { bd__output_line("  spilled     %llu files, to %s", (ull)p->spilled, summary->spill); }
}

void bd__summary_json(const struct bd_summary *summary, enum bd_status status)
{
    const struct bd_progress *p = &summary->last;
    struct bd__text out = {0};
    struct bd__json json = {.out = &out};
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_string(&json, "program", p->program);
    bd__json_string(&json, "directory", summary->directory);
    bd__json_string(&json, "guide", p->guide);
    bd__json_count(&json, "seed", summary->seed);
    bd__json_bool(&json, "interrupted", status == BD_INTERRUPTED);
    bd__json_fixed(&json, "seconds", p->seconds, 3);
    bd__report_figures_json(&json, summary);
    bd__json_end(&json);
    bd__text_puts(&out, "\n");
    bd__output_text(bd__text_str(&out));
    bd__text_clear(&out);
}
