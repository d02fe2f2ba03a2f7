#!/bin/bash
# The commands that we suggest do what they say when pasted into a shell, whatever the names of the folders: those in
# the summary, in failure.json, in libFuzzer's help, and after an interrupted experiment.
. "$SOURCE/tests/lib.sh"
shells=(sh bash)

# More of them are in tests/unit/base/shell_test.c.
names=("a'b; touch owned" '-rf' '$(touch owned)' 'with  blanks ' $'a\ntouch owned\nb' $'-e\e]0;owned\a' $'\xff\x9b' 'é' '\' '--help' 'x=1')

# pasted EXPECTED COMMAND: each shell returns that exit code, and nothing else happens.
pasted() {
    local shell status
    ! grep -qP '[\x00-\x1f\x7f]' <<<"$2" && [[ $2 != *$'\n'* ]] || fail "not one printable line: $2"
    for shell in "${shells[@]}"; do
        status=0
        "$shell" -c "$2" >log 2>&1 </dev/null || status=$?
        [[ $status -eq $1 ]] || fail "$shell: exit code $status, expected $1: $2"
        [[ ! -e owned ]] || fail "$shell ran more than it should: $2"
    done
}
# unquoted KEY FILE: a JSON string of ASCII characters.
unquoted() { sed -n "s/.*\"$1\": \"\(\([^\"\\\\]\|\\\\.\)*\)\".*/\1/p" "$2" | sed 's/\\\(["\\]\)/\1/g'; }

for name in "${names[@]}"; do
    step "$(printf %q "$name")"
    rm -rf work && mkdir work && cd work
    mkdir bin && cp "$TREE" "bin/x$name"
    "./bin/x$name" -q --seed 1 --stop-on-failure --shrink-runs 1 "--out=$name" >../summary 2>&1 || [[ $? -eq 77 ]] || fail "$(cat ../summary)"
    again=$(sed -n 's/^  reproduce one:  //p' ../summary)
    list=$(sed -n 's/^  list them:      //p' ../summary)
    [[ $again && $list ]] || fail "nothing is suggested"
    pasted 77 "$again"
    says FAILURE
    pasted 77 "$list"
    folder=(./"$name"/failures/*)
    [[ $name == *[^[:print:]]* ]] || { # we do not decode JSON escapes other than a backslash here
        pasted 77 "$(unquoted reproduce "${folder[0]}/failure.json")"
        pasted 0 "$(unquoted shrink "${folder[0]}/failure.json")"
    }
    "./bin/x$name" failures --json "./$name" >json || [[ $? -eq 77 ]]
    if command -v jq >/dev/null; then
        [[ $name == $'\xff\x9b' ]] || pasted 77 "$(jq -r '.failures[0].reproduce' json)"
    fi
    cd ..
done

step "an interrupted experiment"
mkdir "it's"
cat >"it's/one file.toml" <<END
name = "one"
programs = "$BUILD/examples"
subjects = ["tree"]
guides = ["zest"]
seconds = 600
END
"$BUILD/bin/bediv" eval run -o "out'; touch owned" "it's/one file.toml" >summary 2>&1 &
eval=$!
has_begun() { [[ -n $(find "out'; touch owned" -name setup.json 2>/dev/null) ]]; }
wait_for "its first campaign" has_begun
kill -TERM $eval
wait $eval || [[ $? -eq 72 ]] || fail "$(cat summary)"
command=$(sed -n 's/.*To continue: //p' summary)
[[ $command == bediv* ]] || fail "$(cat summary)"
PATH=$BUILD/bin:$PATH pasted 0 "$command --dry-run"
