#!/bin/bash
# Targets that treat their process badly: they close its files, change its directory, fork, catch signals, set alarms,
# write gigabytes. The campaign ends as it would have otherwise, and its figures add up.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave
MISBEHAVE=nothing exits 0 "$misbehave" -q --seed 1 -n 2000 -o good

# survives WAY [TRIALS]: every trial is counted, none is blamed, and the findings are those of a well-behaved target.
survives() {
    local way=$1 out=out-$1
    step "$way"
    MISBEHAVE=$way exits 0 "$misbehave" -q --seed 1 -n "${2-2000}" -o "$out"
    same trials "$(figure "$out" execs_done)" "${2-2000}"
    adds_up "$out"
    same failures "$(figure "$out" failures)" 0
}
for way in close chdir fork come-back-twice handle-signals; do
    survives $way
    for key in valid invalid traces corpus_count; do
        same "$key, compared with the well-behaved" "$(figure "out-$way" $key)" "$(figure good $key)"
    done
    silent_about warning
done

step "an alarm goes off now and then, wherever the worker is"
MISBEHAVE=alarm "$misbehave" -q --seed 1 -n 300000 -o alarm >log 2>&1 || same "exit code" $? 77
same trials "$(figure alarm execs_done)" 300000
adds_up alarm
[[ -z $(cases alarm/failures | grep -v ',sig:14,') ]] || fail "not all are the alarm's"
filed alarm "$(figure alarm failures)"

step "child processes that the target leaves end with the worker"
MISBEHAVE=leave-children exits 0 "$misbehave" -q --seed 1 -n 500 -o children
none_left() {
    local p
    for p in /proc/[0-9]*; do
        [[ $(readlink "$p/exe" 2>/dev/null) != "$misbehave" || $(readlink "$p/cwd") != "$PWD" ]] || return 1
    done
}
wait_for "the end of all that the target started" none_left

step "orphans that end are reaped while the worker is alive"
MISBEHAVE=orphans EVERY=1 "$misbehave" -q --seed 1 -n 150 --timeout 60s -o orphans >log 2>&1 </dev/null & # twenty per run
pid=$! most=0
while kill -0 $pid 2>/dev/null; do
    now=$({ cat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v of="$(children_of $pid)" '
        BEGIN { split(of, list); for (i in list) warden[list[i]] }
        { sub(/^.*\) /, ""); if ($1 == "Z" && $2 in warden) n++ } END { print n + 0 }')
    ((now < most)) || most=$now
done
status=0 && wait $pid || status=$?
same "exit code" $status 0
[[ $most -lt 1000 ]] || fail "$most zombies"

step "gigabytes to stdout and stderr"
MISBEHAVE=talk EVERY=1 "$misbehave" --seed 1 -n 200 -o talk >log 2>&1 & # 200 × 32 MB
pid=$! most=0
while kill -0 $pid 2>/dev/null; do
    now=$(find "/proc/$pid/fd" -lname '*bediv-stderr*' -exec stat -Lc %s {} + 2>/dev/null | sort -n | tail -n 1 || true)
    ((${now:-0} < most)) || most=${now:-0}
    sleep 0.05
done
status=0 && wait $pid || status=$?
same "exit code" $status 0
adds_up talk
[[ $(wc -c <log) -lt 10000 ]] || fail "what the target wrote came through: $(wc -c <log) bytes"
[[ $most -gt 0 && $most -lt 1500000000 ]] || fail "stderr took $most bytes of memory"

step "unless the output is asked for"
MISBEHAVE=talk EVERY=1 "$misbehave" --seed 1 -n 2 --show-output -o shown 2>&1 | wc -c >size || true
[[ $(cat size) -gt 60000000 ]] || fail "--show-output let only $(cat size) bytes through"
