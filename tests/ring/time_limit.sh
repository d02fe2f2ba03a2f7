#!/bin/bash
# -t ends a campaign in time, even if the target crashes with every input, so that no worker lives long, and even if
# it hangs.
. "$SOURCE/tests/lib.sh"

# ends CODE PROGRAM FLAG... DIR: with -t, it ends soon, that is, however busy the machine is, long before the hour that
# --timeout allows. A busy machine may not even start a worker within a second, so the limit is raised until DONE says
# that something was done in DIR.
ends() {
    local code=$1 dir=${*: -1} seconds start
    shift
    set -- "${@:1:$#-1}"
    for seconds in 1 4 16 64; do
        start=$SECONDS status=0
        "$@" -t ${seconds}s -o "$dir" >log 2>&1 </dev/null || status=$?
        [[ $((SECONDS - start)) -le $((seconds + 120)) ]] || fail "took $((SECONDS - start)) seconds: $*"
        ! $DONE "$dir" || break
        rm -r "$dir"
    done
    same "exit code" $status "$code"
}
has_run() { [[ $(figure "$1" execs_done) -ge 1 ]]; }
has_failed() { [[ $status -ne 0 ]]; }

step "a fast target"
DONE=has_run ends 0 "$EXPAT" -q quick
[[ $(figure quick run_time) -ge 1 ]] || fail "run_time is $(figure quick run_time)"
step "a target that crashes with every input"
# Without a symbolizer, which on a busy machine takes most of the time for the first failures.
BEDIV_SYMBOLIZER='' MISBEHAVE=abort EVERY=1 DONE=has_failed \
    ends 77 "$BUILD/tests/fault/misbehave" -q --shrink-runs 0 crashing
adds_up crashing
filed crashing "$(figure crashing failures)"
step "a target that hangs: the unfinished trial is not a failure"
MISBEHAVE=hang EVERY=1 DONE=true ends 0 "$BUILD/tests/fault/misbehave" -q --timeout 1h hanging
adds_up hanging
same failures "$(figure hanging failures)" 0
step "the time is up while a hang is being shrunk: that is an ordinary end, not an interruption"
MISBEHAVE=hang EVERY=1 DONE=has_failed ends 70 "$BUILD/tests/fault/misbehave" --timeout 300ms shrinking
says 'Done after'
