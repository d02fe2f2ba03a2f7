#!/bin/bash
# check-generator finds each rule that a generator breaks, and nothing in one that keeps them.
. "$SOURCE/tests/lib.sh"

# generator NAME BODY: a fuzzer whose generator has this body.
generator() {
    cat >"$1.c" <<END
#include <bediv.h>
#include <stdlib.h>
static void generate(struct bd_source *s, struct bd_out *out) { $2 }
static enum bd_verdict run(const struct bd_input *in) { return in->size % 2 ? BD_VALID : BD_INVALID; }
BD_FUZZER(.name = "$1", .generate = generate, .run = run);
END
    build "$1" "$1.c"
}
# breaks NAME PATTERN: just this one rule.
breaks() {
    step "$1"
    exits 77 "./$1" check-generator --seed 1 -n 300
    says "$2"
    says ': 1 wrong$'
    exits 77 "./$1" check-generator -q --seed 1 -n 300
    same "lines with -q that name no fault" "$(grep -cvE 'WRONG|^kind|: 1 wrong$' log)" 0
}

step "generators that keep the rules"
exits 0 "$TREE" check-generator --seed 1
says '^value +key +[0-9]+ +400 +0 +0 +0 *$'
says '^structure +left +[0-9]+ +400 +400 +0 +0 *$'
says '^1000 inputs, [0-9]+ draws, 1200 of them changed one at a time \(seed 1\): 0 wrong$'
mv log first
exits 0 "$TREE" check-generator --seed 1
diff first log || fail "the same seed gives another result"
[[ -z $(ls -A | grep -v -e first -e log) ]] || fail "it has written files: $(ls -A)"

for example in calc bytes; do exits 0 "$BUILD/examples/$example" check-generator -q --seed 1; done

generator steers 'if (bd_int(s, "size", 0, 9) > 4) { bd_put_char_of(s, out, "letter", "abc"); } bd_put(out, "x");'
breaks steers '^value +size .*WRONG: decides what is drawn next; draw it as structure$'
generator idle 'bd_int(s, "idle", 0, 9); bd_put_char_of(s, out, "letter", "abc");'
breaks idle '^value +idle .* 300  WRONG: has no effect on the input; remove the draw$'
generator twofold 'if (bd_flag(s, "more")) { bd_put_int(s, out, "number", 0, 9); } else { bd_put(out, "0"); }
    if (bd_pick(s, "number", 2)) { bd_put_char_of(s, out, "letter", "abc"); } else { bd_put(out, "0"); }'
step "twofold"
exits 77 ./twofold check-generator --seed 1 -n 300
says '^value +number .*WRONG: the label is used for structure and for values; use two labels$'
says '^structure +number .*WRONG: the label is used'
generator backwards 'if (!bd_flag(s, "short")) { bd_put(out, "a long one"); } bd_put_char_of(s, out, "letter", "abc");'
breaks backwards 'are smaller than the one whose answers are all 0 \(11 bytes; the smallest has 1\)'
generator forgetful 'static int calls; bd_put(out, ++calls % 2 ? "a" : "b"); bd_put_char_of(s, out, "letter", "abc");'
breaks forgetful 'the same answers made another input'

step "worth knowing, but not wrong"
generator ranges 'int64_t most = bd_put_int(s, out, "most", 1, 9); bd_put_int(s, out, "number", 0, most);
    bd_put_char_of(s, out, "letter", bd_flag(s, "upper") ? "ABC" : "abc");'
exits 0 ./ranges check-generator --seed 1 -n 300
says '^value +most .*  affects the range or the weights of a later draw$'
says '^structure +upper .*  decided nothing; perhaps a value\?$'

generator weights 'unsigned weights[] = {1, bd_flag(s, "often") ? 9u : 1u};
    bd_put(out, bd_pick_weighted(s, "word", weights, 2) ? "ab" : "a"); bd_put_char_of(s, out, "letter", "abc");'
exits 0 ./weights check-generator --seed 1 -n 300
says '^structure +often +300 +300 +0 +300 +0 '

step "inputs that cannot be checked are counted"
generator discards 'if (bd_flag(s, "discard")) { bd_discard(s, "no"); } bd_put_char_of(s, out, "letter", "abc");'
exits 0 ./discards check-generator --seed 1 -n 300
says '^1[0-9][0-9] of 300 inputs were not checked: discarded, out of budget, or too long$'

step "a generator that fails"
generator fails 'if (bd_put_int(s, out, "number", 0, 99) == 5) { abort(); }'
exits 1 ./fails check-generator --seed 1
says 'the generator failed \(.*\) at sample [0-9]+'
