#!/bin/bash
# Kinds of choices that the campaign decides (--kinds): auto finds those of a careful author, whatever the labels say; with
# auto and with random, the same seed gives the same run, also if it is killed and resumed, and tapes replay anywhere.
. "$SOURCE/tests/lib.sh"
. "$SOURCE/tests/kill.sh"

# words NAME [FLAG...]: a fuzzer of comma-separated words; with -DWRONG, its kinds are the wrong way round.
words() {
    cat >words.c <<'END'
#include <bediv.h>
#include <stdlib.h>
#include <string.h>
#ifdef WRONG
enum { STRUCTURE = BD_VALUE, VALUE = BD_STRUCTURE };
#else
enum { STRUCTURE = BD_STRUCTURE, VALUE = BD_VALUE };
#endif
static uint64_t draw(struct bd_source *s, enum bd_kind kind, const char *label, uint64_t most)
{
    return bd_choose(s, kind, label, &(struct bd_domain){.max = most});
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char *const words[] = {"a", "bb", "ccc", "dddd", "<", ">"};
    while (draw(s, STRUCTURE, "more", 7)) {
        if (draw(s, STRUCTURE, "is number", 1)) {
            bd_put(out, draw(s, VALUE, "negative", 1) ? "-1" : "1");
        } else {
            bd_put(out, words[draw(s, VALUE, "word", 5)]);
        }
        bd_put(out, ",");
    }
}
static enum bd_verdict run(const struct bd_input *in)
{
    int depth = 0, numbers = 0;
    for (size_t i = 0; i < in->size; i++) {
        switch (in->data[i]) {
        case '<': depth++; break;
        case '>':
            if (depth == 0) { return BD_INVALID; }
            if (depth > 5 && numbers > 2) { abort(); }
            depth--;
            break;
        case '1': numbers += depth > 1; break;
        case 'd': numbers -= numbers > 3; break;
        case '-':
            if (depth > 2 && numbers == 3) { numbers++; }
            break;
        }
    }
    return depth == 0 ? BD_VALID : BD_INVALID;
}
BD_FUZZER(.name = "words", .generate = generate, .run = run);
END
    build "$1" words.c "${@:2}"
}
words right
words wrong -DWRONG

# found DIR KEY: the labels that setup.json lists.
found() { sed -n "s/^  \"$2\": \[\(.*\)\],$/\1/p" "$1/setup.json"; }
# without_tapes DIR: its inputs, which must not depend on labels.
without_tapes() { (cd "$1" && find corpus failures -type f ! -name '*.tape' ! -name '*.json' ! -name '*.txt' -exec sha256sum {} + | sort); }

step "auto recovers the author's kinds"
exits 77 "$TREE" --seed 1 -n 20000 -o author
exits 77 "$TREE" --seed 1 -n 20000 --kinds auto -o auto
same "values taken for structure" "$(found auto values_taken_for_structure)" ""
says '"values_taken_for_structure": \[\]' auto/setup.json
says '"structure_taken_for_values": \[\]' auto/setup.json
diff -r author/corpus auto/corpus || fail "the same kinds give other inputs"
diff <(without_tapes author) <(without_tapes auto) || fail "the same kinds give other failures"

step "wrong labels get the right kinds"
exits 77 ./right --seed 1 -n 20000 -o right.author
exits 77 ./wrong --seed 1 -n 20000 -o wrong.author
exits 77 ./wrong --seed 1 -n 20000 --kinds auto -o wrong.auto
says '4 of 4 choice points are not of the kind that the generator says: see setup.json'
same "values taken for structure" "$(found wrong.auto values_taken_for_structure)" '"more", "is number"'
same "structure taken for values" "$(found wrong.auto structure_taken_for_values)" '"word", "negative"'
diff <(without_tapes right.author) <(without_tapes wrong.auto) || fail "the right kinds, found, give other inputs"
! diff <(without_tapes right.author) <(without_tapes wrong.author) >/dev/null || fail "the kinds make no difference: this tests nothing"
says '"reproducible": "yes"' "$(folders wrong.auto | sed -n 1p)/failure.json"

step "random kinds are others, and depend on the seed"
exits 77 "$TREE" --seed 1 -n 20000 --kinds random -o random
says '^  "kinds": "random",$' random/setup.json
! diff -r author/corpus random/corpus >/dev/null || fail "random kinds make no difference: this tests nothing"
for folder in $(folders random); do says '"reproducible": "yes"' "$folder/failure.json"; done

step "a failure that needs earlier inputs is made again with the campaign's kinds"
exits 77 "$BUILD/tests/ring/needs_earlier" --timeout 20s --seed 2 -n 3000 --kinds random -o earlier
same reproducible "$(known "$(folders earlier)" reproducible)" "needs earlier inputs"
exits 77 "$BUILD/tests/ring/needs_earlier" replay "$(folders earlier)"

step "the same seed gives the same run, also if it is killed and resumed"
RANDOM=5
as_undisturbed 3 ./wrong --kinds auto --seed 7 -n 50k --timeout 1m
as_undisturbed 3 ./wrong --kinds random --seed 7 -n 50k --timeout 1m
as_undisturbed 3 "$TREE" --kinds random --seed 3 -g bediv-havoc -n 50k --timeout 1m

step "a campaign keeps its kinds"
exits 2 ./wrong --resume wrong.auto --kinds random -n 30k
says '\-\-kinds is random, but the campaign has auto'

step "tapes replay with any kinds"
covers_all ./wrong wrong.auto
covers_all "$TREE" random
for kinds in author auto random; do
    exits 77 "$TREE" --seed 2 -n 1 --kinds $kinds --seeds random/corpus --seeds random/failures -o "seeded.$kinds"
    same "branches of the seeds" "$(figure "seeded.$kinds" edges_found)" "$(figure random edges_found)"
done

step "plain bytes"
for kinds in auto random; do
    exits 0 "$BUILD/examples/bytes" --seed 1 -n 2000 --kinds $kinds -g bediv-simple -o "bytes.$kinds"
    adds_up "bytes.$kinds"
done
exits 0 "$BUILD/examples/bytes" --seed 1 -n 2000 -g bediv-simple -o bytes.author
diff -r bytes.author/corpus bytes.auto/corpus || fail "our own generator has wrong labels"

step "a generator that fails when it is sampled"
cat >fails.c <<'END'
#include <bediv.h>
#include <stdlib.h>
static void generate(struct bd_source *s, struct bd_out *out)
{
    int64_t number = bd_put_int(s, out, "number", 0, 99);
    if (number == 5) { abort(); }
    while (number == 6) {}
}
static enum bd_verdict run(const struct bd_input *in) { return in->size ? BD_VALID : BD_INVALID; }
BD_FUZZER(.name = "fails", .generate = generate, .run = run);
END
build fails fails.c
exits 1 ./fails --seed 1 -n 1000 --kinds auto --timeout 300ms -o fails.auto
says 'the generator failed \((SIGABRT|timeout)\) at sample [0-9]+'
says 'with --kinds auto, the generator is sampled first, and must not fail'
[[ ! -e fails.auto ]] || fail "it has left a directory"
