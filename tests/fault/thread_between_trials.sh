#!/bin/bash
# A worker that dies again and again, whether in a trial or between two, never makes the campaign run for ever,
# and whatever is said of it is said aloud.
. "$SOURCE/tests/lib.sh"

code=0
AFTER=30 timeout 60 "$BUILD/tests/fault/thread_between_trials" -t 3s --seed 1 -o out >log 2>&1 || code=$?
[[ $code -eq 77 || $code -eq 1 || $code -eq 0 ]] || fail "exit code $code: $(tail -5 log)"
deaths=$(grep -c "died between two trials" log || true)
[[ $((deaths + $(figure out failures))) -gt 0 ]] || fail "nobody was told of the deaths: $(cat log)"
adds_up out
