#!/bin/bash
# The report of a small experiment, opened in a browser: its tables have what awk computes from the files of the
# campaigns (eval_report.awk), which shares no code and few formulas with src/report.
. "$SOURCE/tests/lib.sh"

BEDIV=$BUILD/bin/bediv
CHROMIUM=${CHROMIUM-chromium}
command -v "$CHROMIUM" >/dev/null || fail "there is no $CHROMIUM to open the report with; tools/setup browser installs it"

# open_page FILE: writes the page as the browser parsed it to ./dom
open_page() {
    rm -rf profile
    timeout 600 "$CHROMIUM" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --user-data-dir="$PWD/profile" \
        --dump-dom "file://$PWD/$1" >dom 2>chromium.log || fail "chromium cannot open $1: $(tail -n 3 chromium.log)"
    says '</html>' dom
}
# table ID: prints its rows, without markup, with tabs between cells. A first cell that spans rows is repeated.
table() {
    awk -v id="$1" '
        index($0, "<table id=\"" id "\"") { inside = 1 }
        inside && /^<tr>/ {
            if (match($0, /<th scope="rowgroup"[^>]*>[^<]*<\/th>/)) {
                group = substr($0, RSTART, RLENGTH)
                gsub(/<[^>]*>/, "", group)
                sub(/<th scope="rowgroup"[^>]*>[^<]*<\/th>/, "")
            }
            gsub(/<\/t[hd]><t[hd][^>]*>/, "\t")
            gsub(/<[^>]*>/, "")
            gsub(/,/, "")
            print (group == "" || !body ? "" : group "\t") $0
        }
        inside && /<tbody>/ { body = 1 }
        inside && /<\/table>/ { exit }' dom >rows
    [[ -s rows ]] || fail "the page has no table $1"
    cat rows
}

step "an experiment: two subjects, three techniques, three repetitions"
mkdir -p programs/plain
for program in "$TREE" "$EXPAT"; do
    ln -s "$program" programs/
    ln -s "$program" programs/plain/
done
cat >small.toml <<'END'
name = "small"
programs = "programs"
subjects = ["tree", "expat"]
guides = ["bediv-structure", "quickcheck"]
blackbox = ["quickcheck"]
repetitions = 3
trials = 2000
END
# Campaigns wait for the disk with every file of their corpus; in memory, that takes no time.
results=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d -p "$PWD")
cleanup() { rm -rf "$results"; }
ln -s "$results" out
exits 0 "$BEDIV" eval run small.toml -q -o out
exits 0 "$BEDIV" eval report out
says 'Wrote out/report.html'

step "the page opens, and needs nothing else"
open_page out/report.html
if grep -nE '<(script|link|img|iframe|object)|@import|url\(|https?:' out/report.html; then fail "it refers to something outside"; fi
same "charts" "$(grep -c '<svg viewBox="[0-9 ]*" role="img"' dom)" $((2 * 5 + 6 + 1 + 2 * 1 + 2 * (2 + 3 + 3 + 3)))
says '<h2 id="verdict">Verdict</h2>' dom
says '<p>Compared with 2 other techniques on 2 subjects .4 comparisons in each measure; .* by corrected p, α = 0.01; .* by 95 % intervals., <code>bediv-structure</code> is in' dom
for id in $(grep -o 'href="#[^"]*"' dom | cut -d'#' -f2 | tr -d '"'); do says "id=\"$id\"" dom; done
[[ -z $(grep -o ' id="[^"]*"' dom | sort | uniq -d) ]] || fail "two things have the same id"

step "its tables agree with the files"
for id in diverse_share diverse_of_valid diverse valid_b0 valid_b1 valid_b2 b0 b1 b2 failures \
    equal_valid_b0 equal_valid_b2 equal_b0 equal_b2 valid_trace_size trace_size; do
    table $id | tail -n +2 | sed 's/≈ //g' >found
    awk -v measure=$id -f "$SOURCE/tests/ring/eval_report.awk" >expected
    diff expected found || fail "table $id: computed (<) and in the page (>) differ"
