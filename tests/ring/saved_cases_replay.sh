#!/bin/bash
# Every saved case, made anew from its tape alone, has the same bytes, verdict and trace as in the campaign.
. "$SOURCE/tests/lib.sh"

# replays PROGRAM RUN-DIR: checks all its cases.
replays() {
    local program=$1 dir=$2 case size verdict expected=0
    rm -rf alone && mkdir alone
    : >expected_lines && : >expected_show
    while read -r case; do
        name=${case##*/}
        cp "$case.tape" alone # without its bytes beside it
        size=$(wc -c <"$case")
        if [[ $case == */failures/* ]]; then
            verdict="FAILURE: $(sed -n 's/^# verdict: failure (\(.*\))$/\1/p' "$case.tape")"
            [[ $case != *",generator,"* ]] || fail "$case: the generator of $program must not fail"
            expected=77
        else
            verdict="$(sed -n 's/^# verdict: //p' "$case.tape"), trace $(sed -n 's/^# trace: //p' "$case.tape")"
        fi
        echo "alone/$name.tape: $verdict, $size bytes" >>expected_lines
        { echo "== alone/$name.tape" && cat "$case.tape" && echo "-- $size bytes" && cat "$case"; } >>expected_show
        [[ $size -eq 0 || $(tail -c 1 "$case" | od -An -tx1) == " 0a" ]] || echo >>expected_show
    done < <(cases "$dir/corpus"; cases "$dir/failures")
    mapfile -t tapes < <(sed 's/: .*, [0-9]* bytes$//' expected_lines)
    [[ ${#tapes[@]} -gt ${3-10} ]] || fail "only ${#tapes[@]} cases in $dir: the test shows little"

    exits $expected "$program" replay --quiet "${tapes[@]}"
    sed -e '/^[0-9]* inputs cover /d' -e 's/, [0-9]* branches,/,/' log >lines
    diff expected_lines lines >difference || { head -n 10 difference; fail "$dir: verdict, trace or size differ"; }
    exits 0 "$program" show "${tapes[@]}"
    cmp log expected_show || fail "$dir: the bytes differ"
}

for guide in $GUIDES; do
    step "tree, $guide"
    exits 77 "$TREE" -q --guide "$guide" --seed 5 -n 50000 -o "tree-$guide"
    replays "$TREE" "tree-$guide"
    step "expat, $guide"
    exits 0 "$EXPAT" -q --guide "$guide" --seed 5 -n 250 -o "expat-$guide"
    replays "$EXPAT" "expat-$guide" 50
done

step "a target that makes its tables at the first run"
exits 0 "$BUILD/tests/ring/lazy" -q --seed 5 -n 2000 -o lazy
replays "$BUILD/tests/ring/lazy" lazy 3
