#!/bin/bash
# A worker that has to wait for a processor, because the machine is busy with other work, is not blamed for that: its
# target takes 10 ms of CPU time per run, gets 1 % of a processor, and has a time limit of 300 ms.
. "$SOURCE/tests/lib.sh"

misbehave=$BUILD/tests/fault/misbehave
cpu=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
cleanup() { kill "${hog-}" 2>/dev/null || true; }

step "the worker starves"
taskset -c "$cpu" setpriv --pdeathsig KILL sh -c 'while :; do :; done' &
hog=$!
MISBEHAVE=work EVERY=1 "$misbehave" --seed 1 --timeout 300ms --shrink-runs 0 -o out >log 2>&1 </dev/null &
pid=$!
wait_for "the first trials" reached out execs_done 1
worker=$(workers_of $pid | head -n 1)
taskset -cp "$cpu" "$worker" >/dev/null
renice -n 19 -p "$worker" >/dev/null
before=$(figure out execs_done)
wait_for "more trials" reached out execs_done $((before + 3))
same "its worker" "$(workers_of $pid | head -n 1)" "$worker"
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
same timeouts "$(figure out saved_hangs)" 0
adds_up out

step "but one that hangs meanwhile is"
MISBEHAVE=hang EVERY=1 exits 70 taskset -c "$cpu" "$misbehave" -q --seed 1 -n 1 --timeout 300ms --shrink-runs 0 -o hangs
MISBEHAVE=sleep EVERY=1 exits 70 taskset -c "$cpu" "$misbehave" -q --seed 1 -n 1 --timeout 300ms --shrink-runs 0 -o sleeps
