#!/bin/bash
# The input in a failure's folder never grows: a later input replaces it only if it has fewer bytes (or as many, and
# fewer choices), and is then shrunk itself.
. "$SOURCE/tests/lib.sh"

# Three ways to the same bug: a sentence of 30 bytes, found first, from which no smaller step leads to another;
# letters, of which one k is enough; and rarely a word of 61 bytes that needs the fewest choices of all.
cat >forms.c <<'END'
#include <bediv.h>
#include <stdlib.h>
static void give_up(void) { abort(); }
static void generate(struct bd_source *s, struct bd_out *out)
{
    switch (bd_pick(s, "form", 4)) {
    case 0: break;
    case 1:
        bd_pick(s, "tense", 2);
        bd_put(out, bd_int(s, "noun", 0, 3) == 3 ? "once upon a time there was a k" : "no");
        break;
    case 2:
        while (bd_more(s, "letter", 9)) { bd_put(out, bd_int(s, "which", 0, 199) == 199 ? "k" : "a"); }
        break;
    case 3:
        if (bd_int(s, "word", 0, 799) == 799) { bd_put(out, "once upon a time there was a word that had sixty-one bytes: k"); }
        break;
    }
}
static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size && memchr(in->data, 'k', in->size)) { give_up(); }
    return BD_VALID;
}
BD_FUZZER(.name = "forms", .generate = generate, .run = run);
END
build forms forms.c

# campaign TRIALS [FLAG...]: creates ./out with one failure; sets $folder to its folder, and $size to the bytes of its
# input.
campaign() {
    rm -rf out
    exits 77 ./forms -q --guide quickcheck --seed "$seed" -n "$1" "${@:2}" -o out
    same "folders" "$(distinct out)" 1
    folder=$(folders out)
    size=$(wc -c <"$folder/input")
}

for seed in 1 2; do
    step "seed $seed: the sentence comes first, and is as small as possible"
    campaign 20000 --stop-on-failure
    same "the first" "$(cat "$folder/input")" "once upon a time there was a k"
    first=$(figure out execs_done)

    step "seed $seed: never larger, and the smallest in the end"
    before=$size
    for trials in $((first + 100)) $((first + 1000)) 10000; do
        campaign $trials
        [[ $size -le $before ]] || fail "$before bytes, and after $trials trials $size"
        before=$size
    done
    same "the smallest" "$(cat "$folder/input")" k
    [[ $(known "$folder" shrink_runs) -lt 4000 ]] || fail "$(known "$folder" shrink_runs) runs"
    exits 77 ./forms replay "$folder"
    says '1 bytes'
done

# alike FOLDER FOLDER: they are the same except times.
alike() {
    sed -i 's/^\(  "[a-z]*_seconds":\).*/\1 -/' "$1"/*/failure.json "$2"/*/failure.json
    diff -r "$1" "$2" || fail "$1 and $2 differ"
}

# has_examples COUNT: that many are saved, or the campaign is over.
has_examples() { [[ $(find out/failures -path '*/seen/*.tape' 2>/dev/null | wc -l) -ge $1 ]] || ended $pid; }

step "interrupted while it examines failures, and resumed: the same folder"
rm -rf whole
mv out/failures whole
for round in 1 2 3; do
    rm -rf out
    ./forms -q --guide quickcheck --seed $seed -n 10000 -o out >log 2>&1 &
    pid=$!
    wait_for "examples of failures, or its end" has_examples "$round"
    kill -INT $pid 2>/dev/null || true
    wait $pid || true
    ! grep -q '^Stopped' log || exits 77 ./forms -q --resume out # else it was over before
    alike whole out/failures
done

step "without shrinking, it does not grow either"
before=1000
for trials in 100 1000 10000; do
    campaign $trials --shrink-runs 0
    [[ $size -le $before ]] || fail "$before bytes, and after $trials trials $size"
    before=$size
done
