#!/bin/bash
# --seeds: a corpus that a campaign starts with. Tapes for a generator, bytes for a target without one; with every
# guide.
. "$SOURCE/tests/lib.sh"
BYTES=$BUILD/examples/bytes

# ran DIR FLAG...: a campaign with seeds; on the tree it may find failures.
ran() {
    local dir=$1 status=0
    shift
    "$TREE" -q --seeds before/corpus -o "$dir" "$@" >log 2>&1 || status=$?
    [[ $status -eq 0 || $status -eq 77 ]] || fail "exit code $status: $dir"
}

exits 0 "$TREE" -q --guide bediv-simple --seed 5 -n 1000 -o before
seeds=$(count_cases before/corpus)
[[ $seeds -ge 3 ]] || fail "only $seeds seeds"

step "every guide runs all of them, whatever -n says, and keeps inputs by its own rule"
for guide in $GUIDES; do
    exits 0 "$TREE" -q --guide "$guide" --seed 1 -n 1 --seeds before/corpus -o "tree-$guide"
    same "$guide: trials" "$(figure "tree-$guide" execs_done)" "$seeds"
    same "$guide: valid branches" "$(figure "tree-$guide" valid_edges)" "$(figure before valid_edges)"
    [[ -n $(find "tree-$guide/corpus" -name '*op:seed*') ]] || fail "$guide kept no seed"
    ran "more-$guide" --guide "$guide" --seed 1 -n 1000
    adds_up "more-$guide"
done
[[ -n $(find more-zest/corpus more-bediv-simple/corpus -name '*src:*') ]] || fail "no seed had a child that was kept"

step "the first seed has the same bytes as before"
case=$(find tree-zest/corpus -name '*execs:1,op:seed*' ! -name '*.tape')
cmp "$case" "$(first_case before/corpus)"

step "same seeds, same seed number: the same run"
for i in 1 2; do ran "same-$i" --seed 9 -n 2000; done
diff -r same-1/corpus same-2/corpus || fail "two runs differ"
same "B(1)" "$(figure same-1 b1)" "$(figure same-2 b1)"

step "started with seeds, stopped and resumed: the same run"
ran stopped --seed 9 -n $((seeds + 100))
exits 0 "$TREE" -q --resume stopped -n 2000
diff -r stopped/corpus same-1/corpus || fail "the resumed run differs"
same "B(1)" "$(figure stopped b1)" "$(figure same-1 b1)"

step "a seed that crashes is a failure like any other"
exits 77 "$TREE" -q --seed 5 -n 60000 --stop-on-failure -o failing
tape=$(find failing/failures -name '*.tape' | sed -n 1p)
exits 77 "$TREE" -q --seed 1 -n 1 --seeds before/corpus --seeds "$tape" -o crashed
same "failures" "$(figure crashed failures)" 1
same "trials" "$(figure crashed execs_done)" $((seeds + 1))

step "bytes without a tape are useless for a generator, and reported once"
mkdir plain && printf 'hello\n' >plain/a && printf 'caf\303\251, na\303\257ve\n' >plain/b && : >plain/c
exits 0 "$TREE" -q --seed 1 -n 10 --seeds plain -o useless
says 'warning: 3 files have no tape and cannot be used by this generator'

step "but bytes are all that a target without a generator needs"
for guide in zest bediv-simple; do
    exits 0 "$BYTES" -q --guide $guide --seed 1 -n 3 --seeds plain -o "bytes-$guide"
    same "trials" "$(figure "bytes-$guide" execs_done)" 3
    cmp plain/a "$(find "bytes-$guide/corpus" -name '*execs:1,op:seed*' ! -name '*.tape')"
    cmp plain/b "$(find "bytes-$guide/corpus" -name '*execs:2,op:seed*' ! -name '*.tape')"
done

step "a missing seed is an error, and nothing is run"
exits 2 "$TREE" -q --seeds nowhere -o never
says 'error: cannot read the seeds in nowhere: No such file or directory'
[[ ! -e never ]] || fail "a run directory was made"

step "a campaign that started with seeds is resumed like any other"
exits 0 "$BYTES" -q --guide bediv-simple --seed 1 -n 900 --seeds plain -o whole
exits 0 "$BYTES" -q --guide bediv-simple --seed 1 -n 300 --seeds plain -o parts
exits 0 "$BYTES" -q --resume parts -n 600
exits 0 "$BYTES" -q --resume parts -n 900 --seeds plain
diff -r whole/corpus parts/corpus || fail "another corpus came out"
exits 2 "$BYTES" -q --resume parts -n 1000 --seeds plain/a
says 'it began with 3 seeds, and now there are 1: leave --seeds out'
