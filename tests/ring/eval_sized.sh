#!/bin/bash
# Techniques with flags of their own, and a control that is given the mean input size of another technique: it runs after that
# one, with its size, also when the experiment is resumed. A guide that knows --mean-size is played by a script.
. "$SOURCE/tests/lib.sh"

bediv=$BUILD/bin/bediv
mkdir programs
cat >programs/tree <<END
#!/bin/bash
# The example tree; its guide sized is quickcheck, and notes the size that it was given.
if [[ \$1 == list ]]; then "$TREE" list | sed 's/^  quickcheck .*/&\n  sized  a control/'; exit; fi
arguments=() size=
while [[ \$# -gt 0 ]]; do
    case \$1 in
    --mean-size) size=\$2 && shift ;;
    sized) arguments+=(quickcheck) ;;
    -o) dir=\$2 && arguments+=("\$1") ;;
    *) arguments+=("\$1") ;;
    esac
    shift
done
status=0
"$TREE" "\${arguments[@]}" || status=\$?
sed -i 's/"program_hash": "[^"]*"/"program_hash": ""/' "\$dir/setup.json" # that of tree, not of this script
[[ -z \$size ]] || echo "\$size" >"\$dir/size"
exit \$status
END
chmod +x programs/tree
cat >small.toml <<'END'
programs = "programs"
subjects = ["tree"]
guides = ["quickcheck"]
techniques = ["many: zest --mutation-count 20", "few: zest --mutation-count 1"]
sized = ["sized as many"]
candidate = "many"
repetitions = 3
trials = 2000
END

step "every control has the size of the campaign with the same number"
exits 0 "$bediv" eval run small.toml -o out -j 1
says '^Ended: 12 of 12 repetitions are done'
sizes=()
for r in 1 2 3; do
    size=$(figure out/trials/tree/many/$r mean_input)
    sizes+=("$size")
    given=$(cat "out/trials/tree/sized@many/$r/size")
    awk -v a="$given" -v b="$size" 'BEGIN { exit !(a == b) }' || fail "repetition $r was given $given, not $size"
    says '"size_of": "many"' "out/trials/tree/sized@many/$r/trial.json"
    says "\"mean_size\": ${size}0" "out/trials/tree/sized@many/$r/trial.json"
    silent_about 'mean_size' out/trials/tree/many/$r/trial.json
done
[[ ${sizes[0]} != "${sizes[1]}" ]] || fail "two campaigns have the same mean size, so this tests nothing"
[[ ${sizes[0]} != $(figure out/trials/tree/few/1 mean_input) ]] || fail "flags make no difference"

step "nothing is left to do; what is removed runs again, and with it what had its size"
exits 0 "$bediv" eval run small.toml -o out -j 1 --dry-run
says 'done: 12, to do: 0'
rm -r out/trials/tree/many/2
exits 0 "$bediv" eval run small.toml -o out -j 1 --dry-run
says 'done: 10, to do: 2'
exits 0 "$bediv" eval run small.toml -o out -j 1
says 'sized@many/2 has no readable trial.json, or was given the size of a campaign that has run again since then: moved it'
says "\"mean_size\": ${sizes[1]}0" "out/trials/tree/sized@many/2/trial.json" # the same trials have the same size

step "the report has the control beside its technique"
exits 0 "$bediv" eval report out
says 'Not at the same input size\*\* on 1 subject' out/report.md
says 'they are not of the same size, so that comparison is not one' out/report.md # this control only notes the size
[[ $(grep -c '^mean_input,tree,' out/csv/measures.csv) == 4 ]] || fail "no mean_input in measures.csv"
says '^tree,many,3,sized@many,3,' out/csv/sizes.csv

step "another definition of a technique is refused"
sed 's/count 20/count 21/' small.toml >other.toml
exits 2 "$bediv" eval run other.toml -o out
says "out holds results of another experiment: 'techniques' differs"

step "without the campaign that has the size, the control is skipped"
sed 's/zest --mutation-count 20/nonsense/; s/repetitions = 3/repetitions = 1/' small.toml >lacking.toml
exits 1 "$bediv" eval run lacking.toml -o lacking -j 1
says "has no guide 'nonsense': its repetitions are skipped"
says 'tree, sized@many, repetition 1: skipped, because it needs the size of the inputs of many, which did not run'
says '^Ended: 2 of 4 repetitions are done'
sed 's/as many/as nobody/' small.toml >wrong.toml
exits 2 "$bediv" eval run wrong.toml -o wrong
says "wrong.toml:5: sized: 'nobody' is none of the techniques"