done
table fairness-table | tail -n +2 >found
awk -v measure=fairness -f "$SOURCE/tests/ring/eval_report.awk" >expected
diff expected found || fail "fairness: computed (<) and in the page (>) differ"
for id in failures-first failures-found; do
    table $id | tail -n +2 >found
    awk -v measure=$id -f "$SOURCE/tests/ring/eval_report.awk" >expected
    diff expected found || fail "$id: computed (<) and in the page (>) differ"
done

step "comparisons: every way to split six values into 3 + 3, counted"
for id in diverse_share valid_b1 b2; do
    table pairs-$id | tail -n +2 | sed -E 's/(▲|▼) //g; s/ [SML] / /g' >found
    awk -v measure=$id -v pairs=1 -f "$SOURCE/tests/ring/eval_report.awk" >expected
    diff expected found || fail "comparisons of $id: computed (<) and in the page (>) differ"
done
says 'On.*expat.*at most 3 against 3 campaigns.*no difference can be significant' dom
says 'load average at the start of campaigns' dom

step "Markdown has the same tables, CSV the same values"
same "tables" "$(grep -c '^|---' out/report.md)" "$(grep -c '<table id=' dom)"
awk -F, '$1 == "valid_b1" && $2 == "expat" { printf "%s %.2f\n", $3, $5 }' out/csv/measures.csv >found
awk -v measure=valid_b1 -v plain=1 -f "$SOURCE/tests/ring/eval_report.awk" | awk '$1 == "expat" { print $2, $3 }' >expected
diff expected found || fail "csv/measures.csv: computed (<) and found (>) differ"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
        verdict = $at["p_holm"] < .01 && $at["a12"] > .5 ? "better" : \
            $at["margin"] != "" && $at["ratio_low"] != "" && $at["ratio_low"] > $at["margin"] ? "not worse" : \
            $at["p_holm"] < .01 ? "worse" : "undecided"
        rows++
        if ($at["verdict"] != verdict || $at["p_holm"] < $at["p"] || $at["ratio_low"] > $at["ratio_high"]) { print; exit 1 }
    }
    END { exit rows != 96 }' out/csv/comparisons.csv || fail "csv/comparisons.csv: a verdict is not that of its columns"
for file in out/csv/*.csv; do
    awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' "$file" || fail "$file: rows of different length"
done

step "the curve of a technique @plain uses the times of the plain run"
grep '^b1,expat,quickcheck@plain,' out/csv/curves.csv >curve
end=$(tail -q -n 1 out/trials/expat/quickcheck@plain/*/timed/plot_data | cut -d, -f1 | sort -g | awk 'END { print $1 + 0 }')
same "its end" "$(tail -n 1 curve | cut -d, -f5)" "$end"
# Both runs have a row at the same trials. At each moment of the curve, b1 is between the rows, and the median of
# three. Several rows may have the same time, in milliseconds: at that moment, b1 is between their minimum and
# maximum.
for r in 1 2 3; do
    dir=out/trials/expat/quickcheck@plain/$r
    paste -d, <(grep -v '^#' $dir/timed/plot_data | cut -d, -f1) <(grep -v '^#' $dir/plot_data | cut -d, -f23) >clock$r
done
awk -F, 'function median(a, b, c) { return a < b ? (c < a ? a : c > b ? b : c) : (c < b ? b : c > a ? a : c) }
    FILENAME != "curve" { f = substr(FILENAME, 6); n[f]++; time[f, n[f]] = $1; value[f, n[f]] = $2; next }
    {
        for (r = 1; r <= 3; r++) {
            for (i = 1; i < n[r] && time[r, i + 1] < $5 - 1e-6; i++);
            step = time[r, i + 1] - time[r, i]
            least[r] = most[r] = value[r, i] + (i < n[r] && step > 0 ? (value[r, i + 1] - value[r, i]) * ($5 - time[r, i]) / step : 0)
            for (; i <= n[r] && time[r, i] <= $5 + 1e-6; i++) {
                if (time[r, i] < $5 - 1e-6) continue
                if (value[r, i] < least[r]) least[r] = value[r, i]
                if (value[r, i] > most[r]) most[r] = value[r, i]
            }
        }
        if ($6 < median(least[1], least[2], least[3]) * (1 - 1e-6) || $6 > median(most[1], most[2], most[3]) * (1 + 1e-6)) {
            print "at " $5 " s: " $6
            bad = 1
        }
    }
    END { exit bad || NR < 600 }' clock1 clock2 clock3 curve || fail "the curve of quickcheck@plain is not that of its files"

