#!/bin/bash
# RLCheck makes more distinct valid trees than QuickCheck, as its paper claims: 100,000 trials, seeds 1 to 5.
. "$SOURCE/tests/lib.sh"

# distinct GUIDE SEED: the number of distinct valid trees
distinct() {
    exits 0 env TREES="$PWD/$1-$2" "$BUILD/tests/ring/distinct_trees" -q --guide "$1" --seed "$2" -n 100000 -o "out-$1-$2"
    sort -u "$1-$2" | wc -l
}

for seed in 1 2 3 4 5; do
    random=$(distinct quickcheck $seed)
    learned=$(distinct rlcheck $seed)
    echo "seed $seed: quickcheck $random, rlcheck $learned distinct valid trees"
    [[ $random -gt 100 ]] || fail "quickcheck made only $random trees"
    [[ $learned -gt $random ]] || fail "seed $seed: rlcheck made $learned distinct valid trees, quickcheck $random"
done
