#!/bin/bash
# builds: unsanitized
# --sanitized: the plain build does not detect memory errors. The sanitized build, which also runs every input kept,
# does, and its findings are filed with its report. If it dies, hangs or is missing, nothing else suffers. Not under
# sanitizers, where every build is sanitized.
. "$SOURCE/tests/lib.sh"

PLAIN=$BUILD/tests/ring/silent
"$BUILD/bin/bediv" cc -O1 -fsanitize=address,undefined "$SOURCE/tests/ring/silent.c" -o sanitized

step "the plain build does not detect it"
exits 77 "$PLAIN" -q --guide bediv-simple --seed 1 -n 20000 -o alone
same "kinds, alone" "$(ls alone/failures | sed 's/-[^-]*$//')" SIGABRT-in-give_up

step "the sanitized build detects it"
exits 77 "$PLAIN" --guide bediv-simple --seed 1 -n 20000 --sanitized ./sanitized -o both
says 'sanitized   [0-9]+ inputs also run on ./sanitized'
same "left over" "$(figure both sanitized_waiting)" 0
[[ $(figure both sanitized_runs) -ge $(figure both corpus_count) ]] || fail "not all of the corpus was run"
[[ $(figure both sanitized_failures) -ge 2 ]] || fail "only $(figure both sanitized_failures) failed"
over=$(ls -d both/failures/heap-buffer-overflow-in-read_too_far-*)
shift=$(ls -d both/failures/shift_exponent_too_large-*)
says 'heap-buffer-overflow on address' "$over/report.txt"
says 'in trial [0-9]+, by the sanitized build, ./sanitized' "$over/report.txt"
says '"the sanitized build"' "$over/failure.json"
says 'shift exponent' "$shift/report.txt"
exits 77 ./sanitized replay "$over/input"
says 'heap-buffer-overflow'
exits 0 "$PLAIN" replay "$over/input"
says ': valid'
# Its command is that of the build that shows it.
says '\./sanitized replay' "$over/failure.json"

step "a sanitized build that shows its output: its failures are still the same when it runs them again"
exits 77 ./sanitized -q --guide bediv-simple --seed 1 -n 1000 --shrink-runs 0 --timeout 60s --show-output -o shown
same "reproducible" "$(grep -h '"reproducible"' shown/failures/*/failure.json | sort -u)" '  "reproducible": "yes",'

step "a failure of the plain build gets the sanitized build's report"
says 'in the sanitized build' "$(ls -d both/failures/SIGABRT-in-give_up-*)/sanitized.txt"

step "the campaign itself is the same"
for file in alone both; do (cd $file/corpus && sha256sum ./*) >$file.sums; done
cmp alone.sums both.sums || fail "the corpus differs"
same "trials" "$(figure both execs_done)" "$(figure alone execs_done)"
same "B(1)" "$(figure both b1)" "$(figure alone b1)"

step "resumed, it runs the corpus again, but does not count the same findings again"
distinct=$(figure both distinct_failures)
exits 77 "$PLAIN" -q --resume both -n 20100 --sanitized ./sanitized
same "distinct failures" "$(figure both distinct_failures)" "$distinct"
same "folders" "$(ls both/failures | wc -l)" "$distinct"

step "only the sanitized build fails: the exit code says so"
build mended "$SOURCE/tests/ring/silent.c" -DMENDED
exits 0 ./mended -q --guide bediv-simple --seed 1 -n 20000 -o quiet
exits 77 ./mended -q --guide bediv-simple --seed 1 -n 20000 --sanitized ./sanitized -o loud
same "failures of the plain build" "$(figure loud failures)" 0
says 'heap-buffer-overflow in read_too_far'
exits 77 ./mended -q --guide bediv-simple --seed 1 -t 1h --sanitized ./sanitized --stop-on-failure -o stopped

step "a sanitized build that dies now and then is started again"
cat >dying <<'END'
#!/bin/bash
# Dies of every third question; else asks the real one.
[[ $1 == replay ]] || exit 1
while read -r path; do
    echo x >>questions
    (($(wc -l <questions) % 3)) || kill -KILL $$
    echo "$path" | ./sanitized "$@" 2>/dev/null
done
END
chmod +x dying
exits 77 "$PLAIN" -q --guide bediv-simple --seed 1 -n 20000 --sanitized ./dying -o through
same "left over" "$(figure through sanitized_waiting)" 0
same "distinct failures" "$(ls through/failures)" "$(ls both/failures)"
silent_about "were skipped"

step "one that is not a fuzzer, and one that does not exist"
exits 77 "$PLAIN" --guide bediv-simple --seed 1 -n 20000 --sanitized /bin/true -o none
says '/bin/true does not answer, so no inputs run on it'
same "the rest is as ever" "$(ls none/failures)" "$(ls alone/failures)"
exits 2 "$PLAIN" --seed 1 -n 100 --sanitized ./missing -o refused
says 'cannot run the sanitized build ./missing'
[[ ! -e refused ]] || fail "a refused campaign left a directory"

step "one that cannot run an input is not taken to have passed it"
cat >unable <<'END'
#!/bin/bash
while read -r path; do echo '{"path": "", "error": "the target'"'"'s set-up failed"}'; done
END
chmod +x unable
exits 77 "$PLAIN" -q --guide bediv-simple --seed 1 -n 20000 --sanitized ./unable -o unable-out
says "unable could not run an input: the target's set-up failed"
says '0 inputs did not run on ./unable because time ran out, and [1-9][0-9]* were skipped'
[[ -z $(find unable-out/failures -name sanitized.txt) ]] || fail "words on what was not run"

step "interrupted: it reports at once what has not been run"
cat >slow <<'END'
#!/bin/bash
sleep 3600
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
says 'inputs did not run on ./slow because time ran out'
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
