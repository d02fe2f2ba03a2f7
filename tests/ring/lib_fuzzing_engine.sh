#!/bin/bash
# libbediv.a as $LIB_FUZZING_ENGINE: harnesses in C and in C++, compiled as for libFuzzer (-fsanitize=fuzzer-no-link,
# with and without ASan), linked by clang and by clang++; and what OSS-Fuzz's bad_build_check expects of them.
. "$SOURCE/tests/lib.sh"
LIB_FUZZING_ENGINE=$("$BUILD/bin/bediv" flags --engine)
[[ -f $LIB_FUZZING_ENGINE ]] || fail "$LIB_FUZZING_ENGINE is not there"

cat >harness.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* Comparisons, a switch, a division, an index and a call by pointer: what is traced. */
static int even(int x) { return x / 2; }
static int odd(int x) { return x * 3; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int (*const half[])(int) = {even, odd};
    volatile int table[256] = {0}, result = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t wide;
        switch (data[i]) {
        case 'a': result += 100 / (int)(i + 1); break;
        case 'b': result += half[i & 1](data[i]); break;
        default: result += table[data[i]];
        }
        if (i + 8 <= size && (memcpy(&wide, data + i, 8), wide == 0x123456789abcdef)) { result++; }
    }
    return 0;
}
END
sed 's/^int LLVM/extern "C" int LLVM/; s/<stddef.h>/<cstddef>/' harness.c >harness.cc

# runs NAME
runs() {
    exits 0 "./$1" -- -seed=1337 -runs=4
    says '^Done 4 runs in '
    says '^INFO: Loaded 1 modules   \([0-9]+ inline 8-bit counters\): '
    exits 0 "./$1" -seed=1 -runs=3000
    says '^#[0-9]+	NEW '
    grep -qa LLVMFuzzerTestOneInput "$1" || fail "$1 does not look like a fuzz target"
}
for sanitizer in fuzzer-no-link fuzzer-no-link,address; do
    [[ -z $SANITIZE || $sanitizer == *address ]] || continue
    step "-fsanitize=$sanitizer"
    flags="-O1 -g -w -fsanitize=$sanitizer $SANITIZE"
    # shellcheck disable=SC2086
    {
        $CC $flags harness.c "$LIB_FUZZING_ENGINE" -lm -o c && runs c
        $CC $flags -c harness.c -o harness.o
        $CXX $flags harness.o "$LIB_FUZZING_ENGINE" -o c-by-cxx && runs c-by-cxx
        $CXX $flags harness.cc "$LIB_FUZZING_ENGINE" -o cxx && runs cxx
    }
done

step "LLVMFuzzerRunDriver, called from the program's own main()"
cat >driver.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *, size_t));
static int one(const uint8_t *data, size_t size) { return size > 2 && data[0] == data[1] ? -1 : 0; }
int main(int argc, char **argv) { return LLVMFuzzerRunDriver(&argc, &argv, one); }
END
# shellcheck disable=SC2086
$CC -O1 -g -fsanitize-coverage=inline-8bit-counters,pc-table -fno-sanitize-link-runtime ${SANITIZE:+$SANITIZE -fsanitize-link-runtime} \
    driver.c "$LIB_FUZZING_ENGINE" -lm -o driver
exits 0 ./driver -seed=1 -runs=500
says '^Done 500 runs in '
