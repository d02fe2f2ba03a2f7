/* server.h: another program that answers questions: a line in, a line out, one at a time. Asking and looking never wait,
 * so that a supervisor can do it in passing. The program is started when it is needed, has a process group of its own,
 * and dies with us; its stderr is nobody's. Whoever asks has SIGPIPE blocked or ignored.
 */
#ifndef BD_EXEC_SERVER_H
#define BD_EXEC_SERVER_H

#include <sys/types.h>

#include <stdbool.h>

#include "base/text.h"

struct bd__server {
    char *const *argv;      /* borrowed; ends with NULL */
    pid_t pid;              /* 0: not running */
    int to, from;           /* pipes; true while it runs */
    struct bd__text answer; /* owned; as far as it is there */
};

/* {.argv = …} is one that was not started yet. Kills it; it may be asked again. */
void bd__server_end(struct bd__server *server);

/* Asks QUESTION, a line without its end, shorter than 4096 bytes. False if the program cannot be started or takes no
 * questions; it is not running then. */
bool bd__server_ask(struct bd__server *server, const char *question);

enum bd__server_state {
    BD__SERVER_BUSY,
    BD__SERVER_ANSWERED, /* in server->answer, without the line's end; until it is asked again */
    BD__SERVER_DIED,     /* without an answer; it is not running any more */
};
enum bd__server_state bd__server_look(struct bd__server *server);

#endif
