/* terminal.h: the terminal on stderr, and what may be drawn there. */
#ifndef BD_CLI_TERMINAL_H
#define BD_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Can lines on it be redrawn? Not if $TERM is missing or dumb. */
bool bd__terminal_draws(void);
/* Are colours wanted? Not if $NO_COLOR is set and not empty. */
bool bd__terminal_colours(void);

struct bd__window {
    size_t columns, rows;
};
/* Its current size; if that is unknown, $COLUMNS and $LINES, or else 80 by 24. */
struct bd__window bd__terminal_window(void);

#endif
