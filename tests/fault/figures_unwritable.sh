#!/bin/bash
# If rows of plot_data, the last fuzzer_stats or the last checkpoint cannot be written, they are not kept in memory.
# The campaign reports that they are missing, and so does the exit code.
. "$SOURCE/tests/lib.sh"

# displace FILE: puts a directory in its place; false if it was written again in between.
displace() { rm -f "$1" && mkdir -p "$1/taken" 2>/dev/null; }
# without FILE: a campaign during which a directory replaces FILE.
without() {
    local pid status=0
    step "$1"
    "$EXPAT" --seed 1 -o run >log 2>&1 </dev/null &
    pid=$!
    wait_for "run/$1" there_is "run/$1"
    wait_for "a directory in its place" displace "run/$1"
    kill -TERM $pid
    wait $pid || status=$?
    says "error: cannot write run/$1"
    same "exit code without $1" $status 74
    rm -r run
}
without plot_data
without fuzzer_stats
without state
