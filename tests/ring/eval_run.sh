#!/bin/bash
# `bediv eval run`: a small experiment is interrupted, resumed, and complete in the end; nothing that was done is done
# again. Distinct failures are distinguished. Things that do not belong together are refused.
. "$SOURCE/tests/lib.sh"

bediv=$BUILD/bin/bediv tab=$'\t'
cat >planted.c <<'END'
#include <bediv.h>
#include <stdlib.h>
/* Two bugs, in inputs of any length. */
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "what", "abcdefghijklmnopqrstuvwxyz");
    bd_put_char_of(s, out, "how", "0123456789");
    for (size_t i = bd_count(s, "count", 9, 64); i > 0; i--) { bd_put_char_of(s, out, "more", "xyz"); }
}
__attribute__((noinline)) static void give_up(size_t size) { if (size != 777) { abort(); } }
__attribute__((noinline)) static int look_at(const int *volatile wild) { return *wild; }
static enum bd_verdict run(const struct bd_input *in)
{
    if (in->data[0] == 'q' && in->data[1] > '7') { give_up(in->size); }
    if (in->data[0] == 'v' && in->data[1] < '2') { return look_at((const int *)16) ? BD_VALID : BD_INVALID; }
    return in->data[1] == '5' ? BD_INVALID : BD_VALID;
}
BD_FUZZER(.name = "planted", .generate = generate, .run = run);
END
mkdir -p programs/plain programs/sanitized
build programs/planted planted.c
# shellcheck disable=SC2086 # lists of words
"$CC" -O1 -g $SANITIZE -I"$BUILD/include" planted.c $LINK -o programs/plain/planted
build programs/sanitized/planted planted.c -fsanitize=address,undefined -fno-sanitize-recover=undefined

cat >small.toml <<'END'
programs = "programs"
subjects = ["planted"]
guides = ["quickcheck", "zest"]
blackbox = ["quickcheck"]
repetitions = 2
trials = 1500
flags = ["--keep-failures", "8"]
END

