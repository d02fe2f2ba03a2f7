#include "exec/pulse.h"

#include <pthread.h>

#include "unit/test.h"

TEST(entering_foreign_code_raises_the_beat)
{
    static const enum bd__phase foreign[] = {BD__PHASE_SETUP, BD__PHASE_GENERATE, BD__PHASE_RUN};
    struct bd__pulse pulse = {0};
    for (uint64_t i = 0; i < 3; i++) {
        bd__pulse_enter(&pulse, foreign[i]);
        CHECK_EQ_U64(pulse.phase, foreign[i]);
        CHECK_EQ_U64(pulse.beat, i + 1);
    }
}

TEST(coming_back_to_the_ring_does_not)
{
    struct bd__pulse pulse = {.beat = 7};
    bd__pulse_enter(&pulse, BD__PHASE_RING);
    CHECK_EQ_U64(pulse.phase, BD__PHASE_RING);
    CHECK_EQ_U64(pulse.beat, 7);
}

TEST(a_worker_sees_what_it_is_asked)
{
    struct bd__pulse pulse = {0};
    CHECK(!bd__pulse_asked(&pulse.stop));
    pulse.stop = true;
    CHECK(bd__pulse_asked(&pulse.stop));
    CHECK(!bd__pulse_asked(&pulse.retire));
}

/* ---- holding still ---- */

static void *turn_the_ring(void *user)
{
    struct ring {
        struct bd__pulse pulse;
        _Atomic uint64_t trials;
    } *ring = user;
    while (!bd__pulse_asked(&ring->pulse.stop)) {
        bd__pulse_hold(&ring->pulse);
        ring->trials++;
    }
    return NULL;
}

TEST(a_worker_that_is_held_does_nothing_until_it_is_let_go)
{
    static struct {
        struct bd__pulse pulse;
        _Atomic uint64_t trials;
    } ring;
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, turn_the_ring, &ring) == 0);
    for (int i = 0; i < 2000; i++) { /* let go and asked again at once: it must not be taken for held from before */
        CHECK(bd__pulse_ask(&ring.pulse, 60));
        uint64_t before = ring.trials;
        for (int k = 0; k < 100; k++) { CHECK(ring.trials == before); }
        bd__pulse_let_go(&ring.pulse);
    }
    ring.pulse.stop = true;
    pthread_join(thread, NULL);
    CHECK(ring.trials > 0);
}

TEST(a_worker_that_does_not_come_to_it_is_not_waited_for_for_long)
{
    struct bd__pulse pulse = {0};
    CHECK(!bd__pulse_ask(&pulse, 0));
    CHECK(pulse.hold != 0);
    pulse.held = pulse.hold; /* it came to it meanwhile */
    CHECK(bd__pulse_ask(&pulse, 0));
    bd__pulse_let_go(&pulse);
    CHECK_EQ_U64(pulse.hold, 0);
    CHECK(!bd__pulse_ask(&pulse, 0)); /* what it showed was for the last time */
}
