#!/bin/bash
# builds: unsanitized
# After warm-up a trial allocates nothing: in no guide does the engine call malloc or free between two runs,
# from the 1001st on. (Memory of the arena is taken when the corpus or the set of traces grows: that is no
# allocation of a trial's.)
# Not under sanitizers: a sanitizer brings a malloc of its own.
. "$SOURCE/tests/lib.sh"

counting=$BUILD/tests/ring/counting
for guide in $GUIDES; do
    step "$guide"
    exits 0 "$counting" -q --guide "$guide" --seed 1 -n 100000 -o "out-$guide"
    [[ $(figure "out-$guide" discarded) -gt 100 ]] || fail "no inputs were discarded on the way"
done
step "rows and figures asked for on the way do not change that"
exits 0 "$counting" --seed 1 -t 2s -o timed

step "an allocation between two runs would be seen"
AS_IF_BY_ENGINE=1 exits 77 "$counting" -q --seed 1 -n 2000 -o seen
same failures "$(figure seen failures)" 1
