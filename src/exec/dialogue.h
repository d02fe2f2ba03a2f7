/* dialogue.h: two programs that send each other lines through pipes. Neither ever waits for the other: what cannot be
 * sent yet stays in a buffer, and step() sends and receives what it can. */
#ifndef BD_EXEC_DIALOGUE_H
#define BD_EXEC_DIALOGUE_H

#include <stdbool.h>

#include "base/text.h"

struct bd__dialogue {
    int to, from;        /* borrowed descriptors */
    struct bd__text out; /* owned; not sent yet, from `sent` on */
    struct bd__text in;  /* owned; received, and not read yet from `read` on */
    size_t sent, read;
    bool ended; /* the other side has closed its end, or sends what cannot be a line */
};

/* Makes the descriptors non-blocking. The caller must have SIGPIPE blocked or ignored. */
void bd__dialogue_begin(struct bd__dialogue *dialogue, int to, int from);
/* Frees the buffers; the descriptors stay open. */
void bd__dialogue_clear(struct bd__dialogue *dialogue);

/* Adds WORD, a blank, and TEXT as one line: line ends in TEXT become carriage returns. TEXT may be NULL. */
void bd__dialogue_say(struct bd__dialogue *dialogue, const char *word, const char *text);
/* The bytes that are not sent yet. */
size_t bd__dialogue_unsent(const struct bd__dialogue *dialogue);

void bd__dialogue_step(struct bd__dialogue *dialogue);
/* Takes the next line, without its line end; NULL: no whole line is there. Valid until the next call of any of these. */
char *bd__dialogue_hear(struct bd__dialogue *dialogue);

/* If LINE begins with WORD and a blank, or is WORD, what comes after that; else NULL. */
char *bd__dialogue_after(char *line, const char *word);

#endif
