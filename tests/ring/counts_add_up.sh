#!/bin/bash
# plot_data has as many columns as names, AFL++'s first. In every row, each trial has one verdict, and nothing shrinks
# that can only grow. The last row agrees with fuzzer_stats.
. "$SOURCE/tests/lib.sh"

AFL="relative_time, cycles_done, cur_item, corpus_count, pending_total, pending_favs, map_size, saved_crashes, saved_hangs, max_depth, execs_per_sec, total_execs, edges_found"

# sound DIR [by-time]: rows by time may come without a trial in between, if the machine has better things to do.
sound() {
    [[ $(head -n 1 "$1/plot_data") == "# $AFL, "* ]] || fail "$1: AFL++'s columns do not come first"
    awk -F', ' -v by_time="${2-}" '
        function wrong(what) { printf "row %d: %s: %s\n", NR, what, $0; bad = 1; exit 1 }
        NR == 1 { sub(/^# /, ""); n = NF; for (i = 1; i <= NF; i++) column[$i] = i; next }
        NF != n { wrong("columns") }
        { for (i = 1; i <= NF; i++) if ($i !~ /^[0-9]+(\.[0-9]+)?%?$/) wrong("not a number: " $i) }
        $column["valid"] + $column["invalid"] + $column["limited"] + $column["failures"] + $column["discarded"] != $column["total_execs"] {
            wrong("trials do not add up") }
        $column["saved_crashes"] + $column["saved_hangs"] != $column["failures"] { wrong("failures do not add up") }
        $column["valid_edges"] > $column["edges_found"] || $column["valid_traces"] > $column["traces"] ||
            $column["traces"] > $column["total_execs"] || $column["structures"] > $column["valid"] ||
            $column["structure_hit"] > $column["structure_tried"] || $column["value_hit"] > $column["value_tried"] ||
            $column["pending_favs"] > $column["pending_total"] || $column["pending_total"] > $column["parents"] ||
            $column["parents"] > $column["corpus_count"] {
            wrong("a part is larger than its whole") }
        NR > 2 && $column["total_execs"] <= last && by_time == "" { wrong("no trial since the last row") }
        { last = $column["total_execs"] }
        { m = split("relative_time cycles_done corpus_count parents saved_crashes saved_hangs max_depth edges_found valid " \
                    "invalid failures discarded exhausted traces valid_traces valid_edges b0 valid_b0 structures " \
                    "structure_tried structure_hit value_tried value_hit", grows, " ")
          for (i = 1; i <= m; i++) {
              if (!(grows[i] in column)) wrong("no column " grows[i])
              value = $column[grows[i]]
              if (value + 0 < before[grows[i]] + 0) wrong(grows[i] " has shrunk")
              before[grows[i]] = value } }
        END { if (!bad && NR < 2) { print "no row"; exit 1 } }' "$1/plot_data" || fail "$1/plot_data is not sound"

    awk '
        FNR == NR { key = $1; sub(/^[^:]*: */, ""); stats[key] = $0; next }
        FNR == 1 { sub(/^# /, ""); n = split($0, name, ", ") }
        END {
            split($0, value, ", ")
            stats["total_execs"] = stats["execs_done"]
            stats["map_size"] = stats["bitmap_cvg"]
            for (i = 1; i <= n; i++) {
                if (name[i] == "relative_time" || name[i] == "execs_per_sec") { continue }
                if (!(name[i] in stats) || stats[name[i]] != value[i]) {
                    printf "%s: %s in the last row, %s in fuzzer_stats\n", name[i], value[i], stats[name[i]]; bad = 1
                }
                compared++
            }
            exit bad || compared < 20
        }' "$1/fuzzer_stats" "$1/plot_data" || fail "$1: the last row and fuzzer_stats differ"
    adds_up "$1"
}

for guide in $GUIDES; do
    step "$guide"
    exits 77 "$TREE" -q --guide "$guide" --seed 2 -n 30000 -o "tree-$guide"
    sound "tree-$guide"
    exits 0 "$EXPAT" -q --guide "$guide" --seed 2 -n 3000 -o "expat-$guide"
    sound "expat-$guide"
done

step "crashes, timeouts and discards; rows by trials"
exits 77 "$BUILD/tests/ring/mixed" -q --seed 3 -n 1000 --timeout 100ms --shrink-runs 2 -o mixed
sound mixed
[[ $(wc -l <mixed/plot_data) -ge 150 ]] || fail "rows are missing"

step "fewer trials than rows"
failures=0
for seed in 1 2 3 4 5 6 7 8; do
    "$BUILD/tests/ring/mixed" -q --seed $seed -n 100 --timeout 100ms --shrink-runs 2 -o few-$seed >log 2>&1 || true
    sound few-$seed
    failures=$((failures + $(figure few-$seed failures)))
done
[[ $failures -gt 0 ]] || fail "no seed led to a failure: the test shows little"

step "rows by time"
"$EXPAT" -q --seed 2 -o timed >log 2>&1 </dev/null &
pid=$!
rows() { [[ $(grep -c '^[0-9]' timed/plot_data 2>/dev/null) -ge 2 ]]; }
wait_for "two rows" rows
kill -TERM $pid
wait $pid || true
sound timed by-time
