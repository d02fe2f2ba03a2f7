#!/bin/bash
# builds: unsanitized
# Every input in bench/known-bugs triggers its bug in the sanitized build, and the pattern that identifies the bug fits no
# other one of its subject. Programs that were not built are left out: `make test` builds that of expat, and
# `make variants subjects` all.
. "$SOURCE/tests/lib.sh"
bugs=$SOURCE/bench/known-bugs

step "the list is complete"
grep -v '^#' "$bugs/bugs.tsv" >list
same "lines that do not have five columns" "$(awk -F '\t' 'NF != 5 || $1 == "" || $3 == ""' list | wc -l)" 0
same "inputs" "$(ls "$bugs/inputs" | sed 's/\.sh$//')" "$(cut -f 1 list | sort)"
[[ $(wc -l <list) -ge 20 ]] || fail "there are only $(wc -l <list) bugs"

checked=0
while IFS=$'\t' read -r id subject pattern _; do
    program=$BUILD/subjects/sanitized/$subject
    [[ -x $program ]] || continue
    step "$id"
    status=0 input=$bugs/inputs/$id
    [[ -e $input ]] || { "$input.sh" >input && input=input; }
    "$program" replay "$input" >log 2>&1 </dev/null || status=$?
    case $status in 70 | 71 | 77) ;; *) fail "exit code $status" ;; esac
    signature=$(awk '/: FAILURE: / { getline; sub(/^ +/, ""); print }' log)
    [[ $signature =~ $pattern ]] || fail "its signature is '$signature', which does not match '$pattern'"
    while IFS=$'\t' read -r other of fits _; do
        [[ $other == "$id" || $of != "$subject" || ! $signature =~ $fits ]] || fail "'$signature' also fits $other"
    done <list
    checked=$((checked + 1))
done <list
[[ $checked -gt 0 ]] || skip "no subject with a known bug has a sanitized build"
echo "$checked of $(wc -l <list) bugs checked"
