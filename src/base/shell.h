/* shell.h: quotes words in the commands that we suggest, so that pasting a command into a shell does what we mean
 * whatever the names contain. */
#ifndef BD_BASE_SHELL_H
#define BD_BASE_SHELL_H

#include "base/text.h"

/* Appends WORD as one word for a POSIX shell: unchanged, 'quoted', or, if a terminal would not show it as it is, as
 * "$(printf …)". The result is printable and on one line. Newlines at the end of WORD are lost in the last form. */
void bd__shell_word(struct bd__text *out, const char *word);
/* The same for the path of a file: a path that begins with '-' cannot be taken for a flag. */
void bd__shell_path(struct bd__text *out, const char *path);

#endif
