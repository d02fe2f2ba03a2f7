#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"

/* ---- can it be written? ---------------------------------------------------------------------- */

static int reason; /* errno of the first write that failed; 0: none so far */

static void note(void)
{
    if (ferror(stdout) && !reason) { reason = errno; }
}

static struct sigaction sigpipe_before;

/* In a forked process: the target must find the signal as if we were not there. Only in the first one: its children inherit
 * what the target itself then sets. */
static void give_back_sigpipe(void)
{
    static bool given;
    if (!given) { sigaction(SIGPIPE, &sigpipe_before, NULL); }
    given = true;
}

void bd__output_begin(void)
{
    /* Opened in the wrong direction, so that using it gives the same error as a closed stream. */
    static const int mode[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) { (void)!open("/dev/null", mode[fd]); } /* takes the lowest free number: this one */
    }
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, &sigpipe_before);
    pthread_atfork(NULL, NULL, give_back_sigpipe);
}

int bd__output_end(const char *program, int code)
{
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (written) { return code; }
    note();
    bd__output_error("%s: error: cannot write to standard output%s%s", program, reason ? ": " : "",
                     reason ? strerror(reason) : "");
    return code ? code : BD__OUTPUT_LOST;
}

bool bd__output_failed(void)
{
    return ferror(stdout);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void put_line(FILE *stream, const char *format, va_list args)
{
    struct bd__text text = {0}, line = {0};
    bd__text_vprintf(&text, format, args);
    bd__printable_line(&line, bd__text_str(&text), text.size);
    bd__text_puts(&line, "\n");
    fwrite(line.data, 1, line.size, stream);
    note();
    bd__text_clear(&text);
    bd__text_clear(&line);
}

void bd__output_line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(stdout, format, args);
    va_end(args);
}

void bd__output_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(stderr, format, args);
    va_end(args);
}

/* ---- any bytes ------------------------------------------------------------------------------- */

static void put_bytes(FILE *stream, const char *data, size_t size)
{
    struct bd__text shown = {0};
    if (isatty(fileno(stream))) {
        bd__printable_lines(&shown, data, size);
        data = bd__text_str(&shown);
        size = shown.size;
    }
    fwrite(data, 1, size, stream);
    note();
    bd__text_clear(&shown);
}

void bd__output_bytes(const void *data, size_t size)
{
    put_bytes(stdout, data, size);
}

void bd__output_text(const char *text)
{
    put_bytes(stdout, text, strlen(text));
}

void bd__output_error_text(const char *text)
{
    put_bytes(stderr, text, strlen(text));
}
