#!/bin/bash
# duration: long
# A campaign of a million trials, killed ten times and resumed, has the same directory as an undisturbed one, byte for
# byte, except times. With every guide, and on a subject.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/kill.sh"

RANDOM=13
for guide in $GUIDES; do
    step "$guide"
    as_undisturbed 10 "$TREE" --guide "$guide" --seed 5 -n 1M --timeout 1m
done
[[ -x $EXPAT ]] || fail "expat is not built"
step "expat"
as_undisturbed 10 "$EXPAT" --seed 5 -n 1M --timeout 1m
