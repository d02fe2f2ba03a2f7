#include "cli/screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"

static const double FIRST_LINE = 1, LINE_PERIOD = 5; /* seconds to the first log line, and between two */

void bd__screen_open(struct bd__screen *screen, const char *program, bool quiet)
{
    *screen =
        (struct bd__screen){.quiet = quiet, .terminal = isatty(STDERR_FILENO), .program = program, .next = FIRST_LINE};
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

/* One line of it: cleared to its end, so that nothing flickers and nothing old stays. */
#define LINE(...) \
    do { \
        fprintf(stderr, __VA_ARGS__); \
        fputs("\x1b[K\n", stderr); \
        screen->lines++; \
    } while (0)

static void draw_counts(struct bd__screen *screen, const struct bd_progress *p)
{
    const struct bd_figures *f = &p->figures;
    char a[32], b[32], c[32], d[32];
    char find[40] = "none yet";
    if (p->last_find_seconds >= 0) { snprintf(find, sizeof find, "%.0f s ago", p->seconds - p->last_find_seconds); }
    LINE("  trials     %13s   %9s/s     corpus       %9s   %s parents", bd__screen_number(a, (double)f->trials, 0),
         bd__screen_number(b, p->trials_per_second, 0), bd__screen_number(c, (double)f->corpus, 0),
         bd__screen_number(d, (double)f->parents, 0));
    LINE("  valid      %13s   %9.1f %%     parent       %9s   %s favoured, cycle %s",
         bd__screen_number(a, (double)f->valid, 0), bd__screen_share(f->valid, f->trials),
         bd__screen_number(c, (double)f->parent, 0), bd__screen_number(b, (double)f->favoured, 0),
         bd__screen_number(d, (double)f->cycles, 0));
    LINE("  invalid    %13s   %9.1f %%     structures   %9s   of valid inputs",
         bd__screen_number(a, (double)f->invalid, 0), bd__screen_share(f->invalid, f->trials),
         bd__screen_number(c, (double)f->structures, 0));
    LINE("  discarded  %13s   %9.1f %%     last find  %11s", bd__screen_number(a, (double)f->discarded, 0),
         bd__screen_share(f->discarded, f->trials), find);
    if (p->stability < 0) {
        LINE("  exhausted  %13s   %9.1f %%     stability     measuring", bd__screen_number(a, (double)f->exhausted, 0),
             bd__screen_share(f->exhausted, f->trials));
    } else {
        LINE("  exhausted  %13s   %9.1f %%     stability    %8.1f%%", bd__screen_number(a, (double)f->exhausted, 0),
             bd__screen_share(f->exhausted, f->trials), 100 * p->stability);
    }
    const char *colour = f->failures ? "\x1b[1;31m" : "";
    LINE("  %sfailures   %13s\x1b[0m   %llu distinct: %s crash%s, %llu timeout%s, %llu out of memory", colour,
         bd__screen_number(a, (double)f->failures, 0), (unsigned long long)f->distinct_failures,
         bd__screen_number(b, (double)f->crashes, 0), f->crashes == 1 ? "" : "es", (unsigned long long)f->timeouts,
         f->timeouts == 1 ? "" : "s", (unsigned long long)f->memory_outs);
}

static void draw_diversity(struct bd__screen *screen, const struct bd_progress *p)
{
    const struct bd_figures *f = &p->figures;
    char a[32], b[32], c[32];
    LINE("  behavioural diversity     all inputs   valid inputs");
    LINE("  branches covered  B(0) %13s  %13s   of %s", bd__screen_number(a, f->all.b0, 0),
         bd__screen_number(b, f->valid_only.b0, 0), bd__screen_number(c, (double)p->branches_total, 0));
    LINE("  typical branches  B(1) %13s  %13s", bd__screen_number(a, f->all.b1, 1),
         bd__screen_number(b, f->valid_only.b1, 1));
    LINE("  common branches   B(2) %13s  %13s", bd__screen_number(a, f->all.b2, 1),
         bd__screen_number(b, f->valid_only.b2, 1));
    LINE("  unique traces          %13s  %13s%s", bd__screen_number(a, (double)f->traces, 0),
         bd__screen_number(b, (double)f->valid_traces, 0), f->traces_approximate ? "   approximate" : "");
    if (f->structure_tried || f->value_tried) {
        LINE("  mutations that gave a new trace: structure %.1f %% of %s, value %.1f %% of %s",
             bd__screen_share(f->structure_hit, f->structure_tried),
             bd__screen_number(a, (double)f->structure_tried, 0), bd__screen_share(f->value_hit, f->value_tried),
             bd__screen_number(b, (double)f->value_tried, 0));
    }
}

static void draw(struct bd__screen *screen, const struct bd_progress *p)
{
    char elapsed[32], limit[64] = "";
    put_time(elapsed, sizeof elapsed, p->seconds);
    if (p->limit_seconds > 0) {
        memcpy(limit, " of ", 5);
        put_time(limit + 4, sizeof limit - 4, p->limit_seconds);
    } else if (p->limit_trials) {
        char number[32];
        snprintf(limit, sizeof limit, " for %s trials", bd__screen_number(number, (double)p->limit_trials, 0));
    }
    if (screen->lines) { fprintf(stderr, "\x1b[%dA\r", screen->lines); }
    screen->lines = 0;
    LINE("\x1b[1m  bedivfuzz %s   %s\x1b[0m   %s   %s%s", BD_VERSION, p->program, p->guide, elapsed, limit);
    if (p->resumptions) {
        char number[32], moment[32];
        LINE("  resumed %llu time%s, the last time after %s trials, %s", (unsigned long long)p->resumptions,
             p->resumptions == 1 ? "" : "s", bd__screen_number(number, (double)p->resumed_trials, 0),
             bd__screen_moment(moment, p->resumed_time));
    }
    LINE("%s", "");
    draw_counts(screen, p);
    LINE("%s", "");
    draw_diversity(screen, p);
    LINE("%s", "");
    if (p->unsaved) {
        LINE("  \x1b[1;31m%llu files could not be written yet, and are kept in memory\x1b[0m",
             (unsigned long long)p->unsaved);
    }
    if (p->spilled) {
        LINE("  \x1b[1;31m%llu files went to the spill directory\x1b[0m", (unsigned long long)p->spilled);
    }
    LINE("  %s   (Ctrl-C ends and saves)", p->directory);
    fputs("\x1b[J", stderr);
    fflush(stderr);
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
    if (p->unsaved) { fprintf(stderr, "  unsaved %llu", (unsigned long long)p->unsaved); }
    if (p->spilled) { fprintf(stderr, "  spilled %llu", (unsigned long long)p->spilled); }
    fputc('\n', stderr);
}

void bd__screen_progress(const struct bd_progress *progress, void *user)
{
    struct bd__screen *screen = user;
    if (screen->quiet || !progress->figures.trials) { return; }
    if (screen->terminal) {
        draw(screen, progress);
    } else if (progress->seconds >= screen->next) {
        screen->next = progress->seconds + LINE_PERIOD;
        print_line(progress);
    }
}

void bd__screen_log(enum bd_log_level level, const char *text, void *user)
{
    struct bd__screen *screen = user;
    if (screen->quiet && level == BD_LOG_INFO) { return; }
    if (screen->lines) { /* above the screen, which is drawn again below */
        fprintf(stderr, "\x1b[%dA\r\x1b[J", screen->lines);
        screen->lines = 0;
    }
    fprintf(stderr, "%s: %s%s\n", screen->program, bd__log_prefix[level], text);
}
