#!/bin/bash
# builds: unsanitized
# What the strategies are good for, on real software: of 40,000 documents for expat, the bediv guides make more valid
# ones than chance and Zest, and more distinct valid traces. And bediv-structure, the default, tests the branches more
# evenly than both: valid B(1) and B(2) are higher. Not under sanitizers: too slow, and the figures are the same.
. "$SOURCE/tests/lib.sh"

SEEDS="1 2"
for seed in $SEEDS; do
    for guide in quickcheck zest bediv-simple bediv-structure; do exits 0 "$EXPAT" -q --guide "$guide" --seed "$seed" -n 40000 -o "$guide-$seed"; done
done
# more KEY A B: guide A has a larger KEY than guide B, from every seed.
more() {
    for seed in $SEEDS; do
        echo "   $1, seed $seed: $2 $(figure "$2-$seed" "$1"), $3 $(figure "$3-$seed" "$1")"
        awk -v a="$(figure "$2-$seed" "$1")" -v b="$(figure "$3-$seed" "$1")" 'BEGIN { exit !(a > b) }' ||
            fail "$2 has no more $1 than $3"
    done
}
for bediv in bediv-simple bediv-structure; do
    for other in quickcheck zest; do
        step "$bediv against $other: validity, behaviours"
        more valid $bediv $other
        more valid_traces $bediv $other
    done
done
for other in quickcheck zest; do
    step "bediv-structure against $other: how evenly"
    more valid_b1 bediv-structure $other
    more valid_b2 bediv-structure $other
done
