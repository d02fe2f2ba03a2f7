#!/bin/bash
# bench/mutants: each of its bugs can be found, and the trees without one are correct.
. "$SOURCE/tests/lib.sh"

total=0
for tree in search_tree red_black; do
    program=$BUILD/bench/mutants/$tree
    step "$tree without a bug"
    exits 0 "$program" -q --seed 1 -n 200000 -o "$tree-correct"
    bugs=$(($(sed -n '/^const char \*const map_mutants/,/^};/p' "$SOURCE/bench/mutants/$tree.c" | grep -c '^    "') - 1))
    step "$tree with each of its $bugs bugs"
    for ((bug = 1; bug <= bugs; bug++)); do
        MUTANT=$bug exits 77 "$program" -q --guide zest --seed 1 -n 300000 --stop-on-failure -o "$tree-$bug"
        filed "$tree-$bug" 1
    done
    total=$((total + bugs))
    exits 1 env MUTANT=$((bugs + 1)) "$program" -q -n 10 -o "$tree-unknown"
done
[[ $total -ge 20 ]] || fail "only $total bugs"
