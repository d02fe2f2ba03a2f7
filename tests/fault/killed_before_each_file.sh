#!/bin/bash
# builds: unsanitized
# A supervisor that is killed before it puts any one of its files in place: the resumed campaign ends like an undisturbed
# one, byte for byte, except times. That includes the files of its end, after the last trial.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/kill.sh"

campaign() { "$TREE" -q --seed 7 --guide quickcheck -n 500 --checkpoint 1h "$@"; }
exits 0 campaign -o whole

resumed=0
for ((k = 1; ; k++)); do
    rm -rf out
    status=0
    TROUBLE_UNDER=out/ TROUBLE_CALL=rename TROUBLE_ERROR=KILL TROUBLE_AT=$k LD_PRELOAD=$BUILD/tests/fault/trouble.so \
        campaign -o out >log 2>&1 </dev/null || status=$?
    [[ $status -ne 0 ]] || break
    [[ $status -eq 137 ]] || fail "killed before file $k: exit code $status"
    [[ -e out/state ]] || continue
    exits 0 "$TREE" -q --resume out
    resumed=$((resumed + 1))
    rm -rf whole.copy && cp -r whole whole.copy
    compare out whole.copy
done
echo "killed before each of $((k - 1)) files, $resumed times after the first checkpoint"
[[ $resumed -ge 4 ]] || fail "it was resumed only $resumed times: the files of the end are four alone"
