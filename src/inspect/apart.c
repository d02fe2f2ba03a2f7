#include "inspect/apart.h"

#include "base/rescue.h"

enum bd__worker_end bd__apart_work(struct bd__rig *rig, void (*work)(void *user), void *user,
                                   struct bd__outcome *outcome, struct bd__text *output, const struct bd__log *log)
{
    struct bd__worker worker = bd__rig_worker(rig, work, user, log);
    bd__worker_block_signals();
    enum bd__worker_end end = bd__worker_run(&worker, outcome, output);
    bd__worker_restore_signals();
    return worker.interrupted ? BD__WORKER_STOPPED : end;
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
