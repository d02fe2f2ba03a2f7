#!/bin/bash
# Fuzzers built with a sanitizer: its reports are failures of kind `sanitizer`, with the report in the log. Reading
# one byte past the input is detected, because the memory after the input is poisoned.
. "$SOURCE/tests/lib.sh"

cat >target.c <<'END'
#include <bediv.h>
#include <stdlib.h>
static volatile int sink;
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "what", "abcdefgh");
    for (size_t i = bd_count(s, "count", 9, 64); i > 0; i--) { bd_put_char_of(s, out, "more", "xyz"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    switch (in->data[0]) {
#ifdef OVERREAD
    case 'c': sink = in->data[in->size]; break;
#endif
#ifdef HEAP
    case 'd': {
        char *volatile block = malloc(in->size);
        block[in->size] = 1;
        free(block);
        break;
    }
#endif
#ifdef WILD
    case 'e': *(volatile char *)16 = 1; break;
#endif
#ifdef SHIFT
    case 'f': sink = 1 << (in->size + 100); break;
#endif
    case 'g': return BD_INVALID;
    }
    return BD_VALID;
}
BD_FUZZER(.name = "target", .generate = generate, .run = run);
END
ASAN="-fsanitize=address" UBSAN="-fsanitize=undefined -fno-sanitize-recover=undefined"
# reports NAME WHAT FLAG...: built with these flags, the target fails, and the logs say WHAT.
reports() {
    local name=$1 what=$2 case
    shift 2
    step "$name"
    build "$name" target.c "$@"
    exits 77 "./$name" -q --seed 1 -n 150 --timeout 1m -o "out-$name"
    same trials "$(figure "out-$name" execs_done)" 150
    filed "out-$name" "$(figure "out-$name" failures)"
    adds_up "out-$name"
    while read -r case; do
        [[ $case == */id:??????,sanitizer,* ]] || fail "of another kind: $case"
        says "$what" "$(folder_of "$case")/report.txt"
        says "^# verdict: failure \(sanitizer report\)$" "$case.tape"
    done < <(cases "out-$name/failures")
    case=$(first_case "out-$name/failures")
    exits 77 "./$name" replay --timeout 1m "$case.tape"
    says "FAILURE: sanitizer report"
    says "$what"
}
reports overread "ERROR: AddressSanitizer: use-after-poison" $ASAN -DOVERREAD
reports heap "ERROR: AddressSanitizer: heap-buffer-overflow" $ASAN -DHEAP
reports wild "ERROR: AddressSanitizer: SEGV" $ASAN -DWILD
reports undefined "runtime error: shift exponent" $UBSAN -DSHIFT
reports both "(heap-buffer-overflow|runtime error)" $ASAN $UBSAN -DHEAP -DSHIFT

step "a sanitizer with nothing to report reports nothing"
build fine target.c $ASAN $UBSAN
exits 0 ./fine -q --seed 1 -n 2000 --timeout 1m -o fine_out
same "valid + invalid" $(($(figure fine_out valid) + $(figure fine_out invalid))) 2000
