#!/bin/bash
# The first inputs are used to check the rules that generators and targets must follow; a broken rule is reported.
. "$SOURCE/tests/lib.sh"

contract=$BUILD/tests/ring/contract
stable() { same "stability of $1" "$(figure "$1" stability)" 100.00%; }

step "no rule broken: no warning"
exits 0 "$contract" -q --seed 1 -n 3000 -o good
silent_about warning
stable good

step "a target whose traces vary"
BREAK=unstable exits 0 "$contract" -q --seed 1 -n 3000 -o unstable
says 'warning: stability [0-9.]*%: [0-9]+ of [0-9]+ branches varied when the same input was run again'
says 'To fix it, write a .reset hook'
says '  stability   [0-9.]*%'
value=$(figure unstable stability)
awk -v s="${value%\%}" 'BEGIN { exit !(s > 0 && s < 100) }' || fail "stability is $value in fuzzer_stats"
says 'they are left out of traces \(--all-probes keeps them\)'
says 'branches left out of traces: [0-9]'
[[ $(figure unstable left_out) -gt 0 ]] || fail "nothing is left out of traces"
BREAK=unstable exits 0 "$contract" -q --seed 1 -n 3000 --all-probes -o all-probes
same "left out with --all-probes" "$(figure all-probes left_out)" 0
says 'traces are partly noise'

step "a target that writes to its input"
BREAK=overwrite exits 0 "$contract" -q --seed 1 -n 3000 -o overwrite
says 'warning: the target wrote to its input in 6[0-9] of the first 64 runs; it must work on a copy'
silent_about 'same choices gave different bytes'

step "a target that takes no input twice: its failures are counted, and the campaign still ends"
BREAK=once exits 77 "$contract" -q --seed 1 --guide quickcheck -n 5 -o once
[[ $(figure once execs_done) -ge 5 && $(figure once execs_done) -le 6 ]] || fail "$(figure once execs_done) trials, not 5"
[[ $(figure once failures) -ge 2 ]] || fail "no repetition failed"
adds_up once
filed once "$(figure once failures)"

step "a generator that calls rand()"
BREAK=random exits 0 "$contract" -q --seed 1 -n 3000 -o random
says 'warning: the same choices gave different bytes for 64 of the first 64 inputs'
silent_about 'wrote to its input'
