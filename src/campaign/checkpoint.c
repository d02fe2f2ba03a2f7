/* checkpoint.c: decides when to make a checkpoint, and makes it. The supervisor holds the worker between two trials,
 * packs the state into memory, releases the worker, and then writes the file. So packing is all that delays the ring.
 * Checkpoints take at most about 1 % of the run time: the longer one takes, the longer the wait for the next. */
#include "campaign/checkpoint.h"

#include <math.h>

#include "base/clock.h"
#include "filing/filing.h"
#include "store/recover.h"

static const double SHARE = 0.01, ASK_PATIENCE = 0.002, RETRY = 2;

static double now_of(const struct bd__supervisor *s)
{
    return bd__clock_seconds() - s->start;
}

void bd__checkpoint_begin(struct bd__supervisor *s)
{
    s->checkpoint.period = s->ring->rig.config.checkpoint_seconds;
    s->checkpoint.none = s->checkpoint.period == 0;
    s->checkpoint.at = s->checkpoint.none ? HUGE_VAL : now_of(s) + s->checkpoint.period;
}

/* No checkpoint is made while a file or row is unsaved or a failure unexamined. It would be lost with this process, and
 * a campaign resumed from that checkpoint would not find it again. */
static bool is_possible(const struct bd__supervisor *s)
{
    return !s->checkpoint.none && !s->damage.what && s->dir.unsaved == 0 && s->dir.rows.size == 0 &&
           !s->filing.unexamined;
}

static void pack(struct bd__supervisor *s)
{
    enum { LITTLE = 16 << 20 }; /* bytes that load in a few hundredths of a second */
    bd__state_save(s, &s->checkpoint.pack);
    /* What a target overwrote may be wrong and still look sound. A checkpoint that cannot be loaded must not replace
     * one that can. After a worker has died, loading it is worth the time however large it is. */
    bool try_loading = s->damage.suspect || (s->ring->tally.trials && s->checkpoint.pack.out.size <= LITTLE);
    if (try_loading && !bd__state_loads(s, &s->checkpoint.pack)) { bd__damage_note(s, "the state of the campaign"); }
    s->damage.suspect = false;
}

void bd__checkpoint_take(struct bd__supervisor *s)
{
    bd__pack_clear(&s->checkpoint.pack);
    if (s->checkpoint.none || !bd__damage_check(s, false) || !bd__damage_check_corpus(s)) { return; }
    bd__damage_rescue(s, pack, "the state of the campaign");
    if (s->damage.what) { bd__pack_clear(&s->checkpoint.pack); }
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

/* Has the campaign made all its trials? Then its last checkpoint comes after all other files (journal.c): a campaign that
 * is killed before that is not over. */
static bool is_ending(const struct bd__supervisor *s)
{
    const struct bd__ring *ring = s->ring;
    return ring->rig.config.trials && ring->tally.trials >= ring->rig.config.trials;
}

/* The worker must be held, or there must be none. BEGAN: when the worker was asked to hold still. */
static void make(struct bd__supervisor *s, double began)
{
    if (is_ending(s)) {
        bd__pulse_let_go(&s->ring->rig.pulse);
        return;
    }
    bd__journal_rows(s);         /* all rows up to here; a resumed campaign makes the later ones again */
    bd__filing_save(&s->filing); /* a resumed campaign continues the counts in the folders */
    bd__checkpoint_take(s);
    bd__pulse_let_go(&s->ring->rig.pulse);
    bd__checkpoint_write(s);
    double now = now_of(s), least = (now - began) / SHARE;
    s->checkpoint.at = now + (s->dir.state_old ? RETRY : s->checkpoint.period);
    if (s->checkpoint.at < now + least) { s->checkpoint.at = now + least; }
}

void bd__checkpoint_now(struct bd__supervisor *s)
{
    bd__pulse_let_go(&s->ring->rig.pulse); /* the worker that was asked has ended */
    if (is_possible(s)) { make(s, now_of(s)); }
}

void bd__checkpoint_tick(struct bd__supervisor *s)
{
    double now = now_of(s);
    if (now < s->checkpoint.at || !is_possible(s)) {
        bd__pulse_let_go(&s->ring->rig.pulse); /* withdraws a request, be it ours or a stray write */
        return;
    }
    if (bd__pulse_ask(&s->ring->rig.pulse, ASK_PATIENCE)) { make(s, now); }
}

void bd__checkpoint_between(struct bd__supervisor *s)
{
    bd__pulse_let_go(&s->ring->rig.pulse);
    if (now_of(s) >= s->checkpoint.at) { bd__checkpoint_now(s); }
}
