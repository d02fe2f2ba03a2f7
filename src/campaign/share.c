#include "campaign/share.h"

static const double STANDARD = 1.0 / 3, MOST = 0.95, PERIOD = 10, PRIOR = 60, FADE = 0.9, STEP = 0.25;

void bd__share_begin(struct bd__share *share, double given, int processors)
{
    double first = given > 0 ? given : STANDARD;
    *share = (struct bd__share){
        .now = first,
        .first = first,
        .least = first / 3,
        .most = 2 * first < MOST ? 2 * first : MOST,
        .unlimited = given <= 0 && processors > 1,
        .due = PERIOD,
    };
}

static double rate(const struct bd__yield *yield)
{
    return (yield->failures + 1) / (yield->seconds + PRIOR);
}

static void fade(struct bd__yield *faded, struct bd__yield *before, struct bd__yield now)
{
    faded->failures = FADE * faded->failures + (now.failures - before->failures);
    faded->seconds = FADE * faded->seconds + (now.seconds - before->seconds);
    *before = now;
}

static void move(struct bd__share *share)
{
    double sanitized = share->first * rate(&share->sanitized_faded);
    double fast = (1 - share->first) * rate(&share->fast_faded);
    share->now += STEP * (sanitized / (sanitized + fast) - share->now);
    if (share->now < share->least) { share->now = share->least; }
    if (share->now > share->most) { share->now = share->most; }
}

void bd__share_look(struct bd__share *share, struct bd__yield fast, struct bd__yield sanitized)
{
    share->allowed += (fast.seconds - share->fast_paid) * share->now / (1 - share->now);
    share->fast_paid = fast.seconds;
    if (fast.seconds + sanitized.seconds < share->due) { return; }
    share->due = fast.seconds + sanitized.seconds + PERIOD;
    fade(&share->fast_faded, &share->fast, fast);
    fade(&share->sanitized_faded, &share->sanitized, sanitized);
    move(share);
}
