#!/bin/bash
# A campaign whose supervisor and worker are killed at random moments, and which is resumed each time, ends like an
# undisturbed one: the same directory byte for byte, except times. With every guide; killed_and_resumed_often.sh has a
# million trials.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/kill.sh"

RANDOM=11
for guide in $GUIDES; do
    step "$guide"
    as_undisturbed 3 "$TREE" --guide "$guide" --seed 7 -n 50k --timeout 1m
done

step "a guide that has learned which sizes to run"
as_undisturbed 3 "$TREE" --guide quickcheck-sized --mean-size 60 --seed 7 -n 50k --timeout 1m

step "every kind of verdict in one run"
as_undisturbed 4 "$BUILD/tests/ring/mixed" --seed 3 -n 1000 --timeout 1500ms --shrink-runs 2 # the clock ends the shrinking of a hang
for key in valid invalid limited crashes timeouts discarded; do
    [[ $(figure killed $key) -gt 0 ]] || fail "no $key in the run: the test shows nothing"
done
