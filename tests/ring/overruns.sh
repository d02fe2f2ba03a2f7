#!/bin/bash
# builds: unsanitized
# A target that runs past either end of its input's buffer faults at once, and damages nothing: the campaign continues.
. "$SOURCE/tests/lib.sh"

cat >overruns.c <<'END'
#include <bediv.h>
#include <stdlib.h>
__attribute__((noinline)) static void run_past(volatile char *data, long step)
{
    for (long i = 0;; i += step) { data[i] = 'x'; }
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 4)) { bd_put_char_of(s, out, "which", "abcdefghijklmnopqrstuvwxyz"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size && memchr(in->data, 'k', in->size)) { run_past((volatile char *)in->data, atol(getenv("STEP"))); }
    return BD_VALID;
}
BD_FUZZER(.name = "overruns", .generate = generate, .run = run);
END
build overruns overruns.c

for STEP in -1 4096; do # backwards, and page by page forwards
    step "step $STEP"
    export STEP
    out=out$STEP
    exits 77 ./overruns --guide quickcheck --seed 1 -n 60 --shrink-runs 0 -o "$out"
    says '^Done after .* 60 trials'
    silent_about "wrote into the fuzzer's memory"
    adds_up "$out"
    filed "$out" "$(figure "$out" failures)"
    [[ $(figure "$out" failures) -ge 2 ]] || fail "only one run failed, so nothing went on after it"
    same "failures" "$(for folder in $(folders "$out"); do known "$folder" signature; done)" "SIGSEGV in run_past at overruns.c:5"
done