step "the same results directory gives the same report"
mkdir before
mv out/report.html out/report.md out/csv before/
exits 0 "$BEDIV" eval report out/
for file in report.html report.md csv; do diff -r "before/$file" "out/$file" >/dev/null || fail "$file differs"; done

step "missing or damaged parts are skipped, and reported"
rm -r out/trials/tree/quickcheck/2
mv out/trials/tree/quickcheck/3 out/trials/tree/quickcheck/3.part
truncate -s -9 out/trials/expat/bediv-structure/1/plot_data
printf '<script>alert(1)</script> & "b" | `c`\tSIGSEGV\t0.5\t7\t1\tfailures/x\n' >>out/trials/expat/quickcheck/1/failures.tsv
exits 0 "$BEDIV" eval report out
says 'out/trials/expat/bediv-structure/1/plot_data:[0-9]+: the file ends in the middle of a line'
open_page out/report.html
says 'Incomplete.*3 of 18 campaigns' dom
table missing | tail -n +2 >found
cat >expected <<'END'
tree	quickcheck	2	it was not run
tree	quickcheck	3	it did not finish
END
diff expected <(head -n 2 found) || fail "the list of what is left out (<: expected)"
says 'expat	bediv-structure	1	.*plot_data:.*cut short' found
says 'n = 1' dom
silent_about '<script' dom
says '&lt;script&gt;alert' dom

step "wrong files never crash it"
try() { # FILE CONTENTS: damages the only remaining campaign
    cp -r one broken
    printf "$2" >"broken/trials/tree/quickcheck/1/$1"
    exits 1 "$BEDIV" eval report broken
    says "broken/trials/tree/quickcheck/1/$1" log
    says 'no complete campaign'
    rm -r broken
}
mkdir -p one/trials/tree/quickcheck
cp -r out/trials/tree/quickcheck/1 one/trials/tree/quickcheck/
printf 'programs = "p"\nsubjects = ["tree"]\nguides = ["quickcheck"]\ntrials = 9\n' >one/manifest.toml
exits 0 "$BEDIV" eval report one
says 'environment.json' # it is not there, and that is said
for file in fuzzer_stats plot_data abundances trial.json setup.json failures.tsv; do
    try "$file" 'nonsense'
    try "$file" '\0\1\2\377'
    try "$file" '1\t2\t3\t-4\t-5\t6\t7\n'
done
try fuzzer_stats ''
try plot_data '# relative_time, total_execs\n1, 2\n'
try abundances '# branch\n1\t99999999999999999999\t1\t0\t0\tm\n'
try failures.tsv ''
try failures.tsv '# signature\tkind' # its last newline is missing
try failures.tsv '# signature\tkind\ns\tk\tnan\t1\t1\tx\n'
try failures.tsv '# signature\tkind\ns\tk\t-1\t1\t1\tx\n'
try trial.json '{"seed": }'
step "a copied folder is not another repetition"
cp -r one/trials/tree/quickcheck/1 one/trials/tree/quickcheck/2
echo 'repetitions = 2' >>one/manifest.toml
exits 0 "$BEDIV" eval report one
says 'left out: one/trials/tree/quickcheck/2/trial.json: it belongs to another repetition'
sed -i 's/"repetition": 1/"repetition": 2/' one/trials/tree/quickcheck/2/trial.json
exits 0 "$BEDIV" eval report one
says 'left out: one/trials/tree/quickcheck/2/trial.json: it belongs to another seed'

step "wrong usage"
exits 1 "$BEDIV" eval report nowhere
says 'nowhere/manifest.toml does not exist; name the results directory'
exits 2 "$BEDIV" eval report
exits 2 "$BEDIV" eval report one out
exits 2 "$BEDIV" eval report --fast
