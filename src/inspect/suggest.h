/* suggest.h: the command that runs a saved input again, for people to type. */
#ifndef BD_INSPECT_SUGGEST_H
#define BD_INSPECT_SUGGEST_H

#include <bediv/engine.h>

/* PROGRAM COMMAND PATH, with the flags of CONFIG, whose settings are all filled in, that a failure may depend on. The caller
 * owns the result. */
char *bd__suggest_command(const struct bd_config *config, const char *program, const char *command, const char *path);

#endif
