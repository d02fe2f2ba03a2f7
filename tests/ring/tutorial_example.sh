#!/bin/bash
# Every guide finds the bug of the tutorial's calculator, and it replays from its tape.
. "$SOURCE/tests/lib.sh"
for guide in $GUIDES; do
    code=0
    "$BUILD/examples/calc" --stop-on-failure -n 2M --guide "$guide" --seed 1 -o "$guide" --quiet || code=$?
    [ "$code" = 77 ] || { echo "$guide: exit code $code, not 77"; exit 1; }
    code=0
    "$BUILD/examples/calc" replay "$guide"/failures/* >out || code=$?
    [ "$code" = 77 ] && grep -Eq "SIGFPE|sanitizer report" out || { echo "$guide: the tape does not replay:"; cat out; exit 1; }
done
