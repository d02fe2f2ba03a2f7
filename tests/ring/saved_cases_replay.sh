#!/bin/bash
# Every saved case, made again from its tape alone, has the same bytes, verdict and trace as in the campaign.
. "$SOURCE/tests/lib.sh"

# replays PROGRAM RUN-DIR: checks all its cases.
replays() {
    local program=$1 dir=$2 case i size last verdict expected=0
    rm -rf alone parts && mkdir alone parts
    local -a all sizes lasts show=()
    local -A verdicts=() traces=()
    mapfile -t all < <(cases "$dir/corpus"; cases "$dir/failures")
    cp "${all[@]/%/.tape}" alone # without their bytes beside them
    while IFS='|' read -r name key value; do
        if [[ $key == verdict ]]; then verdicts[$name]=$value; else traces[$name]=$value; fi
    done < <(awk '/^# (verdict|trace): / { key = substr($2, 1, length($2) - 1); sub(/^# [a-z]*: /, ""); print FILENAME "|" key "|" $0 }' \
        "${all[@]/%/.tape}")
    # One process for all cases, not some for each of a thousand: these would take most of the time.
    mapfile -t sizes < <(stat -c %s "${all[@]}")
    mapfile -t lasts < <(find "${all[@]}" -size +0 -exec tail -q -c 1 {} + | od -An -v -tu1 -w1) # last bytes, if any
    last=0
    echo >parts/newline
    for i in "${!all[@]}"; do
        case=${all[i]} size=${sizes[i]}
        name=${case##*/}
        verdict=${verdicts[$case.tape]}
        if [[ $case == */failures/* ]]; then
            verdict=${verdict#failure (} verdict="FAILURE: ${verdict%)}"
            [[ $case != *",generator,"* ]] || fail "$case: the generator of $program must not fail"
            expected=77
        else
            verdict="$verdict, trace ${traces[$case.tape]}"
        fi
        echo "alone/$name.tape: $verdict, $size bytes" >&7
        echo "== alone/$name.tape" >"parts/$i.name"
        echo "-- $size bytes" >"parts/$i.size"
        show+=("parts/$i.name" "$case.tape" "parts/$i.size" "$case")
        [[ $size -eq 0 ]] || [[ ${lasts[last++]} -eq 10 ]] || show+=(parts/newline)
    done 7>expected_lines
    cat "${show[@]}" >expected_show
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

step "a target that creates its tables in the first run"
exits 0 "$BUILD/tests/ring/lazy" -q --seed 5 -n 2000 -o lazy
replays "$BUILD/tests/ring/lazy" lazy 3
