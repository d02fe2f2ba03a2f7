#!/bin/bash
# Damaged inputs: a bug that no input of the generator shows (tests/ring/damage.c) is found, shrunk and replayed.
. "$SOURCE/tests/lib.sh"
damage=$BUILD/tests/ring/damage

step "without damage"
exits 0 "$damage" -q --seed 1 -n 5000 --guide zest -o none
exits 0 "$damage" -q --seed 1 -n 5000 --guide bediv --damage 0 -o zero
! cat none/corpus/*.tape zero/corpus/*.tape | grep -q damages || fail "a tape has damage"

step "with damage"
exits 77 "$damage" -q --seed 1 -n 5000 --guide bediv -o bediv
exits 77 "$damage" -q --seed 1 -n 5000 --guide zest --damage 0.3 -o zest
for dir in bediv zest; do
    adds_up $dir
    same "$dir: distinct failures" "$(distinct $dir)" 1
    folder=$(folders $dir)
    same "$dir: smallest input" "$(cat "$folder/input")" "("
    same "$dir: reproducible" "$(known "$folder" reproducible)" yes
    says '^s damages 1 of 8$' "$folder/input.tape"
    exits 77 "$damage" replay "$folder" # which knows nothing of --damage
    covers_all "$damage" $dir
done

step "the same seed, the same damage; also when resumed"
"$damage" -q --seed 1 -n 2000 --guide bediv -o resumed >/dev/null || true
exits 77 "$damage" -q --resume resumed -n 5000
for dir in bediv resumed; do forget_times $dir; done
same "corpus" "$(cd resumed/corpus && cat ./*)" "$(cd bediv/corpus && cat ./*)"
