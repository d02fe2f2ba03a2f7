#!/bin/bash
# libFuzzer's command line: artefacts, exit codes, corpus directories, replay, and what ends a run.
. "$SOURCE/tests/lib.sh"

FAILING=$BUILD/tests/ring/llvm_failing
BYTES=$BUILD/examples/bytes
export TMPDIR=$PWD/tmp
mkdir tmp

# fails_with CODE KIND SUMMARY FAIL FLAG...: stops at the first failure, leaves one artefact, and that fails in the
# same way.
fails_with() {
    local code=$1 kind=$2 summary=$3 how=$4 artefact
    shift 4
    step "$how: exit code $code, a file $kind-…"
    rm -f ./{crash,timeout,oom}-*
    FAIL=$how exits "$code" "$FAILING" -seed=1 -runs=50000 "$@"
    says "^about to: $how$"
    silent_about '^Done '
    artefact=$(find . -maxdepth 1 -name "$kind-*")
    same "artefacts" "$(find . -maxdepth 1 -name 'crash-*' -o -maxdepth 1 -name 'timeout-*' -o -maxdepth 1 -name 'oom-*')" "$artefact"
    says "^artifact_prefix='./'; Test unit written to $artefact$"
    same "its name" "$(sha1sum <"$artefact" | cut -d' ' -f1)" "${artefact#./"$kind"-}"
    same "Base64" "$(sed -n 's/^Base64: //p' log)" "$(head -c 256 "$artefact" | base64 -w0)"
    if [[ -z $SANITIZE ]]; then
        says "^==[0-9]+== ERROR: libFuzzer: $summary"
        says "^SUMMARY: libFuzzer: ${summary% after*}"
    fi
    FAIL=$how exits "$code" "$FAILING" "$@" "$artefact"
    says "^Running: $artefact$"
    silent_about '^Executed|Test unit written'
    exits 0 "$FAILING" "$artefact"
    says "^Executed $artefact in [0-9]+ ms$"
}
fails_with 77 crash 'deadly signal' abort
fails_with 77 crash 'deadly signal' segv
fails_with 77 crash 'fuzz target exited' exit
fails_with 77 crash 'fuzz target exited' _exit
fails_with 70 timeout 'timeout after 2 seconds' hang -timeout=2
fails_with 71 oom 'out-of-memory' memory -rss_limit_mb=300
fails_with 5 crash 'deadly signal' abort -error_exitcode=5
fails_with 6 timeout 'timeout after 2 seconds' hang -timeout=2 -timeout_exitcode=6

step "artefacts go where the flags say"
mkdir found
FAIL=abort exits 77 "$FAILING" -seed=1 -artifact_prefix=found/x-
says "^artifact_prefix='found/x-'; Test unit written to found/x-crash-[0-9a-f]{40}$"
FAIL=abort exits 77 "$FAILING" -seed=1 -exact_artifact_path=found/this
says "Test unit written to found/this$"
[[ -s found/this ]] || fail "found/this is not there"

step "an artefact that cannot be written is not reported as written"
FAIL=abort exits 74 "$FAILING" -seed=1 -artifact_prefix=nowhere/
says '^ERROR: the failing input was NOT saved: cannot write nowhere/crash-[0-9a-f]{40}: No such file or directory$'
silent_about 'Test unit written'
kept=$(sed -n 's/^ERROR: some files could not be written (see above); what was found is in //p' log)
[[ -n $(find "$kept/failures" -name '*.tape') ]] || fail "nothing is in '$kept'"
rm -r "$kept"
FAIL=abort exits 77 "$FAILING" -seed=1 -artifact_prefix=nowhere/ -create_missing_dirs=1

step "with -fork=N -ignore_crashes=1, and with -keep_going=1, fuzzing continues"
for flags in '-fork=2 -ignore_crashes=1' -keep_going=1; do
    rm -f crash-*
    # shellcheck disable=SC2086
    FAIL=abort exits 77 "$FAILING" -seed=1 -runs=3000 $flags
    says '^Done 3000 runs in '
    [[ $(find . -name 'crash-*' | wc -l) -gt 5 ]] || fail "fewer than six crashes"
done
FAIL=abort exits 77 "$FAILING" -seed=1 -runs=3000 -fork=2
silent_about '^Done'

