#!/bin/bash
# Failures of the puzzles shrink to the smallest possible input, which is known for puzzles.
. "$SOURCE/tests/lib.sh"

# smallest PUZZLE GUIDE TRIALS BYTES: what the guide finds within TRIALS shrinks to BYTES, as printf writes them.
smallest() {
    local program=$BUILD/tests/puzzles/$1 seed case status
    for seed in 1 2; do
        step "$1, seed $seed"
        rm -rf out
        status=0
        "$program" -q --guide "$2" --seed $seed -n "$3" --stop-on-failure -o out >log 2>&1 </dev/null || status=$?
        [[ $status -eq 77 ]] || fail "$1: found nothing (exit code $status)"
        case=$(first_case out/failures)
        shrinks "$program" "$case.tape" "$4"
    done
}

# shrinks PROGRAM TAPE BYTES
shrinks() {
    rm -f small small.tape
    exits 0 "$1" shrink -q "$2" -o small
    sed -n 's/^  /   /p' log
    # shellcheck disable=SC2059 # it is a format
    printf "$3" >wanted
    cmp small wanted || fail "it shrinks to $(od -c small | head -5), not to $(od -c wanted | head -5)"
    exits 77 "$1" replay small.tape
    silent_about 'does not quite fit'
    [[ $(wc -c <small) -le $(wc -c <"${2%.tape}") ]] || fail "larger than before"
}

repeat() { printf "%0$2d" 0 | sed "s/0/$1/g"; }

smallest fixed_structure zest 300000 '\x11G^\xcb'
smallest llvm_target zest 500000 'FUZ'
smallest llvm_with_generator bediv-simple 30000 'F__AAAAAUZ'
smallest magic_values zest 1000000 '\x11G^\xcb'
smallest nesting bediv-simple 300000 "$(repeat r 13)"
smallest object quickcheck 20000 '00000001'
smallest own_verdict quickcheck 20000 '1029'
smallest two_streams bediv-simple 50000 "$(repeat '\\x00' 32)"
smallest validity rlcheck 100000 "$(repeat '\\x00' 10)"
smallest generator_crash quickcheck 10000 '7/0'

step "counts, which no guide solves: 200 letters, every other one a k, and then 100 more"
{
    echo "bediv-tape 1"
    for ((i = 0; i < 300; i++)); do
        letter=$((i >= 200 || i % 2 ? 10 : i % 16))
        printf 's letter 1 of 1\nv which %d of 15\n' $letter
    done
    echo "s letter 0 of 1"
} >counts.tape
"$BUILD/tests/puzzles/counts" show counts.tape | sed '1,/^-- /d' | tr -d '\n' >counts
shrinks "$BUILD/tests/puzzles/counts" counts.tape "$(repeat k 128)"
