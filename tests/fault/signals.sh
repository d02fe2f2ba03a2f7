#!/bin/bash
# Signals that would end the process end a campaign instead, with a summary, exit code 72 and everything saved: while it
# runs, while the target hangs, and while it crashes all the time. Ctrl-Z suspends it.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave

# until_true COMMAND...: within a minute.
until_true() {
    local i
    for ((i = 0; i < 1200; i++)); do
        ! "$@" || return 0
        sleep 0.05
    done
    return 1
}
state_of() { sed -n 's/^State:\t\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null || true; }
ended() { [[ -z $(state_of "$1") || $(state_of "$1") == Z ]]; }
has_a_worker() { [[ -n $(workers_of "$1") ]]; }
has_rows() { [[ $(cat "$1/plot_data" 2>/dev/null | wc -l) -gt 1 ]]; }

# ends_by SIGNAL CODE OUT COMMAND...: starts it, and sends the signal when there is a worker. With ROWS=1: when it has done
# something.
ends_by() {
    local signal=$1 expected=$2 out=$3 status=0 pid
    shift 3
    "$@" -o "$out" >log 2>&1 </dev/null &
    pid=$!
    if [[ -n ${ROWS-} ]]; then
        until_true has_rows "$out" || fail "no figures"
    else
        until_true has_a_worker $pid || fail "no worker"
    fi
    kill -s "$signal" $pid
    until_true ended $pid || fail "SIG$signal does not end it"
    wait $pid || status=$?
    same "exit code after SIG$signal" $status "$expected"
    says '^Stopped after [0-9.]+ s: '
    adds_up "$out"
    [[ -s $out/abundances && -s $out/plot_data && -s $out/setup.json ]] || fail "$out is not complete"
    [[ -z $(children_of $pid) ]] || fail "children are left"
}

for signal in INT TERM HUP USR1 USR2 ALRM VTALRM PROF XCPU IO PWR STKFLT; do
    step "SIG$signal to a campaign that runs"
    ROWS=1 MISBEHAVE=nothing ends_by $signal 72 "runs-$signal" "$misbehave" --seed 1
    [[ $(figure "runs-$signal" execs_done) -gt 0 ]] || fail "it did not run"
done
step "while the target hangs, in code of its own and in a system call"
MISBEHAVE=hang EVERY=1 ends_by INT 72 hangs "$misbehave" --timeout 1h
MISBEHAVE=sleep EVERY=1 ends_by TERM 72 sleeps "$misbehave" --timeout 1h
step "while it is stopped, waits for a vfork, is traced by its child, or has stopped its parent"
MISBEHAVE=stop EVERY=1 ends_by INT 72 stops "$misbehave" --timeout 1h
MISBEHAVE=vfork-sleeps EVERY=1 ends_by INT 72 vforks "$misbehave" --timeout 1h
MISBEHAVE=held-by-child EVERY=1 ends_by INT 72 traced "$misbehave" --timeout 1h
MISBEHAVE=stop-parent EVERY=1 ends_by INT 72 parent "$misbehave" --timeout 1h
step "while the generator hangs"
MISBEHAVE=generator-hang EVERY=1 ends_by INT 72 generator "$misbehave" --timeout 1h
step "while the set-up hangs"
MISBEHAVE=setup-hang ends_by INT 72 setup "$misbehave"
step "while every input crashes: what was found says more than how it ended"
ROWS=1 MISBEHAVE=abort EVERY=1 ends_by INT 77 crashes "$misbehave"
filed crashes "$(figure crashes failures)"
step "while the target blocks and ignores all signals itself"
MISBEHAVE=handle-signals EVERY=1 ends_by INT 72 blocks "$misbehave"

step "a summary in JSON says so too"
"$EXPAT" --seed 1 --json -q -o json >json_out 2>log &
pid=$! status=0
until_true has_rows json || fail "no figures"
kill -INT $pid
wait $pid || status=$?
same "exit code" $status 72
says '"interrupted": true' json_out

step "who ignores SIGHUP, as under nohup, or SIGUSR1, goes on"
(trap '' HUP USR1 && exec "$EXPAT" -q --seed 1 -t 3s -o nohup) >log 2>&1 &
pid=$!
until_true has_rows nohup || fail "no figures"
kill -HUP $pid
kill -USR1 $pid
status=0 && wait $pid || status=$?
same "exit code" $status 0
[[ $(figure nohup run_time) -ge 2 ]] || fail "it ended after $(figure nohup run_time) s"
says '^Done after'

step "Ctrl-Z suspends it and its worker; that is no timeout"
set -m # a process group of its own, as from a terminal
MISBEHAVE=slow EVERY=1 "$misbehave" --seed 1 --timeout 300ms -o suspended >log 2>&1 </dev/null &
pid=$!
set +m
until_true has_rows suspended || fail "no figures"
worker=$(workers_of $pid)
suspended() { [[ $(state_of $pid) == T && $(state_of "$worker") == T ]]; }
goes_on() { [[ $(state_of $pid) != T && $(state_of "$worker") != T ]]; }
kill -TSTP $pid
until_true suspended || fail "supervisor $(state_of $pid), worker $(state_of "$worker")"
sleep 1 # more than a run may take
kill -CONT $pid
until_true goes_on || fail "it does not go on"
rows=$(wc -l <suspended/plot_data)
more_rows() { [[ $(wc -l <suspended/plot_data) -gt $rows ]]; }
until_true more_rows || fail "it does not go on"
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
same failures "$(figure suspended failures)" 0

step "replay and sample stop as well"
echo 1 >input
MISBEHAVE=hang EVERY=1 "$misbehave" replay --timeout 1h input >log 2>&1 &
pid=$!
until_true has_a_worker $pid
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72

step "and with many files, not only the one at hand"
for ((i = 0; i < 2000; i++)); do echo "(1 - -)" >"tree-$i"; done
"$TREE" replay tree-* >log 2>&1 &
pid=$!
some_lines() { [[ $(wc -l <log) -gt 2 ]]; }
until_true some_lines
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72
[[ $(wc -l <log) -lt 2000 ]] || fail "it went through all the files first"
