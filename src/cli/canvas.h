/* canvas.h: lines on a terminal (stderr) that are redrawn in place. They always fit the window.
 *
 * While a canvas is shown, the cursor stays at its beginning. When the width of a terminal changes, it re-wraps lines, each
 * terminal in its own way, but the cursor keeps its place in the text. Everything from there on is redrawn, however many rows
 * it now takes, so a canvas need not know where or how large the last one was. (If a re-wrapped canvas no longer fits the
 * window, its first lines end up in the scrollback and stay there.) */
#ifndef BD_CLI_CANVAS_H
#define BD_CLI_CANVAS_H

#include "base/text.h"

enum { BD__CANVAS_LINES = 24 };

/* Begins as {.width, .colours}. */
struct bd__canvas {
    struct {
        struct bd__text text;
        size_t columns; /* used so far */
        unsigned rank;
    } line[BD__CANVAS_LINES];
    size_t count;
    size_t width; /* columns per line */
    bool colours;
};

/* Begins a new line. If there are too few rows, lines with the highest RANK are left out first. */
void bd__canvas_line(struct bd__canvas *canvas, unsigned rank);
/* Adds to the last line. If there is no room for all of it, adds nothing, and later parts of this line are dropped too. */
void bd__canvas_put(struct bd__canvas *canvas, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds NAME, cut to COLUMNS. */
void bd__canvas_name(struct bd__canvas *canvas, const char *name, size_t columns);

/* Sets the style of the parts that follow; set BD__NORMAL again before the line ends. */
#define BD__BOLD "1"
#define BD__ALARM "1;31" /* bold red */
#define BD__NORMAL ""
void bd__canvas_style(struct bd__canvas *canvas, const char *style);

/* Draws it over the canvas that is shown, with at most ROWS lines, and empties it. The LAST one stays: later output comes
 * below it. */
void bd__canvas_show(struct bd__canvas *canvas, size_t rows, bool last);
/* Prints it as ordinary lines, and empties it. */
void bd__canvas_print(struct bd__canvas *canvas);

bool bd__canvas_is_shown(void);
/* Removes the canvas that is shown, if any: later output takes its place. */
void bd__canvas_erase(void);

#endif
