/* pulse.h: what a worker shows to its supervisor, in memory that both share. A few plain stores a trial;
 * never a system call. */
#ifndef BD_EXEC_PULSE_H
#define BD_EXEC_PULSE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

/* Values that nobody writes by mistake: any other one is a target's that wrote into the pulse. */
enum bd__phase {
    BD__PHASE_SETUP = 0x5e7095ed,    /* in the target's set-up: not timed */
    BD__PHASE_RING = 0x319c0de5,     /* in the engine's own code */
    BD__PHASE_GENERATE = 0x6e3ea7ed, /* in the generator */
    BD__PHASE_RUN = 0x7a63e7c4,      /* in the target */
    BD__PHASE_DONE = 0x0d09eed3,     /* the worker's work is finished */
};

/* Is it in code that is not the engine's? */
static inline bool bd__phase_is_foreign(uint32_t phase)
{
    return phase != BD__PHASE_SETUP && phase != BD__PHASE_RING && phase != BD__PHASE_DONE;
}

/* The functions that were being called, innermost first. Stored frame by frame, so that a fault on the way leaves those
 * before it. */
enum { BD__STACK_FRAMES = 256 };
struct bd__stack {
    _Atomic uint32_t count;
    uintptr_t at[BD__STACK_FRAMES];       /* an address within the call, whose place is the frame's */
    uintptr_t function[BD__STACK_FRAMES]; /* where its function begins; 0: not known */
};

/* How many there are; none, if a target has written a number that cannot be. */
static inline uint32_t bd__stack_count(const struct bd__stack *stack)
{
    uint32_t count = atomic_load(&stack->count);
    return count <= BD__STACK_FRAMES ? count : 0;
}

struct bd__pulse {
    /* Worker → supervisor. */
    _Atomic uint64_t beat; /* raised before each call of generator or target */
    _Atomic uint32_t phase;
    _Atomic bool stack_overflow, sanitizer_report; /* how it is dying */
    _Atomic int dying;                             /* of this signal; 0: it is not */
    struct bd__stack stack;                        /* where it is dying, or was when the supervisor asked */
    _Atomic uint32_t answers;                      /* how often it was asked, and took its stack */
    _Atomic int64_t output_at; /* of its stderr: where the output that matters begins; 0: all does */
    /* Supervisor → worker: looked at between two trials. */
    _Atomic bool stop;   /* end the campaign */
    _Atomic bool retire; /* end this worker: it has grown too large */
    _Atomic bool doomed; /* it will be killed: it must not come back from foreign code */
    /* To hold still between two trials: the supervisor sets a number that it never set before, the worker shows the same
     * one for as long as it does nothing, and goes on when the number is 0. */
    _Atomic uint32_t hold, held;
    uint32_t holds; /* the last such number; the supervisor's */
};

/* In the worker: what comes next. */
static inline void bd__pulse_enter(struct bd__pulse *pulse, enum bd__phase phase)
{
    atomic_store_explicit(&pulse->phase, phase, memory_order_release);
    if (phase == BD__PHASE_RING) {
        if (atomic_load_explicit(&pulse->doomed, memory_order_relaxed)) { _exit(0); }
    } else {
        uint64_t beat = atomic_load_explicit(&pulse->beat, memory_order_relaxed);
        atomic_store_explicit(&pulse->beat, beat + 1, memory_order_release);
    }
}

/* In the worker, between two trials: holds still while it is asked to. */
void bd__pulse_hold(struct bd__pulse *pulse);

/* In the supervisor: asks the worker to hold still, and waits for it for PATIENCE seconds. False: it has not come to it; it
 * is still asked. Let it go in any case. */
bool bd__pulse_ask(struct bd__pulse *pulse, double patience);
void bd__pulse_let_go(struct bd__pulse *pulse);

static inline bool bd__pulse_asked(const _Atomic bool *flag)
{
    return atomic_load_explicit(flag, memory_order_relaxed);
}

#endif
