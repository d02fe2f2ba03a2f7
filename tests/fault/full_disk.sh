#!/bin/bash
# A full disk is reported at once, fuzzing continues, the exit code says so, and what counts as saved is complete.
# When there is room again, what was kept in memory is written.
. "$SOURCE/tests/lib.sh"

mkdir disk
mount -t tmpfs -o size=64k,nr_inodes=1m none disk 2>/dev/null ||
    skip "mounting a small file system needs root"
cleanup() { umount disk; }

# whole DIR: no temporary, empty or torn file.
whole() {
    local case
    [[ -z $(find "$1" -name '*.tmp') ]] || fail "temporary files are left in $1"
    for case in "$1"/corpus/*.tape "$1"/failures/*/*.tape "$1"/failures/*/seen/*.tape; do
        [[ ! -e $case ]] || tapes+=("$case")
    done
    [[ ! -e $1/setup.json || $(tail -c 2 "$1/setup.json") == "}" ]] || fail "setup.json is torn"
    [[ ! -e $1/abundances || $(tail -c 1 "$1/abundances" | od -An -tx1) == " 0a" ]] || fail "abundances is torn"
    [[ ! -e $1/plot_data ]] || awk -F', ' 'NR == 1 { n = NF } NF != n { exit 1 }' "$1/plot_data" || fail "a row is torn"
}

step "the disk fills up while fuzzing"
exits 74 "$EXPAT" --seed 1 -n 20000 -o disk/run
says '^expat: error: cannot write .*: No space left on device'
says '^Done after .* 20,000 trials'
says 'NOT SAVED   [0-9]+ files could not be written'
same "how often the trouble was told" "$(grep -c 'cannot write disk/run/corpus' log)" 1
tapes=()
whole disk/run
[[ ${#tapes[@]} -gt 1 ]] || fail "nothing at all was saved"
cp log full.log
exits 0 "$EXPAT" replay -q "${tapes[@]}" # every tape that exists can be read to its end
silent_about 'does not quite fit'

step "the disk is full before the first write"
rm -rf disk/run
dd if=/dev/zero of=disk/filler bs=1k count=64 2>/dev/null || true
exits 74 "$EXPAT" --seed 1 -n 2000 -o disk/late
says 'No space left on device'
says '2,000 trials'
rm -rf disk/late disk/filler

step "there is room again before the end: everything is written, and nothing is missing"
mount -o remount,size=64k disk
: >log # must not be mistaken for the previous log
"$EXPAT" --seed 1 -o disk/run >log 2>&1 </dev/null &
pid=$!
wait_for "word of the full disk, at once and not at the end" heard 'cannot write .*: No space left on device'
mount -o remount,size=1g disk
wait_for "word that writing works" heard 'writing to disk/run works again'
kill -TERM $pid
status=0 && wait $pid || status=$?
adds_up disk/run
same "exit code" $status 72
awk -F', ' '!/^#/ && $1 <= before { exit 1 } { before = $1 }' disk/run/plot_data || fail "rows are out of order"
same unsaved "$(figure disk/run unsaved)" 0
rm -rf disk/run

step "failures are kept in memory too, and the campaign reports what is missing before what was found"
mount -o remount,size=128k disk # room for a few of twelve folders
"$BUILD/tests/ring/planted_kinds" --seed 1 -n 200 --timeout 3s --memory 128M -o disk/run >log 2>&1 || status=$?
[[ $status -eq 74 || $status -eq 77 ]] || fail "exit code $status"
says 'No space left'
says 'NOT SAVED'
tapes=()
whole disk/run
says 'saved as disk/run/failures/'
grep -o 'saved as disk/run/failures/[^ ]*' log | sed 's/saved as //' | while read -r folder; do
    [[ -s $folder/failure.json && -s $folder/input.tape && -s $folder/report.txt ]] || fail "$folder is said to be saved"
done
says ": 10 distinct, $(grep -c 'saved as' log) saved"
silent_about ': 10 distinct, 10 saved'
rm -rf disk/run

step "with --spill nothing is missing: what does not fit is in the other directory, case by case"
mount -o remount,size=64k disk
exits 0 "$EXPAT" --seed 1 -n 20000 -o disk/run --spill spill
says 'error: cannot write disk/run/.*: No space left on device; files go to spill until that works again'
says '^  spilled     [0-9]+ files, to spill'
silent_about 'NOT SAVED'
for case in disk/run/corpus/*.tape spill/corpus/*.tape; do [[ -e ${case%.tape} ]] || fail "$case has no bytes"; done
same "files in corpus/, here and there" $(($(count_cases disk/run/corpus) + $(count_cases spill/corpus))) \
    "$(sed -n 's/^corpus_count *: //p' spill/fuzzer_stats)"
tapes=()
whole disk/run
whole spill
exits 0 "$EXPAT" replay -q "${tapes[@]}"
silent_about 'does not quite fit'
rm -rf disk/run spill

step "spilled files are moved back when there is room again"
: >log
"$EXPAT" --seed 1 -o disk/run --spill spill >log 2>&1 </dev/null &
pid=$!
wait_for "word of the full disk" heard 'No space left'
mount -o remount,size=1g disk
wait_for "word that writing works" heard 'writing to disk/run works again; nothing was lost'
kill -TERM $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
adds_up disk/run
[[ ! -e spill ]] || fail "something is left in the spill directory: $(find spill)"

step "a spill directory must be empty"
mkdir -p taken && touch taken/mine
exits 2 "$EXPAT" -n 10 -o other --spill taken
says 'cannot use the spill directory taken: it exists and is not empty; choose another with --spill'
