#!/bin/bash
# -t ends a campaign in time, even if the target crashes with every input, so that no worker lives long, and even if
# it hangs.
. "$SOURCE/tests/lib.sh"

# ends CODE COMMAND...: it ends soon, that is, however busy the machine is, long before the hour that --timeout
# allows.
ends() {
    local start=$SECONDS
    exits "$@"
    [[ $((SECONDS - start)) -le 120 ]] || fail "took $((SECONDS - start)) seconds: $*"
}
step "a fast target"
ends 0 "$EXPAT" -q -t 1s -o quick
[[ $(figure quick run_time) -ge 1 ]] || fail "run_time is $(figure quick run_time)"
[[ $(figure quick execs_done) -ge 1 ]] || fail "nothing was done"
step "a target that crashes with every input"
# Without a symbolizer, which on a busy machine takes most of the time for the first failures.
BEDIV_SYMBOLIZER='' MISBEHAVE=abort EVERY=1 ends 77 "$BUILD/tests/fault/misbehave" -q -t 2s --shrink-runs 0 -o crashing
adds_up crashing
filed crashing "$(figure crashing failures)"
step "a target that hangs: the unfinished trial is not a failure"
MISBEHAVE=hang EVERY=1 ends 0 "$BUILD/tests/fault/misbehave" -q -t 1s --timeout 1h -o hanging
adds_up hanging
same failures "$(figure hanging failures)" 0
step "the time is up while a hang is being shrunk: that is an ordinary end, not an interruption"
MISBEHAVE=hang EVERY=1 ends 70 "$BUILD/tests/fault/misbehave" -t 4s --timeout 300ms -o shrinking
says 'Done after'
