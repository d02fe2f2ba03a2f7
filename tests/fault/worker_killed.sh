#!/bin/bash
# SIGKILL of workers, at random moments, thirty times per campaign: it continues to its last trial, every trial is
# counted once, everything found before is still there, and the corpus still covers what is reported.
. "$SOURCE/tests/lib.sh"

# Kills the worker of a campaign, and waits for its death; false if there is no worker at the moment, or a dead one.
kill_worker_of() {
    local worker
    worker=$(workers_of "$1" | head -n 1)
    [[ -n $worker ]] && kill -KILL "$worker" 2>/dev/null && wait_for "the death of $worker" gone "$worker"
}

has_found() { [[ -n $(find "$1/corpus" -name '*.tape' 2>/dev/null) ]]; }

# campaign OUT COMMAND...
campaign() {
    local out=$1 pid killed status=0
    shift
    RANDOM=7
    "$@" -o "$out" >log 2>&1 </dev/null &
    pid=$!
    wait_for "a corpus" has_found "$out"
    for ((killed = 0; killed < 30; killed++)); do
        wait_for "a worker to kill" kill_worker_of $pid
        sleep "0.0$((RANDOM % 90 + 10))" # a random moment
    done
    kill -TERM $pid
    wait $pid || status=$?
    [[ $status -eq 72 || $status -eq 77 ]] || fail "exit code $status"
    says '^Stopped after'
    adds_up "$out"
    # Some of these workers may belong to the verification of a failure, and not to the campaign.
    [[ $(figure "$out" restarts) -ge 25 ]] || fail "only $(figure "$out" restarts) workers were started anew"
    [[ $(figure "$out" corpus_count) -ge 1 ]] || fail "the corpus is lost"
    # In the engine's own code a kill is just a kill; in target or generator it is filed, because it may be their
    # fault.
    [[ -z $(cases "$out/failures" | grep -v ',sig:09,') ]] || fail "a failure of another kind"
    filed "$out" "$(figure "$out" failures)"
    awk -f "$SOURCE/tests/ring/hill.awk" "$out/abundances" >recomputed
    sed -n -E 's/^((valid_)?b[012]) *: /\1 /p' "$out/fuzzer_stats" | diff - recomputed ||
        fail "the diversity does not fit the abundances any more"
}
step "in the target, once: filed, and not reproducible"
MARK=$PWD/mark ONCE=1 MISBEHAVE=sleep "$BUILD/tests/fault/misbehave" --seed 1 -n 1000 --timeout 1h -o once >log 2>&1 </dev/null &
pid=$!
wait_for "a run that does not end" there_is mark
kill_worker_of $pid || fail "there is no worker"
status=0 && wait $pid || status=$?
same "exit code" $status 77
same trials "$(figure once execs_done)" 1000
filed once 1
same reproducible "$(known "$(folders once)" reproducible)" no

step "expat, mostly killed in the target"
campaign expat "$EXPAT" --seed 1
covers_all "$EXPAT" expat
step "a target that takes no time, mostly killed in the engine"
campaign quick "$BUILD/tests/fault/misbehave" --seed 1
