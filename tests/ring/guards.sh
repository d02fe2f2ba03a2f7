#!/bin/bash
# Code built with trace-pc-guard counts like code with inline counters, alone and mixed with it, and never twice. Code
# built only with trace-pc or trace-cmp is refused, with a remedy.
. "$SOURCE/tests/lib.sh"

cat >parse.c <<'END'
#include <stddef.h>
static int digit(int c) { return c >= '0' && c <= '9'; }
int parse(const unsigned char *data, size_t size)
{
    int sum = 0;
    for (size_t i = 0; i < size; i++) {
        if (digit(data[i])) {
            sum += data[i] - '0';
        } else if (data[i] == '+') {
            sum += 10;
        } else {
            return -1;
        }
    }
    return sum > 12 ? 1 : sum;
}
END
cat >target.c <<'END'
#include <bediv.h>
#include <dlfcn.h>
#include <stdlib.h>
int parse(const unsigned char *data, size_t size);
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "more", 3)) { bd_put_char_of(s, out, "char", "0123456789+-"); }
}
static enum bd_verdict run(const struct bd_input *in) { return parse(in->data, in->size) < 0 ? BD_INVALID : BD_VALID; }
BD_FUZZER(.name = "guards", .generate = generate, .run = run);
END
cat >harness.c <<'END'
#include <stddef.h>
int parse(const unsigned char *data, size_t size);
int helper(const unsigned char *data, size_t size);
int helper(const unsigned char *data, size_t size)
{
    if (size == 2) { return 1; }
    return size > 4 && data[0] == '7';
}
END

inline=inline-8bit-counters,pc-table
# compile FLAGS FILE OUT: FLAGS are those of -fsanitize-coverage=.
compile() {
    # shellcheck disable=SC2086
    "$CC" -g -O1 -fPIC $SANITIZE ${1:+-fsanitize-coverage=$1} -I"$SOURCE/include" -c "$2" -o "$3"
}
# shellcheck disable=SC2086
link() { "$CC" $SANITIZE "${@:2}" -o "$1" -rdynamic $LINK; }
# fuzzes PROGRAM: a campaign; its directory is PROGRAM.out.
fuzzes() { exits 0 "./$1" -q --seed 1 -n 3000 -o "$1.out"; }
figures() { echo "$(figure "$1.out" edges_found) of $(figure "$1.out" total_edges), $(figure "$1.out" traces) traces"; }

compile "" target.c target.o
compile $inline parse.c parse-inline.o
link inline target.o parse-inline.o
fuzzes inline
[[ $(figure inline.out edges_found) -ge 6 ]] || fail "the test shows little: $(figures inline)"

step "guards count like inline counters: same branches, same traces, same corpus; names too"
for flags in trace-pc-guard trace-pc-guard,pc-table trace-pc-guard,trace-cmp,pc-table; do
    compile $flags parse.c parse-guard.o
    rm -rf guard.out
    link guard target.o parse-guard.o
    fuzzes guard
    same "$flags" "$(figures guard)" "$(figures inline)"
    diff <(cd inline.out/corpus && ls) <(cd guard.out/corpus && ls) || fail "$flags: another corpus"
    diff <(awk '{ print $1, $2 }' inline.out/abundances) <(awk '{ print $1, $2 }' guard.out/abundances) >/dev/null ||
        fail "$flags: other abundances"
    same "$flags: named" "$(grep -c 'guard$' guard.out/abundances)" "$(figure guard.out edges_found)"
done
exits 0 ./guard replay -q guard.out/corpus
says ' [1-9][0-9]* branches'

step "files built with both count once"
compile trace-pc-guard,$inline parse.c parse-both.o
link both target.o parse-both.o
fuzzes both
same "both" "$(figures both)" "$(figures inline)"
for level in -O0 -O2; do
    "$CC" $level $SANITIZE -fsanitize-coverage=trace-pc-guard,$inline -c parse.c -o parse-both.o
    "$CC" $level $SANITIZE -fsanitize-coverage=$inline -c parse.c -o parse-inline-level.o
    link both$level target.o parse-both.o
    link inline$level target.o parse-inline-level.o
    fuzzes both$level
    fuzzes inline$level
    same "both $level" "$(figures both$level)" "$(figures inline$level)"
done

step "some files with guards, others with inline counters: both count"
cat >>target.c <<'END'
int helper(const unsigned char *data, size_t size);
END
sed 's/return parse/return helper(in->data, in->size) - helper(in->data, in->size) + parse/' target.c |
    sed 's/^static enum bd_verdict run/int helper(const unsigned char *data, size_t size);\n&/' >target2.c
compile "" target2.c target2.o
compile $inline harness.c harness-inline.o
compile trace-pc-guard parse.c parse-guard.o
link all-inline target2.o harness-inline.o parse-inline.o
link mixed target2.o harness-inline.o parse-guard.o
fuzzes all-inline
fuzzes mixed
same "mixed" "$(figures mixed)" "$(figures all-inline)"
# It is a coincidence that there are as many of each: the same code twice, under two names.
sed 's/\bparse\b/helper/; s/\bdigit\b/digit2/g' parse.c >twin.c
compile $inline twin.c twin-inline.o
link all-inline-2 target2.o twin-inline.o parse-inline.o
link mixed-2 target2.o twin-inline.o parse-guard.o
fuzzes all-inline-2
fuzzes mixed-2
same "as many guards as counters" "$(figures mixed-2)" "$(figures all-inline-2)"

step "guards of a shared object"
compile trace-pc-guard parse.c parse-guard.o
# shellcheck disable=SC2086
"$CC" $SANITIZE -shared parse-guard.o -o libparse.so
link shared target2.o harness-inline.o -L. -lparse -Wl,-rpath,"$PWD"
fuzzes shared
same "shared" "$(figures shared)" "$(figures all-inline)"
grep -q 'libparse.so$' shared.out/abundances || fail "its branches have no names"

step "bediv cc drops guards that a build system forces on it"
build forced target.c parse.c -fsanitize-coverage=trace-pc-guard
nm forced | grep -q '__sancov_guards' && fail "there are guards"
fuzzes forced

step "trace-pc, trace-cmp: refused with a remedy, or warned about"
for flags in trace-pc trace-cmp; do
    compile $flags parse.c parse-$flags.o
    link only-$flags target.o parse-$flags.o
    exits 1 ./only-$flags -q -n 1000 -o refused-$flags
    says '-fsanitize-coverage=inline-8bit-counters,pc-table'
    says 'trace-pc-guard works too; trace-pc and trace-cmp alone do not'
done
link partly target2.o harness-inline.o parse-trace-pc.o
exits 0 ./partly -n 1000 -o partly.out
says 'built with -fsanitize-coverage=trace-pc: its branches are not counted'
