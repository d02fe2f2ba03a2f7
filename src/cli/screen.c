#include "cli/screen.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "cli/canvas.h"
#include "cli/terminal.h"

typedef unsigned long long ull;

enum { LEAST_COLUMNS = 60, LEAST_ROWS = 10 }; /* smaller windows get log lines */

static const double FIRST_LINE = 1, LINE_PERIOD = 5; /* seconds before the first log line, and between two */

void bd__screen_open(struct bd__screen *screen, const char *program, bool quiet)
{
    *screen = (struct bd__screen){.quiet = quiet,
                                  .terminal = bd__terminal_draws(),
                                  .colours = bd__terminal_colours(),
                                  .program = program,
                                  .next = FIRST_LINE};
}

const char *bd__screen_number(char *text, double number, int decimals)
{
    char plain[32];
    snprintf(plain, sizeof plain, "%.*f", decimals, number);
    size_t whole = strcspn(plain, "."), to = 0;
    for (size_t i = 0; plain[i] && to < 30; i++) {
        if (i && i < whole && (whole - i) % 3 == 0) { text[to++] = ','; }
        text[to++] = plain[i];
    }
    text[to] = 0;
    return text;
}

double bd__screen_share(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

const char *bd__screen_moment(char *text, uint64_t seconds)
{
    time_t moment = (time_t)seconds;
    struct tm local;
    text[0] = 0;
    if (localtime_r(&moment, &local)) { strftime(text, 32, "%Y-%m-%d %H:%M:%S", &local); }
    return text;
}

static void put_time(char *text, size_t size, double seconds)
{
    unsigned s = (unsigned)seconds;
    snprintf(text, size, "%02u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
}

/* ---- the screen ------------------------------------------------------------------------------ */

#define NUMBER(number) bd__screen_number((char[32]){0}, (double)(number), 0)
#define DECIMAL(number) bd__screen_number((char[32]){0}, number, 1)

static void draw_title(struct bd__canvas *f, const struct bd_progress *p)
{
    struct bd__text rest = {0};
    char elapsed[32], limit[32];
    put_time(elapsed, sizeof elapsed, p->seconds);
    bd__text_printf(&rest, "   %s   %s", p->guide, elapsed);
    if (p->limit_seconds > 0) {
        put_time(limit, sizeof limit, p->limit_seconds);
        bd__text_printf(&rest, " of %s", limit);
    } else if (p->limit_trials) {
        bd__text_printf(&rest, " for %s trials", NUMBER(p->limit_trials));
    }
    if (p->warming_up) { bd__text_puts(&rest, "   warming up"); }
    bd__canvas_line(f, 0);
    bd__canvas_style(f, BD__BOLD);
    static const char us[] = "  bedivfuzz " BD_VERSION " ";
    size_t room = f->width > rest.size + 2 ? f->width - rest.size - 2 : 1;
    if (room >= sizeof us + strlen(p->program)) {
        bd__canvas_put(f, "%s", us);
        room -= sizeof us;
    }
    bd__canvas_put(f, "  ");
    bd__canvas_name(f, p->program, room);
    bd__canvas_style(f, BD__NORMAL);
    bd__canvas_put(f, "%s", bd__text_str(&rest));
    bd__text_clear(&rest);
    if (p->resumptions) {
        bd__canvas_line(f, 4);
        bd__canvas_put(f, "  resumed %llu time%s", (ull)p->resumptions, p->resumptions == 1 ? "" : "s");
        bd__canvas_put(f, ", the last time after %s trials", NUMBER(p->resumed_trials));
        bd__canvas_put(f, ", %s", bd__screen_moment((char[32]){0}, p->resumed_time));
    }
}

/* A line of the upper half: two figures, each with a note. */
struct screen_figure {
    const char *name, *number, *note;
};
static void draw_figures(struct bd__canvas *f, unsigned rank, struct screen_figure left, struct screen_figure right)
{
    bd__canvas_line(f, rank);
    bd__canvas_put(f, "  %-9s %13s %10s", left.name, left.number, left.note);
    bd__canvas_put(f, "  %-10s %10s", right.name, right.number);
    if (*right.note) { bd__canvas_put(f, "   %s", right.note); }
}

static const char *percent(char *text, uint64_t part, uint64_t whole)
{
    snprintf(text, 32, "%.1f %%", bd__screen_share(part, whole));
    return text;
}

static void draw_failures(struct bd__canvas *f, const struct bd_figures *all)
{
    bd__canvas_line(f, 0);
    bd__canvas_style(f, all->failures ? BD__ALARM : BD__NORMAL);
    bd__canvas_put(f, "  failures  %13s", NUMBER(all->failures));
    bd__canvas_style(f, BD__NORMAL);
    bd__canvas_put(f, "   %s distinct", NUMBER(all->distinct_failures));
    const struct {
        uint64_t count;
        const char *one, *several;
    } kind[] = {{all->crashes, "crash", "crashes"},
                {all->timeouts, "timeout", "timeouts"},
                {all->memory_outs, "out of memory", "out of memory"}};
    const char *before = ": ";
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        if (!kind[i].count) { continue; }
        bd__canvas_put(f, "%s%s %s", before, NUMBER(kind[i].count), kind[i].count == 1 ? kind[i].one : kind[i].several);
        before = ", ";
    }
}

static void draw_counts(struct bd__canvas *f, const struct bd_progress *p)
{
    const struct bd_figures *all = &p->figures;
    char speed[40], parents[40], cycle[40], find[40] = "none yet", stability[32] = "measuring", left_out[40] = "",
                                            share[5][32];
    snprintf(speed, sizeof speed, "%s/s", NUMBER(p->trials_per_second));
    snprintf(parents, sizeof parents, "%s parents", NUMBER(all->parents));
    snprintf(cycle, sizeof cycle, "cycle %s", NUMBER(all->cycles));
    if (p->last_find_seconds >= 0) { snprintf(find, sizeof find, "%.0f s ago", p->seconds - p->last_find_seconds); }
    if (p->stability >= 0) { snprintf(stability, sizeof stability, "%.1f %%", 100 * p->stability); }
    if (all->left_out) { snprintf(left_out, sizeof left_out, "%s left out", NUMBER(all->left_out)); }
    draw_figures(f, 0, (struct screen_figure){"trials", NUMBER(all->trials), speed},
                 (struct screen_figure){"corpus", NUMBER(all->corpus), parents});
    draw_figures(f, 1, (struct screen_figure){"valid", NUMBER(all->valid), percent(share[0], all->valid, all->trials)},
                 (struct screen_figure){"favoured", NUMBER(all->favoured), cycle});
    draw_figures(f, 2,
                 (struct screen_figure){"invalid", NUMBER(all->invalid), percent(share[1], all->invalid, all->trials)},
                 (struct screen_figure){"structures", NUMBER(all->structures), "of valid inputs"});
    draw_figures(
        f, 2,
        (struct screen_figure){"discarded", NUMBER(all->discarded), percent(share[2], all->discarded, all->trials)},
        (struct screen_figure){"last find", find, ""});
    draw_figures(
        f, 3,
        (struct screen_figure){"exhausted", NUMBER(all->exhausted), percent(share[3], all->exhausted, all->trials)},
        (struct screen_figure){"stability", stability, left_out});
    if (all->limited) {
        draw_figures(
            f, 3, (struct screen_figure){"limited", NUMBER(all->limited), percent(share[4], all->limited, all->trials)},
            (struct screen_figure){"", "", ""});
    }
    draw_failures(f, all);
}

static void draw_mutations(struct bd__canvas *f, const struct bd_figures *all)
{
    static const char title[] = "  mutations with a new trace:";
    double structure = bd__screen_share(all->structure_hit, all->structure_tried);
    double value = bd__screen_share(all->value_hit, all->value_tried);
    if (!all->structure_tried && !all->value_tried) { return; }
    char both[160];
    int size = snprintf(both, sizeof both, "%s structure %.1f %% of %s, value %.1f %% of %s", title, structure,
                        NUMBER(all->structure_tried), value, NUMBER(all->value_tried));
    bd__canvas_line(f, 4);
    if ((size_t)size <= f->width) {
        bd__canvas_put(f, "%s", both);
    } else {
        bd__canvas_put(f, "%s structure %.1f %%, value %.1f %%", title, structure, value);
    }
}

static void draw_diversity(struct bd__canvas *f, const struct bd_progress *p)
{
    const struct bd_figures *all = &p->figures;
    bd__canvas_line(f, 2);
    bd__canvas_put(f, "  behavioural diversity     all inputs   valid inputs");
    bd__canvas_line(f, 1);
    bd__canvas_put(f, "  branches covered  B(0) %13s  %13s", NUMBER(all->all.b0), NUMBER(all->valid_only.b0));
    bd__canvas_put(f, "   of %s", NUMBER(p->branches_total));
    bd__canvas_line(f, 2);
    bd__canvas_put(f, "  typical branches  B(1) %13s  %13s", DECIMAL(all->all.b1), DECIMAL(all->valid_only.b1));
    bd__canvas_line(f, 3);
    bd__canvas_put(f, "  common branches   B(2) %13s  %13s", DECIMAL(all->all.b2), DECIMAL(all->valid_only.b2));
    bd__canvas_line(f, 3);
    bd__canvas_put(f, "  unique traces          %13s  %13s", NUMBER(all->traces), NUMBER(all->valid_traces));
    if (all->traces_approximate) { bd__canvas_put(f, "   approximate"); }
    draw_mutations(f, all);
}

static void draw_files(struct bd__canvas *f, const struct bd_progress *p)
{
    static const char hint[] = "   (Ctrl-C ends and saves)";
    const struct {
        uint64_t count;
        const char *what;
    } lost[] = {{p->unsaved, "files could not be written yet and are kept in memory"},
                {p->spilled, "files went to the spill directory"}};
    for (size_t i = 0; i < 2; i++) {
        if (!lost[i].count) { continue; }
        bd__canvas_line(f, 0);
        bd__canvas_style(f, BD__ALARM);
        bd__canvas_put(f, "  %llu %s", (ull)lost[i].count, lost[i].what);
        bd__canvas_style(f, BD__NORMAL);
    }
    bd__canvas_line(f, 1);
    bd__canvas_put(f, "  ");
    bd__canvas_name(f, p->directory, f->width - 2 - strlen(hint));
    bd__canvas_put(f, "%s", hint);
}

static void draw(const struct bd__screen *screen, const struct bd_progress *p, struct bd__window window, bool last)
{
    enum { BLANK = 5 }; /* rank */
    /* Leave the last column free: after writing there, a terminal may wrap. */
    struct bd__canvas f = {.width = window.columns - 1, .colours = screen->colours};
    draw_title(&f, p);
    bd__canvas_line(&f, BLANK);
    draw_counts(&f, p);
    bd__canvas_line(&f, BLANK);
    draw_diversity(&f, p);
    bd__canvas_line(&f, BLANK);
    draw_files(&f, p);
    bd__canvas_show(&f, window.rows, last);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void print_line(const struct bd_progress *p)
{
    const struct bd_figures *f = &p->figures;
    fprintf(stderr,
            "#%llu\t%.0fs  %.0f/s  valid %.1f%%  corpus %llu  branches %llu (valid %llu)  traces %llu  "
            "valid B1 %.1f  B2 %.1f  failures %llu",
            (unsigned long long)f->trials, p->seconds, p->trials_per_second, bd__screen_share(f->valid, f->trials),
            (unsigned long long)f->corpus, (unsigned long long)f->branches, (unsigned long long)f->valid_branches,
            (unsigned long long)f->traces, f->valid_only.b1, f->valid_only.b2, (unsigned long long)f->failures);
    if (p->warming_up) { fputs("  warming up", stderr); }
    if (p->unsaved) { fprintf(stderr, "  unsaved %llu", (unsigned long long)p->unsaved); }
    if (p->spilled) { fprintf(stderr, "  spilled %llu", (unsigned long long)p->spilled); }
    fputc('\n', stderr);
}

static bool has_room(struct bd__window window)
{
    return window.columns >= LEAST_COLUMNS && window.rows >= LEAST_ROWS;
}

void bd__screen_progress(const struct bd_progress *progress, void *user)
{
    struct bd__screen *screen = user;
    struct bd__window window = bd__terminal_window();
    if (screen->quiet || !progress->figures.trials) { return; }
    if (screen->terminal && has_room(window)) {
        draw(screen, progress, window, false);
    } else if (progress->seconds >= screen->next) {
        bd__canvas_erase();
        screen->next = progress->seconds + LINE_PERIOD;
        print_line(progress);
    }
}

void bd__screen_log(enum bd_log_level level, const char *text, void *user)
{
    struct bd__screen *screen = user;
    if (screen->quiet && level == BD_LOG_INFO) { return; }
    bd__canvas_erase(); /* the message goes above the screen, which is drawn again below it */
    fprintf(stderr, "%s: %s%s\n", screen->program, bd__log_prefix[level], text);
}

void bd__screen_close(struct bd__screen *screen, const struct bd_progress *last)
{
    struct bd__window window = bd__terminal_window();
    if (bd__canvas_is_shown() && last && has_room(window)) { draw(screen, last, window, true); }
    bd__canvas_erase();
}
