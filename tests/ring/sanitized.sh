#!/bin/bash
# builds: unsanitized
# --sanitized: the sanitized build fuzzes beside the plain one, tries what the plain one keeps before anything else, and
# its failures are filed with its own report. The plain campaign is the same with and without it. Not under sanitizers,
# where every build is sanitized.
. "$SOURCE/tests/lib.sh"
export BEDIV_SYMBOLIZER="" ASAN_OPTIONS=symbolize=0 # our own names will do, and most of the time would be theirs

PLAIN=$BUILD/tests/ring/silent
"$BUILD/bin/bediv" cc -O1 -fsanitize=address,undefined "$SOURCE/tests/ring/silent.c" -o sanitized

step "the plain build does not detect it"
exits 77 "$PLAIN" -q --guide bediv-simple --seed 1 -n 20000 -o alone
same "kinds, alone" "$(ls alone/failures | sed 's/-[^-]*$//')" SIGABRT-in-give_up

step "the sanitized build detects it"
exits 77 "$PLAIN" --guide bediv-simple --seed 1 -n 20000 --sanitized ./sanitized -o both
says 'fast lane   20,000 trials in [0-9.]+ s of CPU time, 1 distinct failure$'
says 'sanitized   [0-9,]+ trials in [0-9.]+ s of CPU time, [0-9]+ distinct failures$'
same "left over" "$(figure both sanitized_waiting)" 0
[[ $(figure both sanitized_runs) -ge $(figure both corpus_count) ]] || fail "not all of the corpus was run"
[[ $(figure both sanitized_failures) -ge 1 ]] || fail "nothing was found there"
over=$(ls -d both/failures/heap-buffer-overflow-in-read_too_far-*)
says 'heap-buffer-overflow on address' "$over/report.txt"
says 'in trial [0-9]+, by the sanitized build, ./sanitized' "$over/report.txt"
says '"the sanitized build"' "$over/failure.json"
exits 77 ./sanitized replay "$over"
says 'heap-buffer-overflow'
exits 0 "$PLAIN" replay "$over/input"
says ': valid'

step "shrunk by the build that shows it; the command is that of this build"
same "examined" "$(known "$over" examined)" true
same "the smallest" "$(cat "$over/input")" 7
says '\./sanitized replay' "$over/failure.json"

step "a failure of the plain build gets the sanitized build's report"
says 'in the sanitized build' "$(ls -d both/failures/SIGABRT-in-give_up-*)/sanitized.txt"

step "the campaign itself is the same"
for file in alone both; do (cd $file/corpus && sha256sum ./*) >$file.sums; done
cmp alone.sums both.sums || fail "the corpus differs"
same "trials" "$(figure both execs_done)" "$(figure alone execs_done)"
same "B(1)" "$(figure both b1)" "$(figure alone b1)"

step "resumed, so is the other; the same findings are not counted again"
distinct=$(figure both distinct_failures) runs=$(figure both sanitized_runs)
exits 77 "$PLAIN" -q --resume both -n 20100 --sanitized ./sanitized
silent_about 'cannot resume'
same "distinct failures" "$(ls both/failures | wc -l)" "$(figure both distinct_failures)"
[[ $(figure both distinct_failures) -ge $distinct ]] || fail "failures were lost"
[[ $(figure both sanitized_runs) -ge $runs ]] || fail "it began again: $runs, $(figure both sanitized_runs)"
[[ ! -e both/sanitized-2 ]] || fail "it was not resumed"

step "only the sanitized build fails: the exit code says so"
build mended "$SOURCE/tests/ring/silent.c" -DMENDED
exits 77 ./mended -q --guide bediv-simple --seed 1 -n 20000 --sanitized ./sanitized -o loud
same "failures of the plain build" "$(figure loud failures)" 0
says 'heap-buffer-overflow in read_too_far'
exits 77 ./mended -q --guide bediv-simple --seed 1 -t 1h --sanitized ./sanitized --stop-on-failure -o stopped

step "what the plain build never keeps is found as well"
cat >hidden.c <<'END'
#include <bediv.h>
#include <stdlib.h>
static volatile int sink;
__attribute__((noinline)) static void read_too_far(void)
{
    volatile char *block = malloc(4);
    sink += block[4 + (sink & 0)];
    free((void *)block);
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    for (int i = 0; i < 2; i++) { bd_put_int(s, out, "digit", 0, 9); }
}
/* No branch depends on the bug: nothing that leads to it is kept for its coverage. */
static enum bd_verdict run(const struct bd_input *in)
{
    void (*const then[])(void) = {NULL, read_too_far};
    int bad = in->data[0] == '7' & in->data[1] == '3';
    for (int i = 0; i < bad; i++) { then[1](); }
    return BD_VALID;
}
BD_FUZZER(.name = "hidden", .generate = generate, .run = run);
END
"$BUILD/bin/bediv" cc -O1 -fno-sanitize-coverage=inline-8bit-counters,pc-table hidden.c -o uncovered
"$BUILD/bin/bediv" cc -O1 -fsanitize=address hidden.c -o hidden-sanitized
./uncovered -q --without-coverage --guide quickcheck --seed 1 --sanitized ./hidden-sanitized --stop-on-failure -o hidden >log 2>&1 || true
ls hidden/failures/heap-buffer-overflow-in-read_too_far-* >/dev/null || fail "not found"
same "kept" "$(find hidden/corpus -type f | wc -l)" 0

step "one that is not a fuzzer, and one that does not exist"
exits 77 "$PLAIN" --guide bediv-simple --seed 1 -n 20000 --sanitized /bin/true -o none
says '/bin/true does not answer, so no inputs run on it'
same "the rest is as ever" "$(ls none/failures)" "$(ls alone/failures)"
exits 2 "$PLAIN" --seed 1 -n 100 --sanitized ./missing -o refused
says 'cannot run the sanitized build ./missing'
[[ ! -e refused ]] || fail "a refused campaign left a directory"

step "interrupted: it ends at once, with one that says nothing"
cat >slow <<'END'
#!/bin/bash
exec sleep 3600
END
chmod +x slow
"$PLAIN" --guide bediv-simple --seed 1 --sanitized ./slow -o slowly >log 2>&1 &
pid=$!
has_found() { [[ $(find slowly/corpus -type f 2>/dev/null | wc -l) -ge 4 ]]; }
wait_for "a corpus" has_found
children=$(children_of $pid)
kill -INT $pid
status=0
wait $pid || status=$?
[[ $status -eq 72 || $status -eq 77 ]] || fail "exit code $status"
says 'inputs did not run on ./slow'
# shellcheck disable=SC2086 # a list of words
wait_for "the end of worker and sanitized build" gone $children

step "the batch by itself"
find both/corpus -name '*.tape' | sort >paths
"$PLAIN" replay --batch <paths >answers || fail "exit code $?"
same "a line each" "$(wc -l <answers)" "$(wc -l <paths)"
same "all valid or invalid" "$(grep -cE '"verdict": "(valid|invalid)", "exit_code": 0' answers)" "$(wc -l <paths)"
echo /nowhere | "$PLAIN" replay --batch >answers 2>/dev/null && fail "a missing file is fine?"
says '"error": "reading or writing a file failed"' answers
exits 2 "$PLAIN" show --batch
