/* canvas.h: lines on a terminal (stderr), drawn over again and again: they fit the window, whatever is in them.
 *
 * While a canvas is shown, the cursor is at its beginning. Terminals wrap lines anew when their width changes, each in its own
 * way, but the cursor stays where it is in the text: from there everything is drawn over, however many rows it takes by
 * then. So a canvas need not know where or how large the last one was. (If a wrapped canvas does not fit the window any more,
 * its first lines end up in the scrollback, where nobody can take them back.) */
#ifndef BD_CLI_CANVAS_H
#define BD_CLI_CANVAS_H

#include "base/text.h"

enum { BD__CANVAS_LINES = 24 };

/* Begins as {.width, .colours}. */
struct bd__canvas {
    struct {
        struct bd__text text;
        size_t columns; /* taken */
        unsigned rank;
    } line[BD__CANVAS_LINES];
    size_t count;
    size_t width; /* columns of a line */
    bool colours;
};

/* A new line. Where there are too few rows, lines of the highest RANK are left out first. */
void bd__canvas_line(struct bd__canvas *canvas, unsigned rank);
/* A part of the last line: all of it if there is room, else nothing, and nothing after it either. */
void bd__canvas_put(struct bd__canvas *canvas, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* NAME, cut off where it has COLUMNS. */
void bd__canvas_name(struct bd__canvas *canvas, const char *name, size_t columns);

/* How the parts that follow look; to be ended in the same line. */
#define BD__BOLD "1"
#define BD__ALARM "1;31" /* and red */
#define BD__NORMAL ""
void bd__canvas_style(struct bd__canvas *canvas, const char *style);

/* Draws it over the canvas that is shown, with at most ROWS lines, and empties it. The LAST one stays: what is printed then
 * comes below. */
void bd__canvas_show(struct bd__canvas *canvas, size_t rows, bool last);
/* Prints it as ordinary lines, and empties it. */
void bd__canvas_print(struct bd__canvas *canvas);

bool bd__canvas_is_shown(void);
/* Takes it away, if one is shown: what is printed then comes in its place. */
void bd__canvas_erase(void);

#endif
