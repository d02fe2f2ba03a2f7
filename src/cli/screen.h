/* screen.h: progress of a running campaign: a screen on a terminal that is large enough, log lines elsewhere. Everything goes
 * to stderr; stdout is for results. docs/cli.md explains every term shown. */
#ifndef BD_CLI_SCREEN_H
#define BD_CLI_SCREEN_H

#include <bediv/engine.h>

struct bd__screen {
    bool quiet, terminal, colours;
    double next; /* when the next log line is due, in campaign seconds */
    const char *program;
};

void bd__screen_open(struct bd__screen *screen, const char *program, bool quiet);
/* Callbacks for struct bd_config, with the screen as USER. */
void bd__screen_progress(const struct bd_progress *progress, void *user);
void bd__screen_log(enum bd_log_level level, const char *text, void *user);
/* Draws LAST for good: what is printed afterwards comes below. NULL: removes the screen. */
void bd__screen_close(struct bd__screen *screen, const struct bd_progress *last);

/* PART of WHOLE in percent; 0 if WHOLE is 0. */
double bd__screen_share(uint64_t part, uint64_t whole);
/* Formats a time, in seconds since 1970, as local date and time. TEXT has room for 32 bytes. */
const char *bd__screen_moment(char *text, uint64_t seconds);
/* Formats NUMBER with its digits in groups of three. TEXT has room for 32 bytes. */
const char *bd__screen_number(char *text, double number, int decimals);

#endif
