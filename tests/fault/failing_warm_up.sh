#!/bin/bash
# Failures in a worker's warm-up count like others: the folders account for each failure that the figures report.
. "$SOURCE/tests/lib.sh"

warm_up=$BUILD/tests/fault/warm_up
exits 77 "$warm_up" -q --seed 1 -n 200 --guide quickcheck --shrink-runs 0 -o out
adds_up out
[[ $(figure out failures) -ge 20 ]] || fail "only $(figure out failures) failures"
same "distinct failures" "$(distinct out)" 1
filed out "$(figure out failures)"
