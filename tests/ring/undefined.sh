#!/bin/bash
# builds: unsanitized
# A build whose UBSan lets the program continue, as `bediv cc` and CMake make them: a report becomes a failure at the end
# of the run, and hides nothing that happens later in the same run. A build whose UBSan aborts has the same failures.
. "$SOURCE/tests/lib.sh"
export BEDIV_SYMBOLIZER="" ASAN_OPTIONS=symbolize=0 # our own names will do, and most of the time would be theirs

cat >both.c <<'END'
#include <bediv.h>
#include <stdlib.h>
static volatile int sink;
__attribute__((noinline)) static void shift(int by) { sink = 1 << (by + 31); }
__attribute__((noinline)) static void add(int more) { sink = 2147483647 + more; }
__attribute__((noinline)) static void overflow(void)
{
    volatile char *block = malloc(4);
    sink += block[4 + (sink & 0)];
    free((void *)block);
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 6)) { bd_put_char_of(s, out, "which", "abcdefgh"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    size_t seen[8] = {0};
    for (size_t i = 0; i < in->size; i++) { seen[in->data[i] - 'a']++; }
    if (seen[1]) { shift((int)seen[1]); }
    if (seen[1] && seen[2]) { add((int)seen[2]); }
    if (seen[1] && seen[3]) { overflow(); }
    return BD_VALID;
}
BD_FUZZER(.name = "both", .generate = generate, .run = run);
END
"$BUILD/bin/bediv" cc -O1 -fsanitize=address,undefined both.c -o goes_on
"$BUILD/bin/bediv" cc -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined both.c -o aborts
folder() { echo "$1"/failures/"$2"*; }

step "a run with several reports is filed as several failures"
exits 77 ./goes_on -q --guide quickcheck --seed 1 -n 60 --shrink-runs 60 -o out
same "kinds" "$(ls out/failures | sed 's/-[0-9a-f]*$//' | sort | xargs)" \
    "heap-buffer-overflow-in-overflow shift_exponent_too_large-in-shift signed_integer_overflow-in-add"
same "reproducible" "$(grep -h '"reproducible"' out/failures/*/failure.json | sort -u)" '  "reproducible": "yes",'

step "each with its own report, shrunk to what it needs"
same "shift" "$(cat "$(folder out shift)/input")" b
same "add" "$(fold -w1 <"$(folder out signed)/input" | sort | tr -d '\n')" bc
same "overflow" "$(fold -w1 <"$(folder out heap)/input" | sort | tr -d '\n')" bd
says 'runtime error: shift exponent' "$(folder out shift)/report.txt"
says 'heap-buffer-overflow on address' "$(folder out heap)/report.txt"
says '^signature: signed integer overflow in add' "$(folder out signed)/report.txt"
says '^undefined behaviour, with an input shrunk' "$(folder out shift)/report.txt"

step "replay shows the worst of them"
exits 77 ./goes_on replay "$(folder out shift)"
says 'FAILURE: undefined behaviour'
says 'shift exponent too large in shift'
exits 77 ./goes_on replay "$(folder out heap)"
says 'FAILURE: sanitizer report'
says 'heap-buffer-overflow in overflow'

step "shrink works on them by itself"
unshrunk=$(find "$(folder out signed)/seen" -name '*.tape' | sort | head -n 1)
cp "$unshrunk" found.tape
exits 77 ./goes_on replay found.tape
"./goes_on" shrink found.tape >log 2>&1 || fail "shrink: exit code $?"

step "the same seed gives the same directory"
exits 77 ./goes_on -q --guide quickcheck --seed 1 -n 60 --shrink-runs 60 -o again
(cd out && find failures -type f ! -name failure.json -exec sha256sum {} + | sort -k2) >out.sums
(cd again && find failures -type f ! -name failure.json ! -name report.txt -exec sha256sum {} + | sort -k2) >again.sums
grep -v report.txt out.sums | cmp - again.sums || fail "other failures"

step "where UBSan aborts, it is as ever: the first report of a run hides the rest"
exits 77 ./aborts -q --guide quickcheck --seed 1 -n 60 --shrink-runs 60 -o aborted
same "kinds" "$(ls aborted/failures | sed 's/-[0-9a-f]*$//' | xargs)" shift_exponent_too_large-in-shift
same "its folder" "$(ls aborted/failures)" "$(basename "$(folder out shift)")"

step "the generator's, and those of the simplest input"
cat >generator.c <<'END'
#include <bediv.h>
static volatile int sink = 2147483647;
static void generate(struct bd_source *s, struct bd_out *out) { bd_put_int(s, out, "number", 0, 9), sink += 1; }
static enum bd_verdict run(const struct bd_input *in) { return in->size ? BD_VALID : BD_INVALID; }
BD_FUZZER(.name = "generator", .generate = generate, .run = run);
END
"$BUILD/bin/bediv" cc -O1 -fsanitize=undefined generator.c -o generator
exits 77 ./generator -q --guide quickcheck --seed 1 -n 20 -o simplest
same "folders" "$(ls simplest/failures | sed 's/-[0-9a-f]*$//')" generator_signed_integer_overflow-in-generate
same "reproducible" "$(known simplest/failures/* reproducible)" yes
exits 77 ./generator replay simplest/failures/*
says 'the generator failed: undefined behaviour'
