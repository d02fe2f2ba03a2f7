#!/bin/bash
# A worker that dies again and again, in a trial or between two, never makes the campaign run forever, and the log
# reports it.
. "$SOURCE/tests/lib.sh"

AFTER=30 "$BUILD/tests/fault/thread_between_trials" --seed 1 -o out >log 2>&1 </dev/null &
pid=$!
wait_for "word of a death" heard 'died between two trials|saved as'
kill -TERM $pid 2>/dev/null || true # it may have given up
code=0 && wait $pid || code=$?
[[ $code -eq 77 || $code -eq 1 || $code -eq 72 ]] || fail "exit code $code: $(tail -5 log)"
deaths=$(grep -c "died between two trials" log || true)
[[ $((deaths + $(figure out failures))) -gt 0 ]] || fail "nobody was told of the deaths: $(cat log)"
adds_up out
