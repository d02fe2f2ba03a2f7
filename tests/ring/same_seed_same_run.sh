#!/bin/bash
# The same program, guide, seed and number of trials give the same run directory, byte for byte, but for
# times. With both subjects, every guide, and targets that crash, hang and discard on the way.
. "$SOURCE/tests/lib.sh"

# What may differ: moments, durations, speeds, the process, and the memory it was seen to use.
TIMES="start_time last_update run_time fuzzer_pid execs_per_sec execs_ps_last_min last_find last_crash peak_rss_mb"
COLUMNS="relative_time execs_per_sec"

forget_times() {
    local dir=$1 key
    for key in $TIMES; do sed -i "s/^\($key *:\).*/\1 -/" "$dir/fuzzer_stats"; done
    sed -i 's/"start_time": [0-9]*/"start_time": -/' "$dir/setup.json"
    find "$dir/failures" -name failure.json -exec sed -i 's/^\(  "[a-z]*_seconds":\).*/\1 -/' {} +
    awk -F', ' -v OFS=', ' -v columns="$COLUMNS" '
        NR == 1 { sub(/^# /, ""); n = split(columns, name, " ")
                  for (i = 1; i <= NF; i++) for (j = 1; j <= n; j++) if ($i == name[j]) gone[i]
                  if (length(gone) != n) { print "columns are missing" > "/dev/stderr"; exit 1 } }
        NR > 1 { for (i in gone) $i = "-" } { print }' "$dir/plot_data" >plot && mv plot "$dir/plot_data"
}

# twice EXIT-CODE PROGRAM ARGUMENT...: two runs at a time, so that each disturbs the other's timing.
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
    twice 77 "$TREE" --guide "$guide" --seed 7 -n 20000
    [[ $(count_cases first/run/failures) -gt 0 && $(count_cases first/run/corpus) -gt 0 ]] || fail "nothing to compare"
    twice 0 "$EXPAT" --guide "$guide" --seed 7 -n 5000
    [[ $(wc -l <first/run/plot_data) -eq 201 ]] || fail "plot_data should have 200 rows"
done

step "every kind of verdict in one run"
twice 77 "$BUILD/tests/ring/mixed" --seed 3 -n 1500 --timeout 100ms
for key in valid invalid crashes timeouts discarded; do
    [[ $(figure first/run $key) -gt 0 ]] || fail "no $key in the run: the test shows nothing"
done

step "another seed gives another run"
mkdir third && (cd third && "$EXPAT" --seed 8 -n 5000 -o run) >log 2>&1
mkdir fourth && (cd fourth && "$EXPAT" --seed 7 -n 5000 -o run) >log 2>&1
! diff -r third/run/corpus fourth/run/corpus >/dev/null || fail "seeds 7 and 8 give the same corpus"
