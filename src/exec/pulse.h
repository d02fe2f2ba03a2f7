/* pulse.h: what a worker shows its supervisor, in shared memory. A few plain stores per trial, never a system call. */
#ifndef BD_EXEC_PULSE_H
#define BD_EXEC_PULSE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "exec/account.h"

/* Unlikely values: any other value means that a target has written into the pulse. */
enum bd__phase {
    BD__PHASE_SETUP = 0x5e7095ed,    /* in the target's set-up: not timed */
    BD__PHASE_RING = 0x319c0de5,     /* in the engine's own code */
    BD__PHASE_GENERATE = 0x6e3ea7ed, /* in the generator */
    BD__PHASE_RUN = 0x7a63e7c4,      /* in the target */
    BD__PHASE_DONE = 0x0d09eed3,     /* the worker has finished */
};

/* Is the worker in the generator or the target? An impossible phase counts as foreign code, too. */
static inline bool bd__phase_is_foreign(uint32_t phase)
{
    return phase != BD__PHASE_SETUP && phase != BD__PHASE_RING && phase != BD__PHASE_DONE;
}

/* A call stack, innermost frame first. Stored frame by frame, so that a fault on the way leaves those before it. */
enum { BD__STACK_FRAMES = 256 };
struct bd__stack {
    _Atomic uint32_t count;
    uintptr_t at[BD__STACK_FRAMES];       /* an address within the call, which gives the line of the frame */
    uintptr_t function[BD__STACK_FRAMES]; /* start of its function; 0: not known */
};

/* The number of frames; 0 if a target has overwritten it with an impossible number. */
static inline uint32_t bd__stack_count(const struct bd__stack *stack)
{
    uint32_t count = atomic_load(&stack->count);
    return count <= BD__STACK_FRAMES ? count : 0;
}

struct bd__pulse {
    /* Worker → supervisor. */
    _Atomic uint64_t beat; /* raised before each call to generator or target */
    _Atomic uint32_t phase;
    _Atomic bool stack_overflow, sanitizer_report; /* how it is dying */
    _Atomic int dying;                             /* the signal it is dying of; 0: it is not */
    struct bd__stack stack;                        /* where it is dying, or was when the supervisor asked */
    _Atomic uint32_t answers;                      /* how often it was asked and recorded its stack */
    struct bd__account account;                    /* of a failure, in the words of the target or of a remote */
    _Atomic int64_t output_at;      /* offset in its stderr where the relevant output begins; 0: all of it */
    _Atomic uint64_t set_up_memory; /* private bytes when the set-up had ended; 0: not yet, or unknown */
    /* Supervisor → worker: checked between two trials. */
    _Atomic bool stop;   /* end the campaign */
    _Atomic bool retire; /* end this worker: it has grown too large, or its remote exits (then the worker sets it) */
    _Atomic uint64_t slow_beat; /* the call that began with this beat takes long, but not too long yet */
    _Atomic bool doomed;        /* it will be killed, and must not return from foreign code */
    /* To hold the worker still between two trials, the supervisor sets `hold` to a number it has never used. The worker
     * stores the same number in `held`, does nothing, and continues when `hold` is 0. */
    _Atomic uint32_t hold, held;
    uint32_t holds; /* the last such number; only for the supervisor */
};

/* In the worker: enters PHASE. */
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

/* In the worker, after a call of foreign code: did the supervisor see that it took long? It looks every 20 ms. */
static inline bool bd__pulse_was_slow(const struct bd__pulse *pulse)
{
    return atomic_load_explicit(&pulse->slow_beat, memory_order_relaxed) ==
           atomic_load_explicit(&pulse->beat, memory_order_relaxed);
}

/* In the worker, when the set-up has ended: says how much memory it took. If that is more than LIMIT, the worker stays in
 * the set-up until the supervisor ends it. */
void bd__pulse_set_up(struct bd__pulse *pulse, uint64_t limit);

/* In the worker, between two trials: waits while the supervisor asks it to. */
void bd__pulse_hold(struct bd__pulse *pulse);

/* In the supervisor: asks the worker to hold still, and waits up to PATIENCE seconds until it does. False if it does
 * not yet; the request stays. Call bd__pulse_let_go in either case. */
bool bd__pulse_ask(struct bd__pulse *pulse, double patience);
void bd__pulse_let_go(struct bd__pulse *pulse);

static inline bool bd__pulse_asked(const _Atomic bool *flag)
{
    return atomic_load_explicit(flag, memory_order_relaxed);
}

#endif
