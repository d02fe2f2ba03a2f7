/* server.h: another program that answers questions: one line in, one line out, one question at a time. Asking and
 * looking never wait, so a supervisor can do them in passing. The program is started when it is first needed, has its
 * own process group and dies with us; its stderr is discarded. The caller must have SIGPIPE blocked or ignored. */
#ifndef BD_EXEC_SERVER_H
#define BD_EXEC_SERVER_H

#include <sys/types.h>

#include <stdbool.h>

#include "base/text.h"

struct bd__server {
    char *const *argv;      /* borrowed; ends with NULL */
    pid_t pid;              /* 0: not running */
    int to, from;           /* pipes; valid while it runs */
    struct bd__text answer; /* owned; what has arrived of it */
};

/* Kills the program; it can be asked again. A server that was never started is {.argv = …}. */
void bd__server_end(struct bd__server *server);

/* Sends QUESTION, a line of fewer than 4095 bytes without its newline. False if the program cannot be started or does
 * not take the question; it is not running then. */
bool bd__server_ask(struct bd__server *server, const char *question);

enum bd__server_state {
    BD__SERVER_BUSY,
    BD__SERVER_ANSWERED, /* in server->answer, without the newline, until the next question */
    BD__SERVER_DIED,     /* without an answer; no longer running */
};
enum bd__server_state bd__server_look(struct bd__server *server);

#endif
