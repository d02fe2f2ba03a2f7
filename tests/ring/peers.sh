#!/bin/bash
# builds: unsanitized
# bench/peers, for a second each: every fuzzer really runs, for its CPU time and with what belongs to it; its corpus and
# its failures are replayed on our build; finished campaigns are kept; the table is computed from them.
. "$SOURCE/tests/lib.sh"

command -v afl-fuzz >/dev/null || fail "afl-fuzz is missing; tools/setup fuzzers installs it"
for package in expat cjson; do
    [[ -e $SOURCE/build/sources/$package/.fetched ]] || skip "NO SOURCES OF $package: run subjects/fetch $package"
done
peers=$SOURCE/bench/peers
budget=$BUILD/bench/peers/cpu_budget
core=$(sed -n 's/^Cpus_allowed_list:\t\([0-9]*\).*/\1/p' /proc/self/status)

# of TARGET FUZZER COLUMN: a figure of the one cell, in $cells.
of() {
    awk -F '\t' -v target="$1" -v fuzzer="$2" -v wanted="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) { column[$i] = i } }
        $column["kind"] "/" $column["target"] == target && $column["fuzzer"] == fuzzer { print $column[wanted] }
    ' "$cells"
}

# at_least NUMBER FOUND: neither need be whole.
at_least() { awk -v least="$1" -v found="$2" 'BEGIN { exit !(found >= least) }'; }
# not_running PATTERN: no command line has it; write it so that it does not match itself.
not_running() { ! grep -qas "$1" /proc/[0-9]*/cmdline; }
# covered PROGRAM FOLDER...: the branches that valid inputs in those folders that exist cover.
covered() {
    local folder folders=()
    for folder in "${@:2}"; do [[ ! -d $folder ]] || folders+=("$folder"); done
    "$1" replay -q --timeout 10s "${folders[@]}" | sed -n -E 's/.*\(([0-9]+) by valid inputs\), .*/\1/p'
}

