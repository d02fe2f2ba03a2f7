#!/bin/bash
# A program without coverage is refused with a remedy; quickcheck can run it if asked.
. "$SOURCE/tests/lib.sh"

# shellcheck disable=SC2046,SC2086
"$CC" -O1 $SANITIZE -I"$SOURCE/include" "$SOURCE/examples/tree/tree.c" -o plain $LINK
for guide in $GUIDES; do
    exits 1 ./plain --guide "$guide" -n 1000 -o "out-$guide"
    says 'error: no coverage instrumentation is linked in: build the software under test with bediv cc'
    says '-fsanitize-coverage=inline-8bit-counters,pc-table'
done

step "without coverage, only with quickcheck"
exits 2 ./plain --without-coverage -n 1000 -o refused
says "guide 'bediv-structure' needs coverage"
[[ ! -e refused ]] || fail "a refused campaign left a directory"
exits 77 ./plain -q --without-coverage --guide quickcheck --seed 1 -n 50000 -o blind
same traces "$(figure blind edges_found)" 0
adds_up blind
exits 77 ./plain replay "$(cases blind/failures | head -n 1).tape"
exits 0 ./plain sample -n 1
