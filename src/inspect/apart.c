#include "inspect/apart.h"

#include <stdatomic.h>

#include "base/rescue.h"
#include "base/rng.h"

enum bd__worker_end bd__apart_work(struct bd__rig *rig, void (*work)(void *user), void *user,
                                   struct bd__outcome *outcome, struct bd__text *output, const struct bd__log *log)
{
    struct bd__worker worker = bd__rig_worker(rig, work, user, log);
    bool blocked_here = bd__worker_block_signals(); /* not in a campaign */
    enum bd__worker_end end = bd__worker_run(&worker, outcome, output);
    if (blocked_here) { bd__worker_restore_signals(); }
    return worker.interrupted ? BD__WORKER_STOPPED : end;
}

/* Work on a rig: the worker's argument. */
struct made {
    const struct bd__making *making;
    struct bd__rig *rig;
    void *job;
};

static void make_in_worker(void *user)
{
    const struct made *made = user;
    bd__rig_seal(made->rig);
    bd__rig_set_up(made->rig);
    made->making->work(made->job);
}

static enum bd_status status_of(enum bd__worker_end end, const struct bd__rig *rig, const struct bd__outcome *outcome,
                                const struct bd__text *output, const struct bd__log *log)
{
    if (end == BD__WORKER_NONE) { return BD_SYSTEM; }
    if (end == BD__WORKER_STOPPED) { return BD_INTERRUPTED; }
    if (end != BD__WORKER_FAILED) { return BD_OK; }
    char what[64];
    bd__outcome_describe(outcome, what, sizeof what);
    if (atomic_load(&rig->pulse.phase) == BD__PHASE_SETUP) {
        bd__error(log, "the target's set-up failed (%s):\n%s", what, bd__text_str(output));
    } else {
        bd__error(log, "the generator failed (%s) at sample %llu:\n%s", what, (unsigned long long)rig->trial.number,
                  bd__text_str(output));
    }
    return BD_SETUP_FAILED;
}

enum bd_status bd__apart_make(const struct bd__making *making, const struct bd_fuzzer *fuzzer,
                              const struct bd_config *config, void *user)
{
    struct bd__log log = {config->log, config->user};
    struct bd_config seeded = *config;
    struct bd__dict_file dict = {0};
    struct bd__rig *rig;
    if (!seeded.seed) { seeded.seed = bd__rng_system_seed(); }
    enum bd_status status = bd__rig_open(&rig, &dict, fuzzer, &seeded, &log);
    if (status != BD_OK) { return status; }
    struct made made = {making, rig, bd__arena_take(rig->arena, making->job_size)};
    struct bd__outcome outcome = {0};
    struct bd__text output = {0};
    making->prepare(made.job, rig, user);
    enum bd__worker_end end = bd__apart_work(rig, make_in_worker, &made, &outcome, &output, &log);
    making->collect(made.job, rig, user);
    status = status_of(end, rig, &outcome, &output, &log);
    bd__text_clear(&output);
    bd__dict_clear(&dict);
    bd__rig_close(rig);
    return status;
}

bool bd__apart(void (*work)(void *user), void *user, const struct bd__log *log)
{
    if (bd__rescue(work, user)) { return true; }
    bd__worker_abandon();
    bd__worker_restore_signals();
    bd__error(
        log,
        "the target wrote into the fuzzer's memory, so the result of its run is lost; AddressSanitizer shows where "
        "it happens");
    return false;
}