step "two targets, three fuzzers"
exits 0 "$peers/run" --quick -o out
cells=out/cells.tsv
says 'peers: 6 of 6 campaigns are to be done'
same "rows" "$(wc -l <$cells)" 7
same "columns" "$(awk -F '\t' '{ print NF }' $cells | sort -u)" 14
for target in generator/expat bytes/cjson; do
    kind=${target%/*}
    ours=$BUILD/subjects/expat
    [[ $kind == generator ]] || ours=$BUILD/bench/peers/$target
    "$ours" replay -q "out/seeds/$kind" >simplest
    least=$(sed -n -E 's/.* ([0-9]+) branches.*/\1/p' simplest)
    for fuzzer in bediv libfuzzer afl; do
        cell=out/$target/$fuzzer-1
        at_least 1 "$(of $target $fuzzer cpu_seconds)" || fail "$cell: less than its CPU time"
        [[ $(of $target $fuzzer executions) -gt 100 ]] || fail "$cell: $(of $target $fuzzer executions) executions"
        [[ $(of $target $fuzzer valid_branches) -gt $least ]] || fail "$cell covers no more than the first input"
        same "$cell: what its corpus covers, counted again" "$(covered "$ours" "$cell"/*/corpus "$cell"/corpus \
            "$cell"/out/default/queue "out/seeds/$kind")" "$(of $target $fuzzer valid_branches)"
    done
done
says 'CmpLog|cmplog' out/bytes/cjson/afl-1/log
tape=$(find out/generator/expat/afl-1/out/default/tapes -name 'id:*.tape' -print -quit)
[[ -n $tape ]] || fail "AFL++'s queue has no tapes"
tape=$(find out/generator/expat/libfuzzer-1/corpus -type f -size +1 -print -quit)
same "the first line of a file in libFuzzer's corpus" "$(sed -n 1p "$tape")" "bediv-tape 1"
says '^generator/expat +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+ +[0-9.]+ +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+ +[0-9.]+ +0 +0 +0$'
says '^bytes/cjson ( +[0-9.]+){13}$'
says 'more valid branches with a generator, afl: +(met|missed on generator/expat)$'

step "what is done is not done again"
cp $cells before
rm out/bytes/cjson/afl-1/row
exits 0 "$peers/run" --quick -o out
says 'peers: 1 of 6 campaigns are to be done'
same "other rows" "$(grep -v 'cjson.afl' $cells)" "$(grep -v 'cjson.afl' before)"
[[ $(of bytes/cjson afl executions) -gt 100 ]] || fail "it was not done again"
TIMEOUT=3 exits 1 "$peers/run" --quick -o out
says 'has campaigns with other settings or programs'

step "failures: distinct ones, and libFuzzer goes on"
exits 0 "$peers/run" -o planted 1 1 bytes/planted
cells=planted/cells.tsv
for fuzzer in bediv libfuzzer afl; do same "failures of $fuzzer" "$(of bytes/planted $fuzzer failures)" 2; done
[[ $(of bytes/planted libfuzzer restarts) -ge 2 ]] || fail "libFuzzer was not restarted"
at_least 1 "$(of bytes/planted libfuzzer cpu_seconds)" || fail "libFuzzer did not use its time"

step "interrupted: nothing goes on, and only one at a time uses a folder"
"$peers/run" -o killed 1000 1 bytes/planted >killed.log 2>&1 </dev/null &
run=$!
wait_for "a campaign" there_is killed/bytes/planted/bediv-1/out/fuzzer_stats
exits 1 "$peers/run" -o killed 1000 1 bytes/planted
says 'another bench/peers/run uses'
kill -TERM $run
wait $run && fail "it did not end" || same "exit code" $? 130
wait_for "the end of its processes" not_running "$PWD/[k]illed"
[[ ! -e killed/bytes/planted/bediv-1/row ]] || fail "an unfinished campaign counts"

step "wrong usage"
exits 2 "$peers/run" many
exits 1 "$peers/run" -o none 1 1 nothing
says "there is no target 'nothing'"

# spends SECONDS ENDING COMMAND...: all in all, to within a second that is left for a busy machine.
spends() {
    local used ending
    exits 0 "$budget" "$1" "$core" report "${@:3}"
    read -r used ending <report
    same "how it ended: ${*:3}" "$ending" "$2"
    at_least "$1" "$used" && ! at_least 2 "$used" || fail "$used s of $1 s: ${*:3}"
}
step "a budget of CPU time: of all processes, running, reaped and orphaned"
loop="while :; do : peers-$$; done"
spends 0.3 "signal 15 budget" sh -c "$loop"
spends 0.3 "signal 15 budget" sh -c "sh -c '$loop' & sh -c '$loop' & wait"
spends 0.3 "signal 15 budget" sh -c 'while :; do /bin/true; done'
spends 0.3 "signal 15 budget" sh -c "setsid sh -c 'sh -c \"$loop\" & exec sleep 1000' & exec sleep 1000"
spends 0.3 "exit 7 budget" sh -c "trap 'exit 7' TERM; $loop"
not_running "[p]eers-$$" || fail "processes are left"
exits 0 "$budget" 1000 "$core" report sh -c 'exit 3'
says '^0\.[0-9]+ exit 3$' report
exits 0 "$budget" 1 "$core" report ./nothing # as a shell does
says ' exit 127$' report
exits 2 "$budget" 0 "$core" report true

step "medians, ratios and goals, worked out by hand"
cell() { printf '%s\t%s\t%s\t%d\t60\t%d\t1\t%s\t1\t%s\t%s\t0\t%s\t0\n' "$@"; }
{
    head -n 1 before
    cell generator mujs bediv 1 60 500 9 10 1
    cell generator mujs bediv 2 61 100 9 20 1
    cell generator mujs bediv 3 60 600 9 40 2
    cell generator mujs libfuzzer 1 60 100 9 19 0
    cell generator mujs libfuzzer 2 60 90 9 10 0
    cell generator mujs afl 1 60 200 9 20 3
    cell bytes lz4 bediv 1 60 1 9 8 0
    cell bytes lz4 libfuzzer 1 60 4 9 10 0
} >worked
exits 0 "$peers/table" worked
says '^generator/mujs +500 +95 +200 +5.26 +2.50 +20 +14 +20 +1.38 +1.00 +1 +0 +3$'
says '^bytes/lz4 +1 +4 +- +0.25 +- +8 +10 +- +0.80 +- +0 +0 +-$'
says 'set-up is expensive, libfuzzer: +met$'
says 'set-up is expensive, afl: +missed on generator/mujs$'
says 'more valid branches with a generator, libfuzzer: +met$'
says 'more valid branches with a generator, afl: +missed on generator/mujs$'
says 'no fewer branches with plain bytes, libfuzzer: +missed on bytes/lz4$'
says '^CPU seconds used: bediv 60.0 to 61.0, libfuzzer 60.0 to 60.0, afl 60.0 to 60.0$'
silent_about 'twice the executions'
