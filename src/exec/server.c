#include "exec/server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"

static bool start(struct bd__server *server)
{
    int question[2], answer[2];
    if (pipe2(question, O_CLOEXEC) != 0) { return false; }
    if (pipe2(answer, O_CLOEXEC) != 0) {
        close(question[0]);
        close(question[1]);
        return false;
    }
    server->pid = bd__program_start(&(struct bd__program){
        .argv = (const char *const *)server->argv,
        .stream = {question[0], answer[1], BD__STREAM_NULL},
        .close_others = true,
        .own_group = true,
        .death_signal = SIGKILL,
    });
    close(question[0]);
    close(answer[1]);
    if (server->pid < 0) {
        close(question[1]);
        close(answer[0]);
        server->pid = 0;
        return false;
    }
    fcntl(question[1], F_SETFL, O_NONBLOCK);
    fcntl(answer[0], F_SETFL, O_NONBLOCK);
    server->to = question[1];
    server->from = answer[0];
    return true;
}

static void stop(struct bd__server *server)
{
    if (!server->pid) { return; }
    close(server->to);
    close(server->from);
    kill(-server->pid, SIGKILL);
    bd__process_kill(server->pid, NULL);
    server->pid = 0;
}

void bd__server_end(struct bd__server *server)
{
    stop(server);
    bd__text_clear(&server->answer);
}

bool bd__server_ask(struct bd__server *server, const char *question)
{
    if (!server->pid && !start(server)) { return false; }
    char line[4096];
    size_t size = strlen(question);
    server->answer.size = 0;
    if (size + 1 < sizeof line) {
        memcpy(line, question, size);
        line[size] = '\n';
        /* Nobody else writes, and earlier questions have been read, so the pipe has room for the whole line. */
        if (write(server->to, line, size + 1) == (ssize_t)size + 1) { return true; }
    }
    stop(server);
    return false;
}

enum bd__server_state bd__server_look(struct bd__server *server)
{
    enum { LIMIT = 16 << 20 }; /* bytes per answer; anything longer is not an answer */
    char part[1 << 12];
    if (!server->pid) { return BD__SERVER_DIED; }
    for (;;) {
        ssize_t size = read(server->from, part, sizeof part);
        if (size < 0 && errno == EINTR) { continue; }
        if (size < 0 && errno == EAGAIN) { return BD__SERVER_BUSY; }
        if (size <= 0 || server->answer.size > LIMIT) {
            stop(server);
            return BD__SERVER_DIED;
        }
        bd__text_add(&server->answer, part, (size_t)size);
        char *end = memchr(server->answer.data, '\n', server->answer.size);
        if (end) {
            *end = 0;
            server->answer.size = (size_t)(end - server->answer.data);
            return BD__SERVER_ANSWERED;
        }
    }
}
