#include "exec/pulse.h"

#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

void bd__pulse_set_up(struct bd__pulse *pulse, uint64_t limit)
{
    uint64_t memory = bd__process_private_memory(getpid());
    atomic_store(&pulse->set_up_memory, memory);
    while (memory > limit) { nap(); }
}

void bd__pulse_hold(struct bd__pulse *pulse)
{
    for (uint32_t asked; (asked = atomic_load(&pulse->hold));) {
        /* If the request was withdrawn in the meantime, nobody waits for this number. */
        atomic_store(&pulse->held, asked);
        nap();
    }
}

void bd__pulse_rest(struct bd__pulse *pulse)
{
    while (bd__pulse_asked(&pulse->rest) && !bd__pulse_asked(&pulse->stop) && !bd__pulse_asked(&pulse->retire)) {
        if (atomic_load_explicit(&pulse->hold, memory_order_relaxed)) { bd__pulse_hold(pulse); }
        atomic_fetch_add(&pulse->beat, 1); /* so that it does not look as if it hung */
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

bool bd__pulse_ask(struct bd__pulse *pulse, double patience)
{
    uint32_t asked = atomic_load(&pulse->hold);
    if (!asked) {
        asked = ++pulse->holds;
        atomic_store(&pulse->hold, asked);
    }
    double until = bd__clock_seconds() + patience;
    while (atomic_load(&pulse->held) != asked) {
        if (bd__clock_seconds() >= until) { return false; }
        nap();
    }
    return true;
}

void bd__pulse_let_go(struct bd__pulse *pulse)
{
    atomic_store(&pulse->hold, 0);
}
