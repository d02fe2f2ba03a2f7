/* account.h: what a remote, or the target itself (bediv/oracle.h), says about a failure, in the lines of
 * docs/remote-targets.md: its kind, its message and its stack; after a timeout, the stack alone. It comes from a hostile
 * process, so it may be anything. */
#ifndef BD_EXEC_ACCOUNT_H
#define BD_EXEC_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__account {
    uint32_t size;       /* 0: it says nothing */
    bool stack_only;     /* no kind, no message */
    char text[64 << 10]; /* whole lines, NUL-terminated */
};

/* A line of the stack. The texts are not NUL-terminated. */
struct bd__account_frame {
    bool own; /* it belongs to the software under test */
    const char *function, *file;
    size_t function_size, file_size;
    unsigned line; /* 0: not known */
};

/* Sets ACCOUNT to the whole lines among the SIZE bytes at TEXT, as far as there is room. */
void bd__account_set(struct bd__account *account, const char *text, size_t size, bool stack_only);
/* The kind, and the message, as lines of LENGTH bytes; "" if there are none. */
const char *bd__account_kind(const struct bd__account *account, size_t *length);
const char *bd__account_message(const struct bd__account *account, size_t *length);
/* Reads the next frame, innermost first. AT is NULL before the first one. False after the last. Skips lines that are no
 * frames. */
bool bd__account_next(const struct bd__account *account, const char **at, struct bd__account_frame *frame);

/* Reduces COMMON, a stack, to the outer frames that it shares with SAMPLE, a stack of the same thread at another moment.
 * The innermost frame that is left is the function that was active all the time. */
void bd__account_intersect(struct bd__account *common, const struct bd__account *sample);

#endif