step "the first directory is written, the others are read"
mkdir one two
printf 'hello, world\n' >two/seed
exits 0 "$BYTES" -seed=1 -runs=5000 one two
says '^INFO: seed corpus: files: 1 min: 13b max: 13b total: 13b rss: '
same "two/" "$(ls two)" seed
[[ $(find one -type f | wc -l) -gt 3 ]] || fail "nothing much in one/"
[[ ! -e one/$(sha1sum <two/seed | cut -d' ' -f1) ]] || fail "a seed was copied"
mkdir again
exits 0 "$BYTES" -seed=1 -runs=5000 again two
diff -r one again || fail "the same seed gave another corpus"
exits 0 "$BYTES" -seed=1 -runs=0 -seed_inputs=two/seed,one
says '^INFO: seed corpus: files: '"$(($(find one -type f | wc -l) + 1))"' '

step "INITED shows what the corpus covers, as libFuzzer's does; without a corpus, what the first input covers"
cat >harness.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    volatile int high = 0;
    if (size && data[0] == 'r') { return -1; } /* refused: neither kept nor counted */
    if (size > 1 && data[0] == 'a' && data[1] == 'b') { return 0; }
    for (size_t i = 0; i < size; i++) {
        if (data[i] > 'm') { high++; }
    }
    return 0;
}
END
inited() { sed -n 's/^#[0-9]*\tINITED cov: \([0-9]*\) .*/\1/p' log; }
# shellcheck disable=SC2086
{
    "$CC" -O1 -g $SANITIZE -fsanitize=fuzzer-no-link -c harness.c -o harness.o
    "$CC" $SANITIZE -fsanitize=fuzzer harness.o -o theirs
    "$CC" $SANITIZE harness.o -o ours $LINK
}
mkdir units
for unit in ab a zz; do printf '%s' "$unit" >"units/$unit"; done
for runs in 0 50; do
    exits 0 ./theirs -seed=1 -runs=$runs units
    theirs=$(inited)
    find units -type f -name '????*' -delete # what it added
    exits 0 ./ours -seed=1 -runs=$runs units
    find units -type f -name '????*' -delete
    same "INITED cov:" "$(inited)" "$theirs"
done
printf 'r' >units/z
exits 0 ./ours -seed=1 -runs=0 units
same "INITED cov: with a unit that is not kept" "$(inited)" "$(sed -n 's/^#[0-9]*\tDONE *cov: \([0-9]*\) .*/\1/p' log)"
exits 0 ./ours -seed=1 -runs=50 units
same "and then" "$(inited)" "$theirs"
exits 0 ./ours -seed=1 -runs=3
[[ $(inited) -gt 0 ]] || fail "INITED shows no coverage"
same "order of the lines" "$(sed -n 's/^#\([0-9]*\)\t.*/\1/p' log | sort -cn 2>&1)" ""

