#!/bin/bash
# B(0), B(1) and B(2), computed from the saved abundances by a separate script (hill.awk), are what the campaign
# reported: in fuzzer_stats, in the last row of plot_data and in --json.
. "$SOURCE/tests/lib.sh"

# agrees DIR: and the json of the campaign is in ./log.
agrees() {
    awk -f "$SOURCE/tests/ring/hill.awk" "$1/abundances" >recomputed
    sed -n -E 's/^((valid_)?b[012]) *: /\1 /p' "$1/fuzzer_stats" >reported
    diff recomputed reported || fail "$1: recomputed (<) and reported (>) diversity differ"
    awk -F', ' 'NR == 1 { sub(/^# /, ""); for (i = 1; i <= NF; i++) name[i] = $i }
        END { for (i = 1; i <= NF; i++) if (name[i] ~ /^(valid_)?b[012]$/) print name[i], $i }' "$1/plot_data" >rows
    diff recomputed rows || fail "$1: recomputed (<) and the last row (>) differ"
    grep -o '"diversity":.*' log | grep -o '"b[012]": [0-9.]*' | tr -d '":' >json
    diff <(sed 's/valid_//' recomputed) json || fail "$1: recomputed (<) and --json (>) differ"
    same "$1: branches with an abundance" "$(sed -n 's/^b0 //p' recomputed)" "$(figure "$1" edges_found)"
    same "$1: … of valid inputs" "$(sed -n 's/^valid_b0 //p' recomputed)" "$(figure "$1" valid_edges)"
    awk -F'\t' '!/^#/ && ($3 > $2 || $2 > m) { exit 1 }' m="$(figure "$1" traces)" "$1/abundances" ||
        fail "$1: an abundance is larger than the number of traces"
}

for guide in $GUIDES; do
    step "$guide"
    exits 77 "$TREE" -q --json --guide "$guide" --seed 3 -n 20000 -o "tree-$guide"
    agrees "tree-$guide"
    exits 0 "$EXPAT" -q --json --guide "$guide" --seed 3 -n 2000 -o "expat-$guide"
    agrees "expat-$guide"
done

step "hill.awk itself: a uniform, a single and an uneven case calculated by hand"
printf '# x\n0\t5\t1\t0\t0\tm\n1\t5\t0\t0\t0\tm\n' >a
same uniform "$(awk -f "$SOURCE/tests/ring/hill.awk" a | xargs)" \
    "b0 2 b1 2.0000 b2 2.0000 valid_b0 1 valid_b1 1.0000 valid_b2 1.0000"
printf '0\t3\t0\t0\t0\tm\n1\t1\t0\t0\t0\tm\n' >a # p = 3/4, 1/4: exp(0.562335) and 1/(9/16 + 1/16)
same uneven "$(awk -f "$SOURCE/tests/ring/hill.awk" a | xargs)" \
    "b0 2 b1 1.7548 b2 1.6000 valid_b0 0 valid_b1 0.0000 valid_b2 0.0000"
