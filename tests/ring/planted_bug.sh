#!/bin/bash
# Every guide finds the planted bug of the tree within 200,000 trials, from each of five seeds, and the tape shows it
# again. With the bug fixed, the same campaigns find nothing.
. "$SOURCE/tests/lib.sh"

build mended "$SOURCE/examples/tree/tree.c" -DTREE_FIXED
for guide in $GUIDES; do
    step "$guide"
    for seed in 1 2 3 4 5; do
        out=$guide-$seed
        exits 77 "$TREE" -q --guide "$guide" --seed $seed -n 200k --stop-on-failure -o $out
        filed $out 1
        adds_up $out
        case=$(cases $out/failures)
        [[ $case == *,sig:06,* && $case != *,generator,* ]] || fail "not the planted bug: $case"
        exits 77 "$TREE" replay "$case.tape"
        says 'FAILURE: SIGABRT'
        exits 0 ./mended replay "$case.tape"
        says ': valid,'
    done
    exits 0 ./mended -q --guide "$guide" --seed 1 -n 200k -o "$guide-mended"
done
