#!/bin/bash
# There are more examples of failures than an experiment examines: the report says how many it has not examined.
. "$SOURCE/tests/lib.sh"

{
    echo '#include <bediv.h>'
    echo '#include <stdlib.h>'
    for ((i = 0; i < 40; i++)); do echo "__attribute__((noinline)) static void bug_$i(int n) { if (n != -$i - 1) { abort(); } }"; done
    echo 'static void (*const bugs[])(int) = {'
    for ((i = 0; i < 40; i++)); do echo "bug_$i,"; done
    cat <<'END'
};
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_bytes(out, &(uint8_t){(uint8_t)bd_int(s, "bug", 0, 79)}, 1);
}
static enum bd_verdict run(const struct bd_input *in)
{
    if (in->data[0] < 40) { bugs[in->data[0]](1); }
    return BD_VALID;
}
BD_FUZZER(.name = "buggy", .generate = generate, .run = run);
END
} >buggy.c
mkdir programs
build programs/buggy buggy.c
printf '%s\n' 'programs = "programs"' 'subjects = ["buggy"]' 'guides = ["quickcheck"]' 'repetitions = 1' 'trials = 500' >many.toml
exits 0 "$BUILD/bin/bediv" eval run many.toml -q -o out
table=out/trials/buggy/quickcheck/1/failures.tsv
says '^# 50 of [0-9]+ examples were looked at' $table
examples=$(sed -n 's/^# 50 of \([0-9]*\) .*/\1/p' $table)
exits 0 "$BUILD/bin/bediv" eval report out
for page in out/report.html out/report.md; do
    says "In 1 campaign there were too many examples of failures to run each on the sanitized build: 50 of $examples were" $page
done
