#!/bin/bash
# cmin keeps the coverage with fewer inputs, merge adds inputs that cover more; neither loses a failure.
. "$SOURCE/tests/lib.sh"

exits 77 "$TREE" -q --seed 1 -n 20000 --guide zest -o run
CALC=$BUILD/examples/calc
"$CALC" -q --seed 2 -n 20000 --guide zest -o run2 >log 2>&1 </dev/null || true

# kept: the number of files in a set.
kept() { find "$1" -maxdepth 1 -type f ! -name '*.tape' | wc -l; }
coverage() { sed -n 's/^  coverage is the same: //p' log; }

for each in "$TREE run" "$CALC run2"; do
    read -r program run <<<"$each"
    rm -rf small again same
    step "$run: fewer inputs"
    exits 0 "$program" cmin "$run" -o small
    cat log
    before=$(coverage)
    [[ -n $before ]] || fail "no coverage is told of"
    [[ $(kept small) -lt $(count_cases "$run/corpus") && $(kept small) -gt 0 ]] || fail "$(kept small) inputs are kept"
    silent_about 'were not covered again'
    for file in small/*; do
        [[ -e $file.tape || $file == *.tape ]] || fail "$file has no tape"
        cmp "$file" "$run/corpus/${file##*/}"
    done
    step "$run: the same coverage, measured again"
    exits 0 "$program" cmin small -o again
    same "coverage of the smaller set" "$(coverage)" "$before"
    same "a second time nothing is superfluous" "$(kept again)" "$(kept small)"
    step "$run: the dropped inputs add nothing"
    exits 0 "$program" merge small "$run"
    says "^small: 0 of $(count_cases "$run/corpus") inputs added"
    same "coverage with all" "$(coverage)" "$before"
    step "$run: the same choice every time"
    exits 0 "$program" cmin "$run/corpus" -o same
    diff -r small same
    exits 2 "$program" cmin "$run" -o small
    says 'small is not empty'
    step "$run: merging into an empty folder, half by half"
    rm -rf one two merged
    mkdir one two
    i=0
    for file in $(cases "$run/corpus"); do
        cp "$file" "$file.tape" "$([[ $((i++ % 2)) == 0 ]] && echo one || echo two)"
    done
    exits 0 "$program" merge merged one
    exits 0 "$program" merge merged two
    same "coverage of both halves" "$(coverage)" "$before"
    exits 0 "$program" merge merged one two
    says '^merged: 0 of'
    [[ -z $(find small merged same -name '.unfinished' -o -name '*.tmp') ]] || fail "something is left unfinished"
done

step "failing inputs are filed"
mkdir mixed
cp run/corpus/* mixed
case=$(find run/failures -path '*/seen/*' ! -name '*.tape' -printf '%s %p\n' | sort -n | sed -n '$s/^[0-9]* //p') # the largest
cp "$case.tape" mixed/bad.tape
cp "$case" mixed/bad
exits 77 "$TREE" cmin mixed run -o with
says '1 inputs? failed: see with/failures'
[[ ! -e with/bad ]] || fail "a failing input is kept as if it did not fail"

step "it is filed as a campaign files it"
folder=with/failures/$(basename "$(dirname "$(dirname "$case")")")
same "folders" "$(echo with/failures/*)" "$folder"
says "mixed/bad fails: SIGABRT in [a-z_]+ at tree.c:[0-9]+; saved in $folder\$"
for file in input seen/bad; do
    cmp "$folder/$file" "$case"
    cmp "$folder/$file.tape" "$case.tape"
done
says '^SIGABRT.* with the input mixed/bad$' "$folder/report.txt"
says '^signature: SIGABRT in ' "$folder/report.txt"
says '^    #0 ' "$folder/report.txt"
for key in '"found_by": "cmin"' '"count": 1' '"examples": 1' '"reproducible": "unknown"' '"program": "tree"' '"function": '; do
    says "$key" "$folder/failure.json"
done
reproduce=$(sed -n 's/^  "reproduce": "\(.*\)",$/\1/p' "$folder/failure.json")
exits 77 bash -c "$reproduce"
exits 77 "$TREE" failures with
says "^SIGABRT in .* 1 .* ${folder##*/}\$"

step "the smallest input is the folder's, and the same one counts once"
mkdir more
cp "$case.tape" more/alone.tape
cp "$(dirname "$(dirname "$case")")/input" more/small
cp "$(dirname "$(dirname "$case")")/input.tape" more/small.tape
for i in 1 2; do
    exits 77 "$TREE" merge with more
    says '"count": 3' "$folder/failure.json"
done
same "seen" "$(ls "$folder/seen" | tr '\n' ' ')" 'alone alone.tape bad bad.tape small small.tape '
cmp "$folder/input" more/small
cmp "$folder/seen/alone" "$case" # made by its tape

step "plain bytes, and failures by verdict"
failing=$BUILD/tests/ring/llvm_failing verdict=$BUILD/tests/puzzles/own_verdict
mkdir plain
printf "zzzzzzzzz" >plain/bad
printf 'ok' >plain/good
export FAIL=abort
exits 77 "$failing" cmin plain -o plain2
folder=$(echo plain2/failures/*)
[[ ! -e $folder/input.tape ]] || fail "a tape was made up"
cmp "$folder/input" plain/bad
exits 77 "$failing" replay "$folder"
exits 0 "$failing" shrink "$folder" -o shrunk
exits 77 "$verdict" -q --seed 1 -n 2000 -o run3
mkdir tapes
cp run3/failures/*/input.tape tapes/bad.tape
exits 77 "$verdict" cmin tapes run3 -o verdicts
cmp verdicts/failures/verdict-*/input run3/failures/verdict-*/input

step "what a killed cmin left is replaced"
mkdir half
touch half/.unfinished
echo stale >half/stale
exits 0 "$TREE" cmin run -o half
[[ ! -e half/stale && ! -e half/.unfinished ]] || fail "it is not made again"

step "tapes without bytes, bytes without tapes, and files that are neither"
mkdir odd
cp "$(first_case run/corpus)" odd/bytes
cp "$(first_case run/corpus).tape" odd/alone.tape
printf 'bediv-tape 1\nnonsense\n' >odd/broken.tape
exits 0 "$TREE" cmin odd -o odd2
says 'broken.tape:2'
says '1 files could not be used'
[[ -e odd2/alone.tape ]] || fail "a tape without bytes is lost"