# Repetitions that are in place; and how to see that one was not touched: its contents and its times.
done_repetitions() { find out/trials -mindepth 3 -maxdepth 3 -type d -name '[0-9]*' ! -name '*.part' | sort; }
marks() { for dir in "$@"; do stat -c '%n %y %i' "$dir" "$dir"/* && cat "$dir/trial.json"; done; }

step "a dry run writes nothing"
exits 0 "$bediv" eval run small.toml -o out --dry-run
says '^small: subjects x techniques x repetitions: 1 x 3 x 2 = 6, each of 1500 inputs$'
same "lines of the plan" "$(grep -c 'repetition [12] .* seed [0-9]* *to do$' log)" 6
[[ ! -e out ]] || fail "the dry run made the results directory"

step "interrupted in the middle"
"$bediv" eval run small.toml -o out -j 1 >log 2>&1 </dev/null &
pid=$!
one_is_done() { [[ -d out/trials && -n $(done_repetitions) ]]; }
one_runs() {
    children=$(descendants_of $pid)
    [[ -n $children ]]
}
wait_for "the end of a repetition" one_is_done
wait_for "another repetition" one_runs
kill -INT $pid
status=0 && wait $pid || status=$?
same "exit code" $status 72
says '^Stopped: [1-5] of 6 repetitions are done'
says 'To continue: bediv eval run small.toml -o out -j1$'
# shellcheck disable=SC2086 # a list of words
wait_for "the end of its processes" gone $children
mapfile -t early < <(done_repetitions)
[[ ${#early[@]} -ge 1 && ${#early[@]} -le 5 ]] || fail "${#early[@]} repetitions are done"
before=$(marks "${early[@]}")

step "resumed, to the end"
exits 0 "$bediv" eval run small.toml -o out
says '^Ended: 6 of 6 repetitions are done, 2 distinct failures; results in out$'
says '^\[[0-9]/6\]  .* now: planted '
same "repetitions that were done before" "$(marks "${early[@]}")" "$before"
same "repetitions" "$(done_repetitions | tr '\n' ' ')" "$(echo out/trials/planted/{quickcheck,quickcheck@plain,zest}/{1,2} '')"
[[ -z $(find out -name '*.part') ]] || fail "parts are left"
cmp small.toml out/manifest.toml
for key in started date cpu cores memory_mb kernel bediv programs coverage plain sanitized; do
    says "\"$key\": " out/environment.json
done

step "a third time there is nothing to do"
mapfile -t early < <(done_repetitions)
before=$(marks "${early[@]}")
exits 0 "$bediv" eval run small.toml -o out -q
same "lines" "$(grep -vc warning log)" 1
same "repetitions" "$(marks "${early[@]}")" "$before"

step "every repetition has its own run directory and seed"
for dir in $(done_repetitions); do
    for file in setup.json fuzzer_stats plot_data abundances trial.json failures.tsv failures; do
        [[ -e $dir/$file ]] || fail "$dir/$file is missing"
    done
    [[ ! -e $dir/corpus ]] || fail "$dir/corpus was to be dropped"
    seed=$(sed -n 's/^ *"seed": \([0-9]*\),$/\1/p' "$dir/trial.json")
    says "\"seed\": $seed," "$dir/setup.json"
    echo "$seed" >>seeds
    for key in subject technique repetition core started seconds load_average wall_seconds cpu_seconds sanitized_hash; do says "\"$key\": " "$dir/trial.json"; done
    says '"exit_code": 77' "$dir/trial.json"
done
same "different seeds" "$(sort -u seeds | wc -l)" 6

step "the plain build gives the times, the instrumented one the figures"
for dir in out/trials/planted/quickcheck@plain/?; do
    says '"identical": true' "$dir/trial.json"
    same "trials of $dir" "$(figure "$dir" execs_done)" "$(figure "$dir/timed" execs_done)"
    [[ $(figure "$dir" edges_found) -gt 0 ]] || fail "$dir has no coverage"
    says '"--without-coverage"' "$dir/timed/setup.json"
    [[ ! -e $dir/timed/corpus ]] || fail "$dir/timed/corpus was to be dropped"
done
! grep -q identical out/trials/planted/zest/1/trial.json || fail "identical to what?"

step "two bugs, two lines: by frames, with time, trial, count and the first input"
segv="SEGV in look_at at planted.c:11${tab}SEGV" abort="abort in give_up at planted.c:10${tab}abort"
for dir in $(done_repetitions); do
    tsv=$dir/failures.tsv clock=$dir
    [[ ! -d $dir/timed ]] || clock=$dir/timed
    same "header" "$(head -n 1 "$tsv")" $'# signature\tkind\tseconds\ttrial\tcount\tpath'
    # Zest stays near the first bug that it finds; random inputs hit both.
    bugs=$(grep -v '^#' "$tsv" | cut -f 1,2 | sort)
    case $dir:$bugs in
    */zest/?:"$segv" | */zest/?:"$abort" | *:"$segv"$'\n'"$abort") ;;
    *) fail "$tsv: $bugs" ;;
    esac
    end=$(tail -n 1 "$clock/plot_data" | cut -d , -f 1)
    counted=0
    while IFS=$'\t' read -r _ _ seconds trial count path; do
        [[ -s $dir/$path ]] || fail "$tsv: there is no $path"
        [[ $path == *",execs:$trial,"* ]] || fail "$tsv: $path is not of trial $trial"
        awk -v s="$seconds" -v end="$end" 'BEGIN { exit !(s > 0 && s <= end) }' || fail "$tsv: $seconds s of $end"
        counted=$((counted + count))
    done < <(grep -v '^#' "$tsv")
    same "failures counted in $tsv" $counted "$(figure "$dir" failures)"
done

