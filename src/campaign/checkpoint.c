/* checkpoint.c: when checkpoints are made. The supervisor asks the worker to hold still between two trials, packs the state
 * into memory, lets the worker go, and writes; the ring pays for packing alone. Making one takes at most about a
 * hundredth of the time, however large it is: where it takes long, they are rarer. */
#include "campaign/checkpoint.h"

#include <math.h>

#include "base/clock.h"
#include "filing/filing.h"
#include "store/recover.h"

static const double PERIOD = 30, SHARE = 0.01, ASK_PATIENCE = 0.002, RETRY = 2;

static double now_of(const struct bd__supervisor *s)
{
    return bd__clock_seconds() - s->start;
}

void bd__checkpoint_begin(struct bd__supervisor *s)
{
    double given = s->ring->rig.config.checkpoint_seconds;
    s->checkpoint.period = given > 0 ? given : PERIOD;
    s->checkpoint.none = given < 0;
    s->checkpoint.at = s->checkpoint.none ? HUGE_VAL : now_of(s) + s->checkpoint.period;
}

/* What could not be written yet must not be thought of as saved: it would be lost with this process, and not be found again
 * by one that goes on from here. */
static bool is_possible(const struct bd__supervisor *s)
{
    return !s->checkpoint.none && !s->damage && s->dir.unsaved == 0 && s->dir.rows.size == 0 && !s->filing.unexamined;
}

static void pack(struct bd__supervisor *s)
{
    enum { LITTLE = 16 << 20 }; /* bytes: some hundredths of a second */
    bd__state_save(s, &s->checkpoint.pack);
    /* What a target wrote here may be wrong and yet look sound. What could not be loaded again must not replace what can. If a
     * target crashes, that is worth the time however large it is. */
    bool doubtful = s->suspect || (s->ring->tally.trials && s->checkpoint.pack.out.size <= LITTLE);
    if (doubtful && !bd__state_loads(s, &s->checkpoint.pack)) { bd__damage_note(s, "the state of the campaign"); }
    s->suspect = false;
}

void bd__checkpoint_take(struct bd__supervisor *s)
{
    bd__pack_clear(&s->checkpoint.pack);
    if (s->checkpoint.none || !bd__damage_check(s, false) || !bd__damage_check_corpus(s)) { return; }
    bd__damage_rescue(s, pack, "the state of the campaign");
    if (s->damage) { bd__pack_clear(&s->checkpoint.pack); }
}

void bd__checkpoint_write(struct bd__supervisor *s)
{
    const struct bd__text *out = &s->checkpoint.pack.out;
    if (out->size && is_possible(s)) {
        bd__rundir_save_state(&s->dir, out->data, out->size);
        bd__recover_settle(&s->dir);
    }
    bd__pack_clear(&s->checkpoint.pack);
}

/* With nobody at work. BEGAN: when the worker was asked. */
static void make(struct bd__supervisor *s, double began)
{
    bd__journal_rows(s);         /* all that are of trials before it; the others will be made again */
    bd__filing_save(&s->filing); /* likewise: who goes on from here counts on from what the folders say */
    bd__checkpoint_take(s);
    bd__pulse_let_go(&s->ring->rig.pulse);
    bd__checkpoint_write(s);
    double now = now_of(s), least = (now - began) / SHARE;
    s->checkpoint.at = now + (s->dir.state_old ? RETRY : s->checkpoint.period);
    if (s->checkpoint.at < now + least) { s->checkpoint.at = now + least; }
}

void bd__checkpoint_now(struct bd__supervisor *s)
{
    bd__pulse_let_go(&s->ring->rig.pulse); /* whoever was asked is gone */
    if (is_possible(s)) { make(s, now_of(s)); }
}

void bd__checkpoint_tick(struct bd__supervisor *s)
{
    double now = now_of(s);
    if (now < s->checkpoint.at || !is_possible(s)) {
        bd__pulse_let_go(&s->ring->rig.pulse); /* whoever asked the worker to hold still: it is not we */
        return;
    }
    if (bd__pulse_ask(&s->ring->rig.pulse, ASK_PATIENCE)) { make(s, now); }
}

void bd__checkpoint_between(struct bd__supervisor *s)
{
    bd__pulse_let_go(&s->ring->rig.pulse);
    if (now_of(s) >= s->checkpoint.at) { bd__checkpoint_now(s); }
}
