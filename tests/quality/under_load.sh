#!/bin/bash
# tools/test-under-load: prints one line per run and the names of failed tests, and leaves no busy loop behind.
. "$SOURCE/tests/lib.sh"

mkdir tools && cp "$SOURCE/tools/test-under-load" tools
cat >tools/test <<'END'
#!/bin/bash
# The second run fails. Beside it two loops are busy.
echo x >>runs
grep -ls "^PPid:[[:space:]]*$PPID\$" /proc/[0-9]*/status | grep -v "/$$/" | cut -d/ -f3 >loops
if [[ $(wc -l <runs) -ne 2 ]]; then echo "5 passed, 0 failed" && exit; fi
printf 'The following tests FAILED:\n\t  7 - ring.slow (Failed)\nErrors while running CTest\n4 passed, 1 failed\n'
exit 1
END
chmod +x tools/test
LOOPS=2 exits 1 tools/test-under-load 3
says '^run 1 of 3: 5 passed, 0 failed; [0-9]+ s$'
says '^run 2 of 3: 4 passed, 1 failed; [0-9]+ s$'
says 'ring.slow \(Failed\)'
says '^2 of 3 runs passed, beside 2 busy loops$'
loops=$(xargs <loops)
same "busy loops" "$(wc -w <<<"$loops")" 2
# shellcheck disable=SC2086
wait_for "the end of the loops" gone $loops
exits 2 tools/test-under-load many
LOOPS=0 exits 0 tools/test-under-load 1

step "interrupted: neither a loop nor the suite stays behind"
cat >tools/test <<'END'
#!/bin/bash
echo $$ >suite
sleep 3600
END
LOOPS=2 tools/test-under-load 1 >log 2>&1 </dev/null &
pid=$!
wait_for "the suite" there_is suite
started=$(children_of $pid)
kill -TERM $pid
# shellcheck disable=SC2046
wait_for "the end of everything" gone $pid $started $(children_of "$(cat suite)") "$(cat suite)"
