#!/bin/bash
# builds: unsanitized
# What the SQL generator makes, and what SQLite says about it: sizes, shares of valid scripts, labels. And a run
# leaves nothing behind: the same scripts have the same traces in another order of runs and in another process. Not
# under sanitizers: too slow, and the figures are the same.
. "$SOURCE/tests/lib.sh"

SQLITE=$BUILD/subjects/sqlite3
[[ -x $SQLITE ]] || skip "there is no $SQLITE: its sources, or tclsh, are missing"

step "answers of 0 make the smallest script"
printf 'bediv-tape 1\n' >zero.tape
for program in "$SQLITE" "$SQLITE-run"; do
    exits 0 "$program" show zero.tape
    same "script of $program" "$(tail -n 1 log)" "-- 0 bytes"
done

step "sizes of 10,000 scripts"
for program in "$SQLITE" "$SQLITE-run"; do
    "$program" sample -n 10000 --seed 1 | grep -a '^-- sample [0-9]*, [0-9]* bytes$' | awk '{ print $4 }' | sort -n >sizes
    same "scripts" "$(wc -l <sizes)" 10000
    median=$(sed -n 5000p sizes) p95=$(sed -n 9500p sizes)
    echo "   ${program##*/}: median $median, 95th percentile $p95 bytes"
    [[ $median -ge 100 && $median -le 600 ]] || fail "median size $median, expected 100 to 600"
    [[ $p95 -le 3000 ]] || fail "95th percentile $p95, expected at most 3000"
done

step "every label of the generator occurs, and has one kind"
for program in "$SQLITE-run" "$SQLITE-oracle"; do # indexes are only drawn for the oracle
    "$program" sample -n 10000 --seed 1 --tape
done | grep -aE '^ *[sv] ' | awk '{ print $1, $2 }' | sort -u >drawn
same "labels that are structure and value" "$(awk '{ print $2 }' drawn | sort | uniq -d)" ""
grep -ohE '(bd_(flag|pick|pick_weighted|more|count|int|word|char|size|reference|mostly_int|put_int|put_word|put_again|bytes)\((q->)?s, (q->out, )?|BD_SQL__P(ICK|UT_WORD)\(&?q, |bd_sql__seldom\(q, |put_string_of\(q, |any_of\(q, )"[^"]+"' \
    "$SOURCE"/generators/sql/*.c | sed -E 's/.*"([^"]+)"/\1/; s/ /%20/g' | sort -u >written
same "labels that never occur" "$(awk '{ print $2 }' drawn | sort -u | comm -13 - written)" ""

# share LEAST MOST PROGRAM: of 4,000 random scripts, LEAST to MOST per cent are valid; a second run gives the same,
# and the first inputs, run repeatedly, always have the same trace.
share() {
    local name=${3##*/} valid
    for turn in 1 2; do exits 0 "$3" -q -g quickcheck --seed 7 -n 4000 -o "$name-$turn"; done
    valid=$(($(figure "$name-1" valid) / 40))
    echo "   $name: $valid % valid"
    [[ $valid -ge $1 && $valid -le $2 ]] || fail "$valid % of the scripts are valid, expected $1 to $2"
    same "$name: stability" "$(figure "$name-1" stability)" "100.00%"
    for key in valid traces valid_traces edges_found valid_b1; do
        same "$name: $key, in another process" "$(figure "$name-2" $key)" "$(figure "$name-1" $key)"
    done
}
step "shares of valid scripts; traces in two processes"
share 70 92 "$SQLITE"
share 55 85 "$SQLITE-run"
