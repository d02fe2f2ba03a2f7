#!/bin/bash
# A puzzle can be read at a glance: it has at most 30 lines, and says what is expected of it.
. "$SOURCE/tests/lib.sh"

for puzzle in "$SOURCE"/tests/puzzles/*.c; do
    lines=$(wc -l <"$puzzle")
    [[ $lines -le 30 ]] || fail "$puzzle has $lines lines"
    says '^ \* EXPECT: ' "$puzzle"
done
