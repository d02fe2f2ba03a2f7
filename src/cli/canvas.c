#include "cli/canvas.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/printable.h"

/* ---- lines ----------------------------------------------------------------------------------- */

void bd__canvas_line(struct bd__canvas *canvas, unsigned rank)
{
    if (canvas->count == BD__CANVAS_LINES) { bd__die("a canvas has more than %d lines", BD__CANVAS_LINES); }
    size_t last = canvas->count++;
    canvas->line[last].text = (struct bd__text){0};
    canvas->line[last].columns = 0;
    canvas->line[last].rank = rank;
}

void bd__canvas_put(struct bd__canvas *canvas, const char *format, ...)
{
    struct bd__text text = {0}, shown = {0}, *to = &canvas->line[canvas->count - 1].text;
    size_t taken, *columns = &canvas->line[canvas->count - 1].columns;
    va_list args;
    va_start(args, format);
    bd__text_vprintf(&text, format, args);
    va_end(args);
    bd__printable_line(&shown, bd__text_str(&text), text.size);
    bool whole = bd__printable_fit(bd__text_str(&shown), canvas->width - *columns, &taken) == shown.size;
    if (whole) { bd__text_puts(to, bd__text_str(&shown)); }
    *columns = whole ? *columns + taken : canvas->width;
    bd__text_clear(&text);
    bd__text_clear(&shown);
}

void bd__canvas_name(struct bd__canvas *canvas, const char *name, size_t columns)
{
    struct bd__text shown = {0};
    size_t taken;
    bd__printable_line(&shown, name, strlen(name));
    const char *text = bd__text_str(&shown);
    bool whole = bd__printable_fit(text, columns, &taken) == shown.size;
    size_t size = whole || !columns ? shown.size : bd__printable_fit(text, columns - 1, &taken);
    bd__canvas_put(canvas, "%.*s%s", (int)size, text, whole ? "" : "…");
    bd__text_clear(&shown);
}

void bd__canvas_style(struct bd__canvas *canvas, const char *style)
{
    if (canvas->colours) { bd__text_printf(&canvas->line[canvas->count - 1].text, "\x1b[%sm", style); }
}

static void leave_out(struct bd__canvas *canvas, size_t rows)
{
    for (; canvas->count > rows; canvas->count--) {
        size_t worst = 0;
        for (size_t i = 1; i < canvas->count; i++) {
            if (canvas->line[i].rank >= canvas->line[worst].rank) { worst = i; }
        }
        bd__text_clear(&canvas->line[worst].text);
        memmove(&canvas->line[worst], &canvas->line[worst + 1], (canvas->count - worst - 1) * sizeof *canvas->line);
    }
}

/* ---- on the terminal ------------------------------------------------------------------------- */

static volatile sig_atomic_t is_shown;
static pid_t drawer;

/* Ctrl-Z: let the shell write below the canvas. After `fg`, the next canvas is drawn wherever the shell left the cursor. */
static void on_suspend(int number)
{
    static const char below[] = "\x1b[999B\r\n";
    (void)number;
    if (is_shown && getpid() == drawer) { (void)!write(STDERR_FILENO, below, sizeof below - 1); }
    is_shown = false;
    raise(SIGSTOP);
}

static void watch_suspension(void)
{
    struct sigaction present;
    bool taken = sigaction(SIGTSTP, NULL, &present) != 0 || present.sa_handler != SIG_DFL;
    if (drawer) { return; }
    drawer = getpid();
    if (!taken) { sigaction(SIGTSTP, &(struct sigaction){.sa_handler = on_suspend, .sa_flags = SA_RESTART}, NULL); }
}

void bd__canvas_show(struct bd__canvas *canvas, size_t rows, bool last)
{
    struct bd__text out = {0};
    watch_suspension();
    leave_out(canvas, rows);
    bd__text_puts(&out, "\r\x1b[?7l"); /* no wrapping: the window may have become smaller */
    for (size_t i = 0; i < canvas->count; i++) {
        bd__text_printf(&out, "%s%s\x1b[K", i ? "\r\n" : "", bd__text_str(&canvas->line[i].text));
        bd__text_clear(&canvas->line[i].text);
    }
    bd__text_puts(&out, "\x1b[J\x1b[?7h\r");
    if (last) {
        bd__text_puts(&out, "\n");
    } else if (canvas->count > 1) {
        bd__text_printf(&out, "\x1b[%zuA", canvas->count - 1);
    }
    fwrite(out.data, 1, out.size, stderr); /* one write: stderr is not buffered */
    bd__text_clear(&out);
    canvas->count = 0;
    is_shown = !last;
}

void bd__canvas_print(struct bd__canvas *canvas)
{
    for (size_t i = 0; i < canvas->count; i++) {
        fprintf(stderr, "%s\n", bd__text_str(&canvas->line[i].text));
        bd__text_clear(&canvas->line[i].text);
    }
    canvas->count = 0;
}

bool bd__canvas_is_shown(void)
{
    return is_shown;
}

void bd__canvas_erase(void)
{
    if (is_shown) { fputs("\r\x1b[J", stderr); }
    is_shown = false;
}
