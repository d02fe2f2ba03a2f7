#!/bin/bash
# builds: unsanitized
# After warm-up, a trial allocates nothing: with no guide does the engine call malloc or free between two runs, from
# the 1001st on. (The arena takes memory when the corpus or the set of traces grows: that is not an allocation per
# trial.) Not under sanitizers, which bring their own malloc.
. "$SOURCE/tests/lib.sh"

counting=$BUILD/tests/ring/counting
for guide in $GUIDES; do
    step "$guide"
    exits 0 "$counting" -q --guide "$guide" --seed 1 -n 100000 -o "out-$guide"
    [[ $(figure "out-$guide" discarded) -gt 100 ]] || fail "no inputs were discarded on the way"
done
step "rows and figures written on the way do not change that"
exits 0 "$counting" --seed 1 -t 2s -o timed

step "an allocation between two runs would be noticed"
AS_IF_BY_ENGINE=1 exits 77 "$counting" -q --seed 1 -n 2000 -o seen
same failures "$(figure seen failures)" 1
