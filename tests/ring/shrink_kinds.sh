#!/bin/bash
# Whatever a failure is (an exit, a hang, a stack overflow, too much memory, a verdict, a failure of the generator),
# shrinking keeps it the same: if one input can fail in several ways, that of the original remains.
. "$SOURCE/tests/lib.sh"

cat >kinds.c <<'END'
#include <bediv.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int sink;
static int deep(int n)
{
    volatile char frame[256];
    frame[0] = (char)n;
    return deep(n + 1) + frame[0];
}
static volatile char *fill(volatile char *block)
{
    for (int i = 0; i < 1 << 22; i += 4096) { block[i] = 1; }
    return block;
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 20)) {
        if (bd_put_char_of(s, out, "which", "abcdefgh") == 'h') { abort(); }
    }
}
static enum bd_verdict run(const struct bd_input *in)
{
    for (size_t i = 0; i + 1 < in->size; i++) {
        const uint8_t *at = in->data + i;
        if (memcmp(at, "de", 2) == 0) { for (;;) { sink++; } }
        if (memcmp(at, "ef", 2) == 0) { _exit(3); }
        if (memcmp(at, "ff", 2) == 0) { return deep(0) ? BD_VALID : BD_INVALID; }
        if (memcmp(at, "gc", 2) == 0) { for (;;) { *fill(malloc(1 << 22)) = 1; } }
        if (memcmp(at, "cc", 2) == 0) { return BD_FAILURE; }
    }
    return BD_VALID;
}
BD_FUZZER(.name = "kinds", .generate = generate, .run = run);
END
build kinds kinds.c

# shrinks LETTERS TO KIND [TIMEOUT]; on a busy machine, a short one might expire by chance
shrinks() {
    step "$1 has kind: $3"
    {
        echo "bediv-tape 1"
        for ((i = 0; i < ${#1}; i++)); do printf 's letter 1 of 1\nv which %d of 7\n' $(($(printf %d "'${1:i:1}") - 97)); done
        echo "s letter 0 of 1"
    } >kind.tape
    rm -f kind.shrunk*
    exits 0 ./kinds shrink --timeout "${4-1m}" --memory 300M kind.tape
    says "^kind.tape: .*$3"
    same "the smallest" "$(cat kind.shrunk)" "$2"
}

shrinks abcabdeabcabcaef de timeout 2s
shrinks abcabcabefcabddaba ef 'exit(\(| )3'
shrinks abbccbefde cc verdict
shrinks aabchcad h ABRT
[[ -n $SANITIZE ]] || shrinks aabbffaadbef ff 'stack.overflow'
[[ -n $SANITIZE ]] || shrinks aagcaadbef gc memory
