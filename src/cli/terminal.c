#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool bd__terminal_draws(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

bool bd__terminal_colours(void)
{
    const char *unwanted = getenv("NO_COLOR");
    return !unwanted || !*unwanted;
}

static size_t size_from(unsigned known, const char *variable, size_t otherwise)
{
    const char *text = getenv(variable);
    unsigned long number = known ? known : text ? strtoul(text, NULL, 10) : 0;
    return number > 0 && number < 10000 ? number : otherwise;
}

struct bd__window bd__terminal_window(void)
{
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) { size = (struct winsize){0}; }
    return (struct bd__window){size_from(size.ws_col, "COLUMNS", 80), size_from(size.ws_row, "LINES", 24)};
}
