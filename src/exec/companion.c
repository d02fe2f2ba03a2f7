#include "exec/companion.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/process.h"

bool bd__companion_start(struct bd__companion *c, const char *const *argv)
{
    int to[2], from[2];
    bd__companion_clear(c);
    if (pipe2(to, O_CLOEXEC) != 0) { return false; }
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    pid_t pid = bd__program_start(&(struct bd__program){
        .argv = argv,
        .stream = {to[0], from[1], BD__STREAM_NULL},
        .close_others = true,
        .own_group = true,
        .death_signal = SIGKILL,
    });
    int error = errno;
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close(to[1]);
        close(from[0]);
        errno = error;
        return false;
    }
    c->pid = pid;
    bd__dialogue_begin(&c->dialogue, to[1], from[0]);
    return true;
}

void bd__companion_end(struct bd__companion *c, double patience)
{
    if (!c->pid) { return; }
    bool gone = bd__process_reap(c->pid, patience, NULL);
    bd__dialogue_step(&c->dialogue);
    close(c->dialogue.to);
    close(c->dialogue.from);
    c->dialogue.ended = true;
    if (!gone) {
        kill(-c->pid, SIGKILL);
        bd__process_kill(c->pid, NULL);
    }
    c->pid = 0;
}

void bd__companion_clear(struct bd__companion *c)
{
    bd__companion_end(c, 0);
    bd__dialogue_clear(&c->dialogue);
}
