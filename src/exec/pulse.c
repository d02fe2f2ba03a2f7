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
