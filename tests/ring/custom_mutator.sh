#!/bin/bash
# LLVMFuzzerCustomMutator, LLVMFuzzerCustomCrossOver and LLVMFuzzerMutate: with them, a bug guarded by a checksum is
# found, and without them it is not; the same seed finds it in the same run; a mutator that fails is filed as a
# failure of the generator.
. "$SOURCE/tests/lib.sh"
PROGRAM=$BUILD/tests/ring/custom_mutator

step "found with them, twice, in the same run"
exits 77 "$PROGRAM" -seed=1 -runs=300000 -max_len=12
says '^MS: [1-5] custom-; run [0-9]+$'
first=$(sed -n 's/^MS: .*; run //p' log) name=$(echo crash-*)
exits 77 "$PROGRAM" -seed=1 -runs=300000 -max_len=12
same "the run" "$(sed -n 's/^MS: .*; run //p' log)" "$first"
same "artefacts" "$(echo crash-*)" "$name"
[[ $(wc -c <"$name") -le 12 ]] || fail "longer than -max_len"
exits 77 "$PROGRAM" "$name"
echo "   run $first"

step "by every guide that has parents"
for guide in zest bediv-simple bediv-structure bediv-havoc; do
    exits 77 "$PROGRAM" -q --guide $guide --seed 1 -n 400000 --input-size 12 --stop-on-failure -o "out-$guide"
    [[ -n $(find "out-$guide/corpus" -name '*op:custom*') ]] || fail "$guide: no input of the mutator in the corpus"
done

step "not without them"
sed 's/LLVMFuzzerCustom/unused_/' "$SOURCE/tests/ring/custom_mutator.c" >without.c
build without without.c
exits 0 ./without -seed=1 -runs=300000 -max_len=12

step "a mutator that fails is a failure of the generator"
MUTATOR=abort exits 77 "$PROGRAM" -seed=1 -runs=3000 -max_len=12
says '^NOTE: the generator failed: SIGABRT$'

step "a campaign with a mutator is resumed like any other"
exits 0 "$PROGRAM" -q --guide zest --seed 1 -n 900 --input-size 12 -o whole
exits 0 "$PROGRAM" -q --guide zest --seed 1 -n 300 --input-size 12 -o parts
exits 0 "$PROGRAM" -q --resume parts -n 900
diff -r whole/corpus parts/corpus || fail "another corpus came out"
