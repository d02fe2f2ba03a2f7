#!/bin/bash
# A target that keeps state between runs fails after some of them, whatever the input. The result of shrinking has
# still failed in a new process.
. "$SOURCE/tests/lib.sh"

cat >stateful.c <<'END'
#include <bediv.h>
#include <stdlib.h>
static int runs;
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "digit", 20)) { bd_put_int(s, out, "which", 0, 9); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    int sevens = 0;
    for (size_t i = 0; i < in->size; i++) { sevens += in->data[i] == '7'; }
    if (sevens >= 3 || (in->size && ++runs > 5)) { abort(); }
    return BD_VALID;
}
BD_FUZZER(.name = "stateful", .generate = generate, .run = run);
END
build stateful stateful.c
{
    echo "bediv-tape 1"
    for i in 1 7 3 4 7 5 7 2 7 9 0 7; do printf 's digit 1 of 1\nv which %d of 9\n' $i; done
    echo "s digit 0 of 1"
} >long.tape
exits 77 ./stateful replay long.tape
exits 0 ./stateful shrink long.tape -o small
same "the smallest" "$(cat small)" 777
exits 77 ./stateful replay small.tape
