#!/bin/bash
# -t ends a campaign in time: also when the target crashes with every input, so that no worker lives for
# long, and when it hangs.
. "$SOURCE/tests/lib.sh"

# ends CODE COMMAND...: soon, that is, however busy the machine is, long before the hour that --timeout may give it.
ends() {
    local start=$SECONDS
    exits "$@"
    [[ $((SECONDS - start)) -le 120 ]] || fail "took $((SECONDS - start)) seconds: $*"
}
step "a quick target"
ends 0 "$EXPAT" -q -t 1s -o quick
[[ $(figure quick run_time) -ge 1 ]] || fail "run_time is $(figure quick run_time)"
[[ $(figure quick execs_done) -ge 1 ]] || fail "nothing was done"
step "a target that crashes with every input"
MISBEHAVE=abort EVERY=1 ends 77 "$BUILD/tests/fault/misbehave" -q -t 2s --shrink-runs 0 -o crashing
adds_up crashing
filed crashing "$(figure crashing failures)"
[[ $(figure crashing failures) -gt 1 ]] || fail "only $(figure crashing failures) crash"
step "a target that hangs: the trial in flight is not a failure"
MISBEHAVE=hang EVERY=1 ends 0 "$BUILD/tests/fault/misbehave" -q -t 1s --timeout 1h -o hanging
adds_up hanging
same failures "$(figure hanging failures)" 0
step "the time is over while a hang is made smaller: that is its end, not an interruption"
MISBEHAVE=hang EVERY=1 ends 70 "$BUILD/tests/fault/misbehave" -t 4s --timeout 300ms -o shrinking
says 'Done after'
