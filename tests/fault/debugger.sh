#!/bin/bash
# While a debugger holds the worker, its time does not count, and the supervisor does not wait: it writes its figures,
# and Ctrl-C and -t end it, even if the debugger still holds the dead worker.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave
debugger=$BUILD/tests/fault/debugger

says_now() { grep -qE "$1" log; }
rows() { awk 'END { print NR }' "$out/plot_data" 2>/dev/null || echo 0; }
more_rows_than() { [[ $(rows) -gt $1 ]]; }
ticked() { more_rows_than "$1" || ended $pid; }

# start OUT FLAG...: starts a campaign whose runs take a while, so that a worker is mostly in its target.
start() {
    out=$1
    shift
    rm -f hold
    MISBEHAVE=slow EVERY=1 "$misbehave" --seed 1 --timeout 2s -o "$out" "$@" >log 2>&1 </dev/null &
    pid=$!
    wait_for "the campaign to run" more_rows_than 1
}
# hold: holds the worker while it is in the target, for longer than the time limit: a row of figures is written every
# second. let_go: releases whatever is held.
hold() {
    local i
    for ((i = 0; i < 100; i++)); do
        ! ended $pid || return 1
        [[ -p hold ]] || mkfifo hold
        "$debugger" "$(workers_of $pid | head -n 1)" <hold >held 2>/dev/null &
        holder=$!
        exec 9>hold
        wait_for "the debugger" test -s held -o ! -e "/proc/$holder"
        local before
        before=$(rows)
        wait_for "figures while a debugger holds the worker" ticked $((before + 3))
        ! says_now "a debugger \(pid $holder\) holds the worker; time limits are suspended" || return 0
        let_go # it was between two runs
    done
    fail "no worker was held in the target"
}
let_go() {
    exec 9>&-
    wait $holder || true
}
# ends CODE
ends() {
    local status=0
    wait_for "its end while a debugger holds its worker" ended $pid
    kill -0 $holder || fail "the debugger is gone: this shows nothing"
    wait $pid || status=$?
    same "exit code" $status "$1"
    says '^(Stopped|Done) after'
    same failures "$(figure "$out" failures)" 0
    adds_up "$out"
    let_go
}

step "the time does not count"
start counts
hold
let_go
said=$(grep -c 'time limits are suspended' log)
trials=$(figure counts execs_done)
more_trials() { [[ $(figure counts execs_done) -gt $((trials + 10)) ]]; }
wait_for "the campaign to go on" more_trials
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
same failures "$(figure counts failures)" 0
same "a debugger is reported" "$said" 1

step "Ctrl-C"
start interrupted
hold
kill -INT $pid
ends 72

step "-t"
for seconds in 8 30 120; do # on a busy machine it may end before it is held
    start timed-$seconds -t ${seconds}s
    hold && kill -0 $pid && break || wait $pid || true
done
ends 0
