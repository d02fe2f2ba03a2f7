#!/bin/bash
# SIGKILL of workers, at moments of chance, thirty times in a campaign: it goes on to its last trial, every
# trial is counted once, what was found before is still there, and the corpus still covers all that is reported.
. "$SOURCE/tests/lib.sh"

# Kills the worker of a campaign, which is its child; false if there is none at the moment, or a dead one.
kill_worker_of() {
    local worker
    worker=$(children_of "$1" | head -n 1)
    [[ -n $worker ]] && kill -KILL "$worker" 2>/dev/null
}

# campaign OUT COMMAND...
campaign() {
    local out=$1 pid killed=0 status=0
    shift
    RANDOM=7
    "$@" -o "$out" >log 2>&1 </dev/null &
    pid=$!
    sleep 0.3
    for _ in $(seq 400); do
        kill_worker_of $pid && killed=$((killed + 1))
        [[ $killed -lt 30 ]] || break
        sleep "0.0$((RANDOM % 90 + 10))"
    done
    same "workers killed" $killed 30
    kill -TERM $pid
    wait $pid || status=$?
    [[ $status -eq 72 || $status -eq 77 ]] || fail "exit code $status"
    says '^Stopped after'
    adds_up "$out"
    # Some may have been killed twice, before they were missed.
    [[ $(figure "$out" restarts) -ge 25 ]] || fail "only $(figure "$out" restarts) workers were started anew"
    [[ $(figure "$out" corpus_count) -ge 1 ]] || fail "the corpus is lost"
    # In the engine's own code a kill is a kill; in target or generator it is filed, for it may be their doing.
    [[ -z $(cases "$out/failures" | grep -v ',sig:09,') ]] || fail "a failure of another kind"
    while read -r folder; do same "$folder is reproducible" "$(known "$folder" reproducible)" no; done < <(folders "$out")
    filed "$out" "$(figure "$out" failures)"
    awk -f "$SOURCE/tests/ring/hill.awk" "$out/abundances" >recomputed
    sed -n -E 's/^((valid_)?b[012]) *: /\1 /p' "$out/fuzzer_stats" | diff - recomputed ||
        fail "the diversity does not fit the abundances any more"
}
step "expat, mostly killed in the target"
campaign expat "$EXPAT" --seed 1
covers_all "$EXPAT" expat
step "a target that takes no time, mostly killed in the engine"
campaign quick "$BUILD/tests/fault/misbehave" --seed 1
