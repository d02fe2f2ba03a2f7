/* shell.h: commands that we suggest: pasted into a shell, they name what we mean, whatever the name is. */
#ifndef BD_BASE_SHELL_H
#define BD_BASE_SHELL_H

#include "base/text.h"

/* WORD as one word for a POSIX shell: as it is, 'quoted', or, if a terminal would not show it as it is, by
 * "$(printf …)". What is added is printable, and on one line; newlines at WORD's end are lost. */
void bd__shell_word(struct bd__text *out, const char *word);
/* The same for the path of a file: never taken for a flag. */
void bd__shell_path(struct bd__text *out, const char *path);

#endif
