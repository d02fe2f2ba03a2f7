/* bediv/remote.h: a target in a process of its own, in any language.
 *
 *     static const struct bd_remote target = {.command = (const char *const[]){"python3", "$ORIGIN/target.py", NULL}};
 *     BD_FUZZER(.name = "mine", .generate = generate, .remote = &target);
 *
 * The fuzzer starts the command, hands it one input after the other through shared memory, and reads from there which
 * branches each run took, and how it ended. docs/remote-targets.md explains the protocol; the structure below is its
 * header, for remotes in C or C++.
 */
#ifndef BEDIV_REMOTE_H
#define BEDIV_REMOTE_H

#include <stdbool.h>
#include <stdint.h>

/* How to start the remote. */
struct bd_remote {
    const char *const *command; /* ended by NULL. $ORIGIN stands for the folder of the fuzzer's program. A first word
                                 * without a slash is looked up in $PATH */
    const char *command_file;   /* or, instead: a file with one word of the command per line; $ORIGIN works in its name
                                 * and in its lines */
    bool in_empty_folder;       /* run it in an empty folder of its own, which is removed at the end, and not in ours */
};

#define BD_REMOTE_MAGIC "bedivrem" /* eight bytes, without the NUL */
enum { BD_REMOTE_VERSION = 1 };

/* What the remote writes to `done`. */
enum {
    BD_REMOTE_CONTINUES = 0, /* the next input, please */
    BD_REMOTE_ENDS = 1,      /* after a failure: it exits now, and the next input needs a new process */
};

/* The first page of the shared memory. Offsets are those of docs/remote-targets.md. */
struct bd_remote_header {
    /* Set by the fuzzer, once. Offsets of regions in the mapping, and their sizes. */
    char magic[8];
    uint32_t version, reserved0;
    uint64_t input_at, input_room;
    uint64_t counters_at, counters_room;
    uint64_t failure_at, failure_room;
    uint64_t stack_at, stack_room;
    uint8_t reserved1[48];
    /* Set by the fuzzer, again and again. */
    uint64_t input_size; /* before each run */
    uint32_t question;   /* raised to ask for the stack */
    uint8_t reserved2[116];
    /* Set by the remote, before it is ready. */
    uint64_t counters; /* how many it uses */
    uint32_t thread, reserved3;
    /* Set by the remote, after each run. */
    uint32_t verdict; /* enum bd_verdict, but not BD_DISCARDED (3) */
    uint32_t first_time;
    uint64_t failure_size;
    /* Set by the remote when it answers a question. */
    uint64_t stack_size;
    uint32_t answer;
    uint8_t reserved4[724];
    /* Set by the remote, before it is ready. */
    char names[1024];
    uint8_t reserved5[2048];
};

#endif
