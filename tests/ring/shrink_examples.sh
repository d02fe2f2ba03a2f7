#!/bin/bash
# The planted bugs of the examples shrink to what docs/shrinking.md shows, from ten starting points each.
. "$SOURCE/tests/lib.sh"

# small PROGRAM SEED: finds the bug, shrinks it, and prints the result.
small() {
    rm -rf out small small.tape
    exits 77 "$BUILD/examples/$1" -q --guide quickcheck --seed "$2" -n 200k --stop-on-failure -o out
    exits 0 "$BUILD/examples/$1" shrink "$(first_case out/failures)" -o small
    cat small
}

for seed in 1 2 3 4 5 6 7 8 9 10; do
    same "calc, seed $seed" "$(small calc $seed)" 'lcm(0,0)'
    tree=$(small tree $seed)
    [[ $tree == '(0 - (3 (1 - (2 - -)) -))' || $tree == '(3 (0 - (2 (1 - -) -)) -)' ]] || fail "tree, seed $seed: $tree"
done
