#!/bin/bash
# A failure that depends on earlier inputs is filed with these inputs, as few as it needs, and its folder shows it
# again. One that happens once and never again is filed as not reproducible.
. "$SOURCE/tests/lib.sh"
target=$BUILD/tests/ring/needs_earlier

step "needs earlier inputs"
for seed in 1 2 3; do
    exits 77 "$target" --timeout 20s --seed $seed -n 3000 -o "out-$seed"
    says "SIGABRT in strike at needs_earlier.c:[0-9]+ \(needs earlier inputs\), saved as out-$seed/failures/SIGABRT-in-strike-"
    filed "out-$seed" "$(figure "out-$seed" failures)"
    same "distinct failures" "$(distinct "out-$seed")" 1
    folder=$(folders "out-$seed")
    same reproducible "$(known "$folder" reproducible)" "needs earlier inputs"
    same "how many earlier inputs" "$(known "$folder" earlier)" 1
    same "the one it takes" "$(grep -c 'v letter 10 of 25' "$folder/earlier/000000.tape")" 1
    exits 77 "$target" replay "$folder"
    says "SIGABRT in strike at needs_earlier.c"
    exits 0 "$target" replay "$folder/input"
    exits 77 "$target" failures "out-$seed"
    says "^SIGABRT in strike at .* needs earlier inputs "
done

step "a folder whose earlier inputs are gone is reported"
rm out-1/failures/*/earlier/000000.tape
exits 2 "$target" replay out-1/failures/*
says "cannot read out-1/failures/.*/earlier/000000.tape: No such file"

step "not reproducible"
ONCE=$PWD/failed exits 77 "$target" --timeout 20s --seed 5 -n 3000 -o once
folder=$(folders once | grep fail_once)
same reproducible "$(known "$folder" reproducible)" no
same "how often it was met" "$(known "$folder" count)" 1
filed once "$(figure once failures)"
