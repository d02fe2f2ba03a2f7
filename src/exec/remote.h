/* remote.h: a target in a process of its own: the protocol of docs/remote-targets.md, from the fuzzer's side.
 *
 *   supervisor ──► warden ──► worker: makes an input, hands it over, reads the counters
 *       │                        │ ▲
 *       │                    run ▼ │ done        (pipes; input and counters are in shared memory)
 *       └────────► warden ──► remote
 *
 * The remote belongs to the supervisor, not to the worker, and outlives workers: a worker starts in a millisecond, a Java
 * virtual machine in a second. A failure that the remote reports ends the worker, as any failure does, but not the
 * remote. The remote is hostile: whatever it writes into the mapping is checked before use.
 */
#ifndef BD_EXEC_REMOTE_H
#define BD_EXEC_REMOTE_H

#include <bediv.h>
#include <bediv/remote.h>

#include "base/log.h"
#include "base/text.h"
#include "exec/pulse.h"
#include "exec/warden.h"

/* What workers and supervisor tell each other about it. The remote cannot write here. */
struct bd__remote_notes {
    _Atomic uint64_t output_at; /* where its stderr of the last run begins */
    _Atomic uint64_t runs;      /* inputs since it was started */
    _Atomic bool leaving;       /* after its last failure it cannot continue, and exits */
};

struct bd__remote {
    struct bd_remote_header *shared; /* the whole mapping begins here */
    uint8_t *counters;               /* in the mapping */
    uint64_t counter_count;          /* as the remote said when it was first ready; 0 before that */
    int map, run, done, errors;      /* descriptors: the mapping, our ends of the pipes, its stderr; -1: none */
    struct bd__warden warden;        /* pid 0: it is not running */
    double ready_at;                 /* when it was last ready, by bd__clock_seconds */
    int processor;                   /* where it and its workers run; -1: anywhere */
    struct bd__remote_notes *notes;  /* shared with workers */
    char names[1024];                /* path of its table of names, as it said when it was last ready; "": none */
    char **command;                  /* owned, ended by NULL; the first word is a path */
    char *folder;                    /* owned; its working directory; NULL: ours */
};

/* Prepares the shared memory and the command. NULL after a message if that fails. */
struct bd__remote *bd__remote_create(const struct bd_remote *spec, const struct bd__log *log);
/* Ends it and removes everything. REMOTE may be NULL. */
void bd__remote_destroy(struct bd__remote *remote);

enum bd__remote_start {
    BD__REMOTE_READY,
    BD__REMOTE_DIED,    /* before it was ready, or it does not follow the protocol: see its output */
    BD__REMOTE_STOPPED, /* WAIT returned false */
};
/* Starts it, unless it is running and stays, and waits until it is ready, calling WAIT about every 20 ms. If it is killed
 * from outside (SIGKILL) while it starts, that says nothing about it: it is started again, three times in all. */
enum bd__remote_start bd__remote_start(struct bd__remote *remote, bool (*wait)(void *user), void *user);
/* Ends it with all its children, if it is running. STATUS, unless NULL, becomes how it ended. */
void bd__remote_stop(struct bd__remote *remote, int *status);
/* After a worker lost it: gives it a moment to end on its own. True if it did, with its STATUS. It is stopped in any
 * case. */
bool bd__remote_ended(struct bd__remote *remote, int *status);

/* Adds what it wrote to stderr, at most the last 64 KiB: since it was last started or, if it has run inputs, during the
 * last run. */
void bd__remote_output(const struct bd__remote *remote, struct bd__text *output);
/* Will the next input be the first one in its process? */
bool bd__remote_is_unused(const struct bd__remote *remote);
/* 0 if it is not running. */
pid_t bd__remote_pid(const struct bd__remote *remote);
/* The thread that runs inputs, as it says, or else its first one. 0 if it is not running. */
pid_t bd__remote_thread(const struct bd__remote *remote);
/* How many seconds longer than usual a run may take: the first ones load code. */
double bd__remote_grace(const struct bd__remote *remote);
/* Is it starting, or did it start only seconds ago? A virtual machine runs code slowly at first. */
bool bd__remote_is_warming_up(const struct bd__remote *remote);

/* Asks it COUNT times for the stack of the thread that runs inputs, with a pause in between, and waits at most PATIENCE
 * seconds for each answer. ACCOUNT gets what the answers have in common: the outer frames. Nothing if it does not
 * answer. */
void bd__remote_ask(struct bd__remote *remote, unsigned count, long gap_ms, double patience,
                    struct bd__account *account);

/* ---- in a worker --------------------------------------------------------------------------------- */

/* The exit code of a worker that lost its remote. */
enum { BD__REMOTE_LOST = 113 };

/* Call it once, before the first run. */
void bd__remote_attach(const struct bd__remote *remote);
/* Runs INPUT there. After a failure that it reports, ACCOUNT has what it says, and if it exits after that, LEAVING is
 * set: run nothing else in this process. Ends this process with BD__REMOTE_LOST if the remote has ended. */
enum bd_verdict bd__remote_run(const struct bd__remote *remote, const struct bd_input *input,
                               struct bd__account *account, _Atomic bool *leaving);

#endif
