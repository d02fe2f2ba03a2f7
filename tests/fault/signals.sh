#!/bin/bash
# Signals that would end the process end the campaign instead, with a summary, exit code 72 and everything saved.
# Ctrl-Z suspends it.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave

# keeps_writing DIR: waits for another row of its figures.
keeps_writing() {
    local dir=$1 rows
    rows=$(wc -l <"$dir/plot_data")
    has_more_rows() { [[ $(wc -l <"$dir/plot_data") -gt $rows ]]; }
    wait_for "more figures in $dir" has_more_rows
}

for signal in INT TERM HUP USR1 USR2 ALRM VTALRM PROF XCPU IO PWR STKFLT; do
    step "SIG$signal to a running campaign"
    ROWS=1 MISBEHAVE=nothing ends_by $signal 72 "runs-$signal" "$misbehave" --seed 1
    [[ $(figure "runs-$signal" execs_done) -gt 0 ]] || fail "it did not run"
done
step "the JSON summary says so, too"
"$EXPAT" --seed 1 --json -q -o json >json_out 2>log &
pid=$! status=0
wait_for "figures" has_rows json
kill -INT $pid
wait $pid || status=$?
same "exit code" $status 72
says '"interrupted": true' json_out

step "SIGHUP or SIGUSR1 that was ignored at the start, as under nohup, does not end it"
(trap '' HUP USR1 && exec "$EXPAT" -q --seed 1 -o nohup) >log 2>&1 </dev/null &
pid=$!
wait_for "figures" has_rows nohup
kill -HUP $pid
kill -USR1 $pid
keeps_writing nohup
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
says '^Stopped after'

step "a target that dies of a signal does so even if the signal was ignored at the start, as in background jobs of scripts"
(trap '' INT && MISBEHAVE=interrupt exits 77 "$misbehave" -q --seed 1 -n 200 --shrink-runs 0 -o ignored)
same "kinds of failure" "$(for folder in $(folders ignored); do known "$folder" kind; done | sort -u)" SIGINT
(trap '' HUP INT QUIT && exec "$EXPAT" -q --seed 1 -o background) >log 2>&1 </dev/null &
pid=$!
wait_for "figures" has_rows background
ignores=$(sed -n 's/^SigIgn:[[:space:]]*//p' "/proc/$(workers_of $pid)/status")
same "SIGHUP, SIGINT and SIGQUIT that the worker ignores" $((16#$ignores & 7)) 0
kill -TERM $pid
wait $pid || true

step "Ctrl-Z suspends it and its worker; that is not a timeout"
set -m # in its own process group, as from a terminal
MISBEHAVE=slow EVERY=1 "$misbehave" --seed 1 --timeout 2s -o suspended >log 2>&1 </dev/null &
pid=$!
set +m
wait_for "figures" has_rows suspended
worker=$(workers_of $pid)
suspended() { [[ $(state_of $pid) == T && $(state_of "$worker") == T ]]; }
goes_on() { [[ $(state_of $pid) != T && $(state_of "$worker") != T ]]; }
kill -TSTP $pid
wait_for "supervisor and worker to stop" suspended
sleep 3 # longer than a run may take
kill -CONT $pid
wait_for "the campaign to go on" goes_on
keeps_writing suspended
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
same failures "$(figure suspended failures)" 0

step "replay and sample stop, too"
echo 1 >input
MISBEHAVE=hang EVERY=1 "$misbehave" replay --timeout 1h input >log 2>&1 &
pid=$!
wait_for "a worker" has_a_worker $pid
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72

step "with many files, they stop altogether, not only the current file"
for ((i = 0; i < 2000; i++)); do echo "(1 - -)" >"tree-$i"; done
mkfifo lines # it cannot run ahead: a pipe cannot hold all of its lines
"$TREE" replay tree-* >lines 2>&1 &
pid=$!
exec 9<lines
read -r _ <&9
kill -TERM $pid
count=$(wc -l <&9)
status=0 && wait $pid || status=$?
same "exit code of replay" $status 72
[[ $count -lt 1999 ]] || fail "it went through all the files first"