step "-max_len and -only_ascii"
mkdir short
exits 0 "$BYTES" -seed=1 -runs=5000 -max_len=9 -only_ascii=1 short two
silent_about 'max_len is not provided'
[[ -z $(find short -type f -size +9c) ]] || fail "an input is longer than nine bytes"
! cat short/* | LC_ALL=C grep -q '[^[:print:][:space:]]' || fail "not only ASCII"

step "a generator's inputs have their tapes beside them, and are read back from them"
mkdir trees
exits 0 "$TREE" -seed=3 -runs=400 trees
[[ $(find trees -name '*.tape' | wc -l) -eq $(find trees -type f ! -name '*.tape' | wc -l) ]] || fail "tapes are missing"
exits 0 "$TREE" -runs=0 trees
says "^Done $(find trees -name '*.tape' | wc -l) runs in "

step "errors are reported, with exit code 1; unknown flags only warn"
exits 1 "$BYTES" -runs=many
says "^ERROR: bad value 'many' for -runs: give a whole number$"
exits 1 "$BYTES" -runs=10 nothing-here
says '^ERROR: The required directory "nothing-here" does not exist'
exits 1 "$BYTES" -runs=10 -dict=nothing-here
says '^ERROR: cannot read the dictionary nothing-here'
exits 1 "$BYTES" -runs=10 -max_len=-1
exits 0 "$BYTES" -runs=10 -no_such_flag=1 -use_value_profile=1
says "^WARNING: unrecognized flag '-no_such_flag=1'; use -help=1 to list all flags$"
says '^INFO: these flags have no effect here and are ignored: -use_value_profile=1$'
exits 0 "$BYTES" -seed=1 -runs=2000 -create_missing_dirs=1 made/for/me
[[ -n $(ls made/for/me) ]] || fail "made/for/me is empty"

step "signals: 72 for SIGINT, a graceful end for SIGUSR1; -stop_file"
for signal in INT USR1; do
    : >"log.$signal"
    "$BYTES" -seed=1 >"log.$signal" 2>&1 &
    pid=$!
    wait_for "its first run" heard INITED "log.$signal"
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    [[ $signal == INT ]] && expected=72 || expected=0
    same "exit code after SIG$signal" $status $expected
done
says '^==[0-9]+== libFuzzer: run interrupted; exiting$' log.INT
says '^Done [0-9]+ runs in ' log.USR1
touch stop
exits 0 "$BYTES" -seed=1 -stop_file=stop
exits 0 "$BYTES" -seed=1 -max_total_time=1 -print_final_stats=1
says '^Done [0-9]+ runs in [1-9][0-9]* second'
for key in number_of_executed_units average_exec_per_sec new_units_added slowest_unit_time_sec peak_rss_mb; do
    says "^stat::$key: +[0-9]+$"
done

step "-jobs"
exits 0 "$BYTES" -jobs=3 -workers=2 -runs=100
for i in 0 1 2; do says '^Done 100 runs in ' fuzz-$i.log; done
[[ $(cat fuzz-?.log | grep '^INFO: Seed' | sort -u | wc -l) -ge 2 ]] || fail "the jobs have one seed"
rm fuzz-1.log
mkdir fuzz-1.log
exits 74 "$BYTES" -jobs=3 -workers=1 -runs=100
says 'cannot write fuzz-1.log: Is a directory'
says 'Job 1 exited with exit code 74'
says 'Job 2 exited with exit code 0'
rmdir fuzz-1.log

step "-minimize_crash=1: the smallest, by its known bytes; -cleanse_crash=1"
rm -f crash-*
FAIL=abort exits 77 "$FAILING" -seed=1
crash=$(echo crash-*)
FAIL=abort exits 0 "$FAILING" -minimize_crash=1 -runs=5000 "$crash"
says "^CRASH_MIN: minimizing crash input: '$crash' \\([0-9]+ bytes\\)$"
same "the result" "$(od -An -tx1 "minimized-from-${crash#crash-}")" " 62 63 64 00 00 00 00 00 00"
FAIL=abort exits 0 "$FAILING" -minimize_crash=1 -runs=5000 -exact_artifact_path=found/this "$crash"
same "its size" "$(wc -c <found/this)" 9
[[ ! -e found/this.tape ]] || fail "a tape was left"
exits 1 "$FAILING" -minimize_crash=1 -runs=100 "$crash"
says 'does not fail here'
FAIL=abort exits 0 "$FAILING" -cleanse_crash=1 -exact_artifact_path=clean found/this
same "cleansed" "$(od -An -tx1 clean)" " ff ff ff 20 20 20 20 20 20"
exits 1 "$FAILING" -cleanse_crash=1 -exact_artifact_path=clean found/this

step "-merge=1: inputs that add coverage go into the first directory"
mkdir merged
cp "$(find one -type f | sed -n 1p)" merged
exits 0 "$BYTES" -merge=1 merged one two
says '^MERGE-OUTER: [1-9][0-9]* new files with [1-9][0-9]* new features added; [1-9][0-9]* new coverage edges$'
exits 0 "$BYTES" -merge=1 merged one two
says '^MERGE-OUTER: 0 new files with 0 new features added; 0 new coverage edges$'
exits 0 "$BYTES" -runs=0 one two
all=$(sed -n 's/^#.*DONE *cov: \([0-9]* ft: [0-9]*\) .*/\1/p' log)
exits 0 "$BYTES" -runs=0 merged
same "coverage of the merged" "$(sed -n 's/^#.*DONE *cov: \([0-9]* ft: [0-9]*\) .*/\1/p' log)" "$all"

step "no temporary files are left"
same "files in \$TMPDIR" "$(ls tmp)" ""
