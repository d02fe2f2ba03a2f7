/* output.h: what a command prints. Our own lines never send control characters to a terminal, whatever they quote. Bytes are
 * printed unchanged, except to a terminal. A result that cannot be written is reported, and the exit code says so. */
#ifndef BD_CLI_OUTPUT_H
#define BD_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { BD__OUTPUT_LOST = 74 }; /* exit code */

/* Call this first. From then on, a closed pipe is an error to report and does not end the process, and a file that is opened
 * never takes the place of a closed standard stream. Forked processes get SIGPIPE back as it was. */
void bd__output_begin(void);
/* Call this last. Returns CODE, the exit code so far, or BD__OUTPUT_LOST if that is 0 and standard output could not be
 * written. Any other code stays, because it says more (a failure was found); a message then reports the lost output. */
int bd__output_end(const char *program, int code);

/* Prints one line, to stdout or to stderr. Characters that are not printable are spelled out (base/printable.h). */
void bd__output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void bd__output_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints any bytes to stdout: unchanged, except that on a terminal what is not printable is spelled out. */
void bd__output_bytes(const void *data, size_t size);
/* The same for a string. */
void bd__output_text(const char *text);
/* The same, to stderr. */
void bd__output_error_text(const char *text);

/* Has standard output failed already? */
bool bd__output_failed(void);

#endif
