#!/bin/bash
# A generator inside libFuzzer: its corpus consists of tapes, the planted bugs are found, and our own program replays
# each finding to the same failure.
. "$SOURCE/tests/lib.sh"

# with_libfuzzer NAME FILE [FLAG...]: builds as docs/bridges.md says.
with_libfuzzer() {
    local name=$1
    shift
    # shellcheck disable=SC2046,SC2086
    "$CC" -g -O1 -Wall -Wextra -Werror -fsanitize=fuzzer $SANITIZE -DBD_BRIDGE_LIBFUZZER "$@" \
        $("$BUILD/bin/bediv" flags --bridge) -o "$name"
}
all_tapes() {
    local file count=0
    for file in "$1"/*; do
        [[ $(head -n 1 "$file") == "bediv-tape 1" ]] || fail "$file is no tape"
        count=$((count + 1))
    done
    [[ $count -ge $2 ]] || fail "$1 has $count files: the test shows little"
}

with_libfuzzer tree "$SOURCE/examples/tree/tree.c" -include bediv/bridge.h
with_libfuzzer mended "$SOURCE/examples/tree/tree.c" -include bediv/bridge.h -DTREE_FIXED
with_libfuzzer bridge "$SOURCE/examples/bridge/bridge.c" -fsanitize=address

for seed in 1 2 3; do
    step "the tree's bug is found within 50,000 runs, seed $seed"
    mkdir corpus-$seed
    exits 77 ./tree -seed=$seed -runs=50000 -max_len=100000 -artifact_prefix=$seed- corpus-$seed
    says 'ERROR: libFuzzer: deadly signal'
    says 'Loaded 1 modules .*inline 8-bit counters'
    crash=$(ls $seed-crash-*)
    all_tapes corpus-$seed 8
    exits 77 "$TREE" replay "$crash"
    says 'FAILURE: SIGABRT'
    silent_about 'does not quite fit'
    exits 0 "$TREE" replay -q corpus-$seed/*
    silent_about 'does not quite fit'
    exits 0 ./mended -runs=1 "$crash" # the same tape is not a failure of the fixed tree
done
"$TREE" show "$crash" >shown
says '^\([0-9]+ ' shown

step "a harness, LLVMFuzzerTestOneInput, with a generator beside it"
mkdir harness
exits 77 ./bridge -seed=1 -runs=20000 harness
says 'posted == board->count'
all_tapes harness 4
exits 77 "$BUILD/examples/bridge" replay crash-*
says 'FAILURE: SIGABRT'

step "the same seed, the same corpus"
mkdir same-1 same-2 other
exits 0 ./mended -seed=7 -runs=10000 -max_len=100000 same-1
exits 0 ./mended -seed=7 -runs=10000 -max_len=100000 same-2
exits 0 ./mended -seed=8 -runs=10000 -max_len=100000 other
diff -r same-1 same-2 || fail "the same seed gave another corpus"
! diff -rq same-1 other >/dev/null || fail "another seed gave the same corpus"
all_tapes same-1 15

step "the sizes that libFuzzer asks for are respected"
mkdir small
exits 0 ./mended -seed=1 -runs=5000 -max_len=200 small
all_tapes small 3
[[ -z $(find small -type f -size +200c) ]] || fail "tapes larger than -max_len"
mkdir tiny
exits 0 ./mended -seed=1 -runs=200 -max_len=5 tiny

step "libFuzzer's other modes: merging and shrinking"
mkdir merged
exits 0 ./mended -merge=1 merged same-1 other
all_tapes merged 10
exits 0 ./tree -minimize_crash=1 -runs=500 -max_total_time=30 "$crash" -exact_artifact_path=smaller
if [[ -e smaller ]]; then
    [[ $(wc -c <smaller) -lt $(wc -c <"$crash") ]] || fail "the crash did not shrink"
    exits 77 "$TREE" replay smaller
fi

step "data that is not a tape is refused, not run; blank data is the simplest input"
printf 'no tape\n' >garbage
printf 'bediv-tape 1\nnonsense\n' >broken
printf '\n' >blank
exits 0 ./tree garbage broken blank

step "only valid inputs, if asked for"
with_libfuzzer valid "$SOURCE/examples/tree/tree.c" -include bediv/bridge.h -DTREE_FIXED -DBD_BRIDGE_VALID_ONLY
mkdir valid-only
exits 0 ./valid -seed=1 -runs=10000 -max_len=100000 valid-only
all_tapes valid-only 5
"$TREE" replay -q valid-only/* >log 2>&1 || true # valid inputs of the fixed tree; some are failures of this one
silent_about ': invalid'

step "without a generator"
echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n ? 0 : 0; }' >bare.c
with_libfuzzer bare bare.c -include bediv/bridge.h
exits 1 ./bare -runs=1
says 'there is no generator to bridge'
