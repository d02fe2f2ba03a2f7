#!/bin/bash
# You can edit a tape by hand. It is used as far as it fits its generator, and replay reports how far that is.
. "$SOURCE/tests/lib.sh"

cat >whole.tape <<'END'
bediv-tape 1
# written by hand
node {
  v key 5 of 10
  s left 1 of 1
  node {
    v key 3 of 10
    s left 0 of 1
    s right 0 of 1
  }
  s right 1 of 1
  node {
    v key 8 of 10
    s left 0 of 1
    s right 0 of 1
  }
}
END
# becomes TEXT [MISFIT]: e.tape makes these bytes, and its misfit is reported in these words, or it has none.
becomes() {
    exits 0 "$TREE" show e.tape
    same "bytes of the edited tape" "$(tail -n 1 log)" "$1"
    exits 0 "$TREE" replay e.tape
    if [[ -n ${2-} ]]; then says "the tape does not quite fit this generator: $2"; else silent_about "does not quite fit"; fi
}

step "as it is"
cp whole.tape e.tape
becomes "(5 (3 - -) (8 - -))"
says 'valid, .* 19 bytes'

step "an answer changed: the rest stays as it was"
sed 's/key 3 of/key 4 of/' whole.tape >e.tape
becomes "(5 (4 - -) (8 - -))"
sed 's/key 3 of/key 9 of/' whole.tape >e.tape
becomes "(5 (9 - -) (8 - -))"
says 'invalid'

step "a subtree closed: choices that are no longer asked for are reported"
sed '0,/left 1/s/left 1/left 0/' whole.tape >e.tape
# The rule of the right subtree is now the first one entered, so it reads what was the left subtree's.
becomes "(5 - (3 - -))" "6 choices answered from the tape, 0 of them with a domain of another size; 0 not on the tape, answered 0; 3 on the tape, not drawn"

step "a line removed: its choice is answered 0, and no other is shifted"
sed '/key 3/d' whole.tape >e.tape
becomes "(5 (0 - -) (8 - -))" "8 choices answered .* 1 not on the tape, answered 0; 0 on the tape"

step "a rule renamed: the choices in it are answered 0"
sed '0,/^  node {/s//  leaf {/' whole.tape >e.tape
becomes "(5 (8 - -) (0 - -))" ".* 3 not on the tape, answered 0; 3 on the tape, not drawn"

step "a label renamed"
sed 's/v key 8/v name 8/' whole.tape >e.tape
becomes "(5 (3 - -) (0 - -))" ".* 1 not on the tape, answered 0; 1 on the tape, not drawn"

step "a domain of another size: used, and reported; an answer beyond the generator's range: the largest"
sed 's/key 8 of 10/key 8 of 20/' whole.tape >e.tape
becomes "(5 (3 - -) (8 - -))" ".* 1 of them with a domain of another size"
sed 's/key 8 of 10/key 15 of 20/' whole.tape >e.tape
becomes "(5 (3 - -) (10 - -))" ".* 1 of them with a domain of another size"

step "several answers on a line, comments, blank lines, no indentation, DOS line ends"
cat >e.tape <<'END'
bediv-tape 1

node {
# the root
v key 7 of 10
s left 0 of 1
s right 0 of 1
}
END
becomes "(7 - -)"
sed 's/$/\r/' whole.tape >e.tape
becomes "(5 (3 - -) (8 - -))"

step "nothing at all: all choices are answered 0"
echo 'bediv-tape 1' >e.tape
becomes "(0 - -)" "0 choices answered .* 3 not on the tape"

step "if the bytes beside it are not what it makes, the bytes count"
cp whole.tape case.tape
echo -n "(5 (3 - -) (8 - -))" >case
exits 0 "$TREE" replay case
says 'case: valid'
sed -i 's/key 3 of/key 9 of/' case.tape # would be invalid, and has one byte in common
exits 0 "$TREE" replay case
says 'case: invalid' # bytes come without an object, which this target refuses
silent_about 'does not quite fit'

step "a file that is not a tape is refused, with the line"
refuses() {
    exits 2 "$TREE" replay e.tape
    says "e.tape:$1: $2"
}
sed 's/key 3 of 10/key 11 of 10/' whole.tape >e.tape
refuses 7 "an answer is larger than its maximum"
sed 's/key 3 of 10/key three of 10/' whole.tape >e.tape
refuses 7 "an answer must be a whole number"
sed 's/key 3 of 10/key 3/' whole.tape >e.tape
refuses 7 '"of MAX" is missing'
sed 's/v key 3 of 10/x key 3 of 10/' whole.tape >e.tape
refuses 7 "neither a choice"
sed '$d' whole.tape >e.tape
refuses 1[67] "the file ends inside a rule"
{ cat whole.tape && echo "}"; } >e.tape
refuses 18 "a } without a rule to close"
printf 'bediv-tape 1\nnode {\0}\n' >e.tape
refuses "[0-9]*" ".*NUL"
