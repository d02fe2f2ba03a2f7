#!/bin/bash
# -t ends a campaign in time: also when the target crashes with every input, so that no worker lives for
# long, and when it hangs.
. "$SOURCE/tests/lib.sh"

# within SECONDS CODE COMMAND...
within() {
    local limit=$1 start=$EPOCHREALTIME
    shift
    exits "$@"
    awk -v a="$start" -v b="$EPOCHREALTIME" -v l="$limit" 'BEGIN { exit !(b - a <= l) }' ||
        fail "took $(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }') seconds, not $limit: $*"
}
step "a quick target"
within 2.5 0 "$EXPAT" -q -t 1s -o quick
[[ $(figure quick run_time) -eq 1 ]] || fail "run_time is $(figure quick run_time)"
step "a target that crashes with every input"
MISBEHAVE=abort EVERY=1 within 2.5 77 "$BUILD/tests/fault/misbehave" -q -t 1s --keep-failures 20 -o crashing
adds_up crashing
filed crashing 20
[[ $(figure crashing failures) -gt 100 ]] || fail "only $(figure crashing failures) crashes in a second"
step "a target that hangs: the trial in flight is not a failure"
MISBEHAVE=hang EVERY=1 within 3.5 0 "$BUILD/tests/fault/misbehave" -q -t 1s --timeout 1h -o hanging
adds_up hanging
same failures "$(figure hanging failures)" 0
step "the time is over while a hang is made smaller: that is its end, not an interruption"
MISBEHAVE=hang EVERY=1 within 4.5 70 "$BUILD/tests/fault/misbehave" -t 2s --timeout 300ms -o shrinking
says 'Done after'
