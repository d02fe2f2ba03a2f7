#!/bin/bash
# Rows of plot_data and the last fuzzer_stats are not kept in memory when they cannot be written: that they
# are missing is told, and the exit code says so.
. "$SOURCE/tests/lib.sh"

# without FILE: a campaign during which a directory takes the place of FILE.
without() {
    local pid status=0
    step "$1"
    "$EXPAT" --seed 1 -t 2s -o run >log 2>&1 &
    pid=$!
    for _ in $(seq 100); do
        [[ ! -e run/$1 ]] || break
        sleep 0.02
    done
    rm -f "run/$1" && mkdir -p "run/$1/taken"
    wait $pid || status=$?
    says "error: cannot write run/$1"
    same "exit code without $1" $status 74
    rm -r run
}
without plot_data
without fuzzer_stats