step "another experiment, or another build, is refused"
sed 's/trials = 1500/seconds = 2/' small.toml >other.toml
exits 2 "$bediv" eval run other.toml -o out
says "out holds results of another experiment: 'seconds' differs between other.toml and out/manifest.toml; choose another"
cp -r programs built_anew
build built_anew/planted planted.c -DCHANGED -O0
sed 's/"programs"/"built_anew"/' small.toml >anew.toml
exits 2 "$bediv" eval run anew.toml -o out
says "was made with another build of 'planted' than the current one; .* remove out/trials/planted to run"
mv programs/sanitized/planted programs/sanitized/first
(cat programs/sanitized/first && echo changed) >programs/sanitized/planted
chmod +x programs/sanitized/planted
exits 2 "$bediv" eval run small.toml -o out
says "was made with another build of 'planted' than the current one"
mv programs/sanitized/first programs/sanitized/planted
exec 9<out && flock 9
exits 2 "$bediv" eval run small.toml -o out
says "cannot use out: another .bediv eval run. is using it"
exec 9<&-
same "repetitions" "$(marks "${early[@]}")" "$before"

step "more repetitions only add to it; without sanitized builds, the campaigns distinguish failures"
mv programs/sanitized programs/away
sed 's/repetitions = 2/repetitions = 3/; s/"zest"/"zest", "bediv-simple"/; s/^blackbox.*/keep_corpus = true/' small.toml >more.toml
exits 0 "$bediv" eval run more.toml -o out
says 'warning: no sanitized build of planted: failures are distinguished by the campaigns'
says '^Ended: 9 of 9 repetitions are done'
[[ -s $(first_case out/trials/planted/bediv-simple/3/corpus) ]] || fail "the corpus was to be kept"
[[ -n $SANITIZE ]] || says "^SIGABRT in give_up at [a-z_]+.c:[0-9]+${tab}SIGABRT$tab" out/trials/planted/quickcheck/3/failures.tsv
same "repetitions of before" "$(marks "${early[@]}")" "$before"
mv programs/away programs/sanitized

step "a folder without a readable trial.json is set aside, and its repetition run again"
: >out/trials/planted/quickcheck/1/trial.json
rm out/trials/planted/zest/2/trial.json
exits 0 "$bediv" eval run more.toml -o out
says 'warning: out/trials/planted/quickcheck/1 has no readable trial.json: moved it to .*/1.damaged; the repetition will run again'
says '^Ended: 9 of 9 repetitions are done'
[[ -d out/trials/planted/zest/2.damaged ]] || fail "the other was not set aside"
says '"seed": ' out/trials/planted/zest/2/trial.json

step "what cannot be run is reported, and the rest continues"
cat >programs/odd <<'END'
#!/bin/sh
[ "$1" != list ] || { printf 'Guides (--guide):\n  quickcheck  x\n\nFlags:\n' && exit; }
echo "odd: no luck today" >&2
exit 1
END
chmod +x programs/odd
sed 's/\["planted"\]/["planted", "odd", "missing"]/; s/^guides.*/guides = ["quickcheck", "nonsense"]/
    s/repetitions = 2/repetitions = 1/; s/trials = 1500/seconds = 1/' small.toml >odd.toml
exits 1 "$bediv" eval run odd.toml -o odd
says "programs/planted has no guide 'nonsense'"
says "cannot run the program of 'missing'"
says '  command: ./programs/missing list'
says 'No such file or directory'
says '^bediv eval: error: odd, quickcheck, repetition 1: the campaign failed$'
says '^  command: ./programs/odd --guide quickcheck --seed [0-9]+ -t 1s -q -o odd/trials/odd/quickcheck/1.part --shrink-runs 0 --checkpoint 0 --keep-failures 8$'
says '^  exit code 1$'
says '^  odd: no luck today$'
says "cannot run the plain build of 'odd'"
says '^Ended: 2 of 9 repetitions are done'
says '^  failed: 1, could not be run: 6; see above'
same "repetitions" "$(echo odd/trials/*/*/?)" "$(echo odd/trials/planted/{quickcheck,quickcheck@plain}/1)"
plain=odd/trials/planted/quickcheck@plain/1
same "trials, by the clock of the plain build" "$(figure $plain execs_done)" "$(figure $plain/timed execs_done)"
says '"identical": true' $plain/trial.json
says '"seconds": 1,' $plain/timed/setup.json
says '"seconds": 0,' $plain/setup.json
