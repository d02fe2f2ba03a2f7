/* output.h: what a command prints. Lines for people never command a terminal, whatever is quoted in them; bytes stay as
 * they are unless a person looks at them. A result that could not be written is reported, and the exit code says so. */
#ifndef BD_CLI_OUTPUT_H
#define BD_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { BD__OUTPUT_LOST = 74 }; /* exit code */

/* Before anything else: a closed pipe is an error to report, not the end of the process; and a file that is opened never
 * takes the place of a standard stream that was closed. What is forked gets SIGPIPE as it was. */
void bd__output_begin(void);
/* After all else: CODE, the exit code so far; if it is 0 and standard output could not be written, BD__OUTPUT_LOST. A
 * code that says more (a failure was found) stays: the message about standard output says the rest. */
int bd__output_end(const char *program, int code);

/* One line, to stdout; to stderr, after what is on stdout. What is not printable is spelt out (base/printable.h). */
void bd__output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void bd__output_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Several lines to stdout: on a terminal what is not printable is spelt out, elsewhere they are as they are. */
void bd__output_bytes(const void *data, size_t size);
/* The same for a string. */
void bd__output_text(const char *text);
/* The same, to stderr. */
void bd__output_error_text(const char *text);

/* Has standard output failed already? */
bool bd__output_failed(void);

#endif
