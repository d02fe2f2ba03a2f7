#!/bin/bash
# The heap of <bediv/heap.h> in a fuzzer built with AddressSanitizer, with a library built without it: every access
# outside a live block is reported, in the run that makes it, however many runs came before; nothing else is.
. "$SOURCE/tests/lib.sh"

cat >target.c <<'END_OF_C'
#include <bediv.h>
#include <bediv/heap.h>
static char *kept, *freed;
static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    kept = bd_heap_calloc(3, 7);
    freed = bd_heap_alloc(100);
    bd_heap_free(freed);
    return kept;
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "what", "abcdefgh");
    for (size_t i = bd_count(s, "count", 9, 64); i > 0; i--) { bd_put_char_of(s, out, "more", "xyz"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    char *volatile own = bd_heap_alloc(in->size), *volatile moved = bd_heap_resize(bd_heap_alloc(10), 3000);
    memset(own, 1, in->size);
    memset(moved, 2, 3000);
    kept[20]++;
    switch (in->data[0]) {
#ifdef OVERFLOW
    case 'c': own[in->size] = 1; break;
#endif
#ifdef USE_AFTER_FREE
    case 'd': bd_heap_free(own), own[0] = 1; break;
#endif
#ifdef FREED_AT_SETUP
    case 'e': freed[0] = 1; break;
#endif
    case 'f': bd_heap_free(kept); break;
    case 'g': bd_heap_free(moved); return BD_INVALID;
    }
    return BD_VALID;
}
BD_FUZZER(.name = "target", .generate = generate, .run = run, .setup = setup);
END_OF_C

for wrong in OVERFLOW USE_AFTER_FREE FREED_AT_SETUP; do
    step "$wrong"
    build "$wrong" target.c -fsanitize=address -D$wrong
    exits 77 "./$wrong" -q --seed 1 -n 150 --timeout 1m -o "out-$wrong"
    adds_up "out-$wrong"
    while read -r case; do
        [[ $case == */id:??????,sanitizer,* ]] || fail "of another kind: $case"
        says "ERROR: AddressSanitizer: use-after-poison" "$(folder_of "$case")/report.txt"
    done < <(cases "out-$wrong/failures")
    exits 77 "./$wrong" replay "$(first_case "out-$wrong/failures").tape"
    says "use-after-poison"
done

step "correct accesses are not reported, and traces repeat"
build fine target.c -fsanitize=address
exits 0 ./fine -q --seed 1 -n 2000 --timeout 1m -o fine_out
same stability "$(figure fine_out stability)" "100.00%"
