#include "exec/pulse.h"

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
