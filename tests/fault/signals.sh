#!/bin/bash
# SIGINT, SIGTERM and SIGHUP end a campaign within two seconds, with a summary, exit code 72 and everything
# saved: while it runs, while the target hangs, and while it crashes all the time.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave

# ends_by SIGNAL AFTER CODE OUT COMMAND...: starts it, sends the signal after so many seconds.
ends_by() {
    local signal=$1 after=$2 expected=$3 out=$4 status=0 pid start took
    shift 4
    "$@" -o "$out" >log 2>&1 </dev/null &
    pid=$!
    sleep "$after"
    start=$EPOCHREALTIME
    kill -s "$signal" $pid
    wait $pid || status=$?
    took=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
    same "exit code after SIG$signal" $status "$expected"
    awk -v t="$took" 'BEGIN { exit !(t <= 2) }' || fail "took $took s to end after SIG$signal"
    says '^Stopped after [0-9.]+ s: '
    adds_up "$out"
    [[ -s $out/abundances && -s $out/plot_data && -s $out/setup.json ]] || fail "$out is not complete"
    [[ -z $(children_of $pid) ]] || fail "children are left"
}

for signal in INT TERM HUP; do
    step "SIG$signal to a campaign that runs"
    ends_by $signal 0.6 72 "runs-$signal" "$EXPAT" --seed 1
    [[ $(figure "runs-$signal" execs_done) -gt 100 ]] || fail "it did not run"
done
step "while the target hangs, in code of its own and in a system call"
MISBEHAVE=hang EVERY=1 ends_by INT 0.5 72 hangs "$misbehave" --timeout 1h
MISBEHAVE=sleep EVERY=1 ends_by TERM 0.5 72 sleeps "$misbehave" --timeout 1h
step "while the generator hangs"
MISBEHAVE=generator-hang EVERY=1 ends_by INT 0.5 72 generator "$misbehave" --timeout 1h
step "while the set-up hangs"
MISBEHAVE=setup-hang ends_by INT 0.5 72 setup "$misbehave"
step "while every input crashes: what was found says more than how it ended"
MISBEHAVE=abort EVERY=1 ends_by INT 0.5 77 crashes "$misbehave"
filed crashes "$(figure crashes failures)"
step "while the target blocks and ignores all signals itself"
MISBEHAVE=handle-signals EVERY=1 ends_by INT 0.5 72 blocks "$misbehave"

step "a summary in JSON says so too"
ends_by_json() {
    "$EXPAT" --seed 1 --json -q -o json >json_out 2>log &
    local pid=$! status=0
    sleep 0.5 && kill -INT $pid
    wait $pid || status=$?
    same "exit code" $status 72
    says '"interrupted": true' json_out
}
ends_by_json

step "who ignores SIGHUP, as under nohup, goes on"
(trap '' HUP && exec "$EXPAT" -q --seed 1 -t 2s -o nohup) >log 2>&1 &
pid=$!
sleep 0.5
kill -HUP $pid
status=0 && wait $pid || status=$?
same "exit code" $status 0
[[ $(figure nohup run_time) -ge 2 ]] || fail "it ended after $(figure nohup run_time) s"
says '^Done after'

step "replay and sample stop as well"
echo 1 >input
MISBEHAVE=hang EVERY=1 "$misbehave" replay --timeout 1h input >log 2>&1 &
pid=$!
sleep 0.3 && kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72

step "and with many files, not only the one at hand"
for ((i = 0; i < 2000; i++)); do echo "(1 - -)" >"tree-$i"; done
"$TREE" replay tree-* >log 2>&1 &
pid=$!
sleep 0.5 && kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72
[[ $(wc -l <log) -lt 2000 ]] || fail "it went through all the files first"
