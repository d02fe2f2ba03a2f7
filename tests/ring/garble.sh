#!/bin/bash
# Garbled inputs: a bug that no input of the generator shows (tests/ring/garble.c) is found, shrunk and replayed.
. "$SOURCE/tests/lib.sh"
garble=$BUILD/tests/ring/garble

step "without garbling"
exits 0 "$garble" -q --seed 1 -n 5000 --guide zest -o none
exits 0 "$garble" -q --seed 1 -n 5000 --guide bediv --garble 0 -o zero
! cat none/corpus/*.tape zero/corpus/*.tape | grep -q garblings || fail "a tape has garblings"

step "with garbling"
exits 77 "$garble" -q --seed 1 -n 5000 --guide bediv -o bediv
exits 77 "$garble" -q --seed 1 -n 5000 --guide zest --garble 0.3 -o zest
for dir in bediv zest; do
    adds_up $dir
    same "$dir: distinct failures" "$(distinct $dir)" 1
    folder=$(folders $dir)
    same "$dir: smallest input" "$(cat "$folder/input")" "("
    same "$dir: reproducible" "$(known "$folder" reproducible)" yes
    says '^s garblings 1 of 8$' "$folder/input.tape"
    exits 77 "$garble" replay "$folder" # which knows nothing of --garble
    covers_all "$garble" $dir
done

step "the same seed, garbled in the same way; also when resumed"
"$garble" -q --seed 1 -n 2000 --guide bediv -o resumed >/dev/null || true
exits 77 "$garble" -q --resume resumed -n 5000
for dir in bediv resumed; do forget_times $dir; done
same "corpus" "$(cd resumed/corpus && cat ./*)" "$(cd bediv/corpus && cat ./*)"
