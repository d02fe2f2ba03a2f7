/* companion.h: another program that runs beside a supervisor and talks with it in lines. It has its own process group,
 * so a Ctrl-C is not for it; its stderr is discarded; it dies with us. Nothing here waits, except end(). */
#ifndef BD_EXEC_COMPANION_H
#define BD_EXEC_COMPANION_H

#include <sys/types.h>

#include "exec/dialogue.h"

struct bd__companion {
    pid_t pid; /* 0: not running */
    struct bd__dialogue dialogue;
};

/* Starts ARGV, which ends with NULL. False, with errno set, if that fails. */
bool bd__companion_start(struct bd__companion *companion, const char *const *argv);
/* Waits up to PATIENCE seconds until it has ended by itself, then kills it. What it has said can still be heard until
 * the next start. */
void bd__companion_end(struct bd__companion *companion, double patience);
void bd__companion_clear(struct bd__companion *companion);

#endif
