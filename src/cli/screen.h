/* screen.h: what a person sees while a campaign runs: a screen on a terminal that has room for it, lines elsewhere. Everything
 * goes to stderr; stdout is for results. docs/cli.md explains every term shown. */
#ifndef BD_CLI_SCREEN_H
#define BD_CLI_SCREEN_H

#include <bediv/engine.h>

struct bd__screen {
    bool quiet, terminal, colours;
    double next; /* when the next log line is due, in campaign seconds */
    const char *program;
};

void bd__screen_open(struct bd__screen *screen, const char *program, bool quiet);
/* Callbacks for struct bd_config; USER is the screen. */
void bd__screen_progress(const struct bd_progress *progress, void *user);
void bd__screen_log(enum bd_log_level level, const char *text, void *user);
/* What is printed from now on comes below the screen, which stays and shows LAST; NULL: nothing of it stays. */
void bd__screen_close(struct bd__screen *screen, const struct bd_progress *last);

/* PART of WHOLE in percent; 0 of nothing. */
double bd__screen_share(uint64_t part, uint64_t whole);
/* A moment, in seconds since 1970, as a date and a time of day. TEXT has room for 32. */
const char *bd__screen_moment(char *text, uint64_t seconds);
/* NUMBER with its digits in groups of three. TEXT has room for 32. */
const char *bd__screen_number(char *text, double number, int decimals);

#endif
