#!/bin/bash
# If a program or library is replaced while it runs, as linkers do, functions are named from what runs, never from the
# new file at the same path, which has other functions at the same addresses. With and without llvm-symbolizer, and
# with AddressSanitizer, whose own report uses the path.
. "$SOURCE/tests/lib.sh"

# Padding moves every address; the names differ, too, so that a wrong file shows.
cat >part.c <<'END2'
#ifdef LATER
#define crash_in_library never_run_in_library
__attribute__((noinline)) int padding_of_library(volatile int *at) { *at = 1; return at[1] + at[2] + at[3]; }
#endif
__attribute__((noinline)) static int crash_in_library(volatile int *at)
{
    *at = 1;
    return at[1];
}
int into_library(int *at);
int into_library(int *at) { return crash_in_library(at) + 1; }
END2
cat >target.c <<'END2'
#include <bediv.h>
#include <unistd.h>
int into_library(int *at);
static int *volatile nowhere = (int *)8;
static volatile int sink;
#ifdef LATER
#define crash_here never_run_here
__attribute__((noinline)) int padding(int n) { for (int i = 0; i < n; i++) { sink += i * n + sink; } return sink; }
#endif
__attribute__((noinline)) static void crash_here(void)
{
    *nowhere = 1;
    sink = 1;
}
static void generate(struct bd_source *s, struct bd_out *out) { bd_put_char_of(s, out, "what", "ab"); }
static enum bd_verdict run(const struct bd_input *in)
{
    /* It fails once the files were replaced, which another file says. The clock does not matter. */
    if (access("started", F_OK) != 0) { sink = symlink("/", "started"); }
    if (access("replaced", F_OK) != 0) { return BD_VALID; }
    if (in->data[0] == 'a') { crash_here(); }
    sink = into_library(nowhere);
    return BD_VALID;
}
BD_FUZZER(.name = "target", .generate = generate, .run = run);
END2

# make_both FLAG...: the program and its library, each as linkers do it: a new file.
make_both() {
    rm -f libpart.so target
    clang-19 -O1 -g -fPIC -shared part.c -o libpart.so "$@"
    build target target.c -L. -lpart -Wl,-rpath,"$PWD" "$@"
}

has_two() { [[ -d $1/failures && $(distinct "$1") -ge 2 ]]; }

# replaced NAME FLAG...: a campaign during which both files are replaced names both failures properly.
replaced() {
    local name=$1 pid
    shift
    step "$name"
    rm -f started replaced
    make_both "$@"
    ./target -q --seed 1 --guide quickcheck --shrink-runs 20 -o "$name" >log 2>&1 &
    pid=$!
    wait_for "the campaign to start" test -L started
    make_both -DLATER "$@"
    touch replaced
    wait_for "both failures" has_two "$name"
    kill -INT $pid
    wait $pid || true
    signatures=$(for folder in $(folders "$name"); do known "$folder" signature; done)
    same "failures" "$(echo "$signatures" | wc -l)" 2
    says 'in crash_here at target.c:' <(echo "$signatures")
    says "in crash_in_library at part.c:" <(echo "$signatures")
    silent_about "deleted|never_run|padding|\+0x" <(echo "$signatures")
    says '^ +#0 crash_here .*target.c:' "$(folders "$name" | grep crash_here)/report.txt"
}

if [[ -z $SANITIZE ]]; then
    replaced plain
    BEDIV_SYMBOLIZER='' replaced bare
fi
replaced asan -fsanitize=address
