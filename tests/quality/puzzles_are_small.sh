#!/bin/bash
# A puzzle is read at a glance: 30 lines at most, and it says what is expected of it.
. "$SOURCE/tests/lib.sh"

for puzzle in "$SOURCE"/tests/puzzles/*.c; do
    lines=$(wc -l <"$puzzle")
    [[ $lines -le 30 ]] || fail "$puzzle has $lines lines"
    says '^ \* EXPECT: ' "$puzzle"
done
