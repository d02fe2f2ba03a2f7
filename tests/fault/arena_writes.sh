#!/bin/bash
# A target or generator with a wild pointer writes into the memory that it shares with the engine, in 50 campaigns,
# each with other writes. WILD_CAMPAIGNS sets how many, WILD_FIRST which is the first. Whatever they hit, the
# supervisor neither crashes nor hangs, the exit code is as documented, every failure that is reported is on disk and
# readable, a campaign can be resumed, and nothing is left behind.
. "$SOURCE/tests/lib.sh"

WILD=$BUILD/tests/fault/arena_writes
campaigns=${WILD_CAMPAIGNS-50} first=${WILD_FIRST-1} damaged=0 filed=0 ended=0
: >tally
read -ra guides <<<"$GUIDES"

# wild CODES COMMAND...: COMMAND ends by itself, with one of these exit codes.
wild() {
    local codes=" $1 " code=0
    shift
    WILD_SEED=$seed WILD_TALLY=$PWD/tally timeout -s KILL 600 "$@" >log 2>&1 </dev/null || code=$?
    [[ $codes == *" $code "* ]] || fail "campaign $seed: exit code $code: $*"
}
# The fuzzer's processes that run in this folder.
left_behind() {
    find /proc -maxdepth 2 -name exe -lname "$WILD" 2>/dev/null | while read -r exe; do
        [[ $(readlink "${exe%exe}cwd") != "$PWD"* ]] || echo "$exe"
    done
}

for ((seed = first; seed < first + campaigns; seed++)); do
    rm -rf out
    flags=(-n $((100 + seed * 7 % 400)) --seed "$seed" --timeout 200ms --guide "${guides[seed % ${#guides[@]}]}")
    ((seed % 8 == 0)) || flags+=(--shrink-runs 0)
    ((seed % 3 != 0)) || flags+=(--checkpoint 50ms)
    wild "0 70 71 77" "$WILD" "${flags[@]}" -o out
    [[ -z $(find out -name '*.tmp') ]] || fail "campaign $seed: temporary files are left"
    while read -r saved; do
        filed=$((filed + 1))
        for file in input input.tape report.txt failure.json; do
            [[ -e $saved/$file ]] || fail "campaign $seed: $saved lacks $file"
        done
    done < <(said_saved log)
    ! grep -q "wrote into the fuzzer's memory" log || damaged=$((damaged + 1))
    ! grep -q "the campaign ends here" log || ended=$((ended + 1))
    ((seed % 10 == 0)) || continue
    wild "0 77" "$WILD" failures out
    for case in $(find out -name input -o -path '*/corpus/*.tape'); do wild "0 70 71 77 1" "$WILD" replay "$case"; done
    ((seed % 20 == 0)) || continue
    wild "0 70 71 77" "$WILD" --resume out -n $(($(figure out execs_done) + 100))
done
seed=
none_left() { [[ -z $(left_behind) ]]; }
wait_for "the end of all processes" none_left
echo "$(wc -c <tally) wild writes in $campaigns campaigns: $filed failures announced and on disk; memory of the fuzzer was hit in $damaged, of which" \
    "$((damaged - ended)) went on to their end and $ended ended early"
