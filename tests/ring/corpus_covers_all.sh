#!/bin/bash
# The saved corpus covers what the campaign reports, whatever the guide wants as parents: replaying every saved input
# covers as many branches and features as fuzzer_stats counts, by all inputs and by valid ones.
. "$SOURCE/tests/lib.sh"

BYTES=$BUILD/examples/bytes
VALIDITY=$BUILD/tests/puzzles/validity
guides=$("$TREE" list | sed -n '/^Guides/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[[ $(wc -w <<<"$guides") -ge 6 ]] || fail "only these guides are listed: $guides"

# campaign PROGRAM DIR TRIALS: runs $guide and checks the result. Some inputs of tree and of the puzzle fail: these do
# not count.
campaign() {
    local status=0
    "$1" -q --seed 1 -n "$3" -g "$guide" --shrink-runs 0 -o "$2" >log 2>&1 || status=$?
    [[ $status -eq 0 || $status -eq 77 ]] || fail "exit code $status: $1"
    covers_all "$1" "$2"
}
for guide in $guides; do
    step "$guide: tree, expat, a target that rejects most inputs, plain bytes"
    campaign "$TREE" "tree-$guide" 2000
    campaign "$EXPAT" "expat-$guide" 400
    campaign "$VALIDITY" "validity-$guide" 2000
    campaign "$BYTES" "bytes-$guide" 2000
done

step "parents and witnesses are distinguished by name and in the figures"
for dir in expat-*; do
    same "$dir: parents" "$(cases "$dir/corpus" | grep -vc ',witness$' || true)" "$(figure "$dir" parents)"
    cases "$dir/corpus" | sed -n 's/.*,src:\([0-9]*\),.*/\1/p' | sort -u | while read -r parent; do
        [[ -z $(find "$dir/corpus" -name "id:$parent,*,witness") ]] || fail "$dir: witness $parent has children"
    done
done
same "witnesses of quickcheck" "$(figure expat-quickcheck parents)" 0
[[ $(figure expat-bediv-structure parents) -lt $(figure expat-bediv-structure corpus_count) ]] || fail "no witnesses"

step "a campaign that is resumed, and one that starts with the corpus of another"
cp -r expat-bediv-structure resumed
exits 0 "$EXPAT" -q --resume resumed -n 800
covers_all "$EXPAT" resumed
exits 0 "$EXPAT" -q --seed 2 -n 600 --seeds expat-bediv-structure -o seeded
covers_all "$EXPAT" seeded
for key in edges_found valid_edges features valid_features; do
    [[ $(figure seeded $key) -ge $(figure expat-bediv-structure $key) ]] || fail "the seeds brought fewer $key"
done

step "cmin and merge start from all of it"
coverage="$(figure resumed edges_found) branches, $(figure resumed valid_edges) by valid inputs"
coverage+=", $(($(figure resumed features) + $(figure resumed valid_features))) features"
exits 0 "$EXPAT" cmin resumed -o small
says "coverage is the same: $coverage\$"
mkdir merged
exits 0 "$EXPAT" merge merged resumed
says "coverage is the same: $coverage\$"

for guide in bediv-simple zest; do
    step "$guide: the corpus directory of libFuzzer's command line, which neither has nor counts inputs for which the harness returned -1"
    mkdir "units-$guide"
    exits 0 "$BYTES" -runs=3000 -seed=1 "-guide=$guide" "units-$guide"
    read -r branches features < <(sed -n 's/^#[0-9]*\tDONE *cov: \([0-9]*\) ft: \([0-9]*\) .*/\1 \2/p' log)
    exits 0 "$BYTES" replay -q "units-$guide"/*
    says "^$(count_cases "units-$guide") inputs cover $branches branches \($branches by valid inputs\), $features features \($features by valid inputs\)$"
done
