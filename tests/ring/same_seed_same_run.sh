#!/bin/bash
# The same program, guide, seed and number of trials give the same run directory, byte for byte, except times. With
# both subjects, every guide, and targets that crash, hang and discard on the way.
. "$SOURCE/tests/lib.sh"

# twice EXIT-CODE PROGRAM ARGUMENT...: two runs at the same time, so that each disturbs the other's timing.
twice() {
    local expected=$1 status
    shift
    rm -rf first second && mkdir first second
    (cd first && exec "$@" -o run >output 2>&1) &
    local one=$!
    (cd second && exec "$@" -o run >output 2>&1) || true
    status=0 && wait $one || status=$?
    cp first/output log
    same "exit code of $*" $status "$expected"
    forget_times first/run && forget_times second/run
    rm first/output second/output
    diff -r first second >difference || { head -n 20 difference; fail "two runs differ: $*"; }
    adds_up first/run
}

for guide in $GUIDES; do
    step "$guide"
    twice 77 "$TREE" --guide "$guide" --seed 7 -n 10000
    [[ $(count_cases first/run/failures) -gt 0 && $(count_cases first/run/corpus) -gt 0 ]] || fail "nothing to compare"
    twice 0 "$EXPAT" --guide "$guide" --seed 7 -n 3000
    [[ $(wc -l <first/run/plot_data) -eq 201 ]] || fail "plot_data should have 200 rows"
done

step "every kind of verdict in one run"
twice 77 "$BUILD/tests/ring/mixed" --seed 3 -n 1500 --timeout 1500ms --shrink-runs 2 # the clock ends the shrinking of a hang
for key in valid invalid limited crashes timeouts discarded; do
    [[ $(figure first/run $key) -gt 0 ]] || fail "no $key in the run: the test shows nothing"
done

step "another seed gives another run"
mkdir third && (cd third && "$EXPAT" --seed 8 -n 5000 -o run) >log 2>&1
mkdir fourth && (cd fourth && "$EXPAT" --seed 7 -n 5000 -o run) >log 2>&1
! diff -r third/run/corpus fourth/run/corpus >/dev/null || fail "seeds 7 and 8 give the same corpus"
