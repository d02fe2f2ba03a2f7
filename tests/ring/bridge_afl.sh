#!/bin/bash
# builds: unsanitized
# A generator inside afl-fuzz, as a custom mutator: it finds crashes in any target that reads bytes, every file of
# afl-fuzz has its tape, and a target that takes tapes gets them. Not under sanitizers: afl-fuzz cannot load a library
# built with sanitizers.
. "$SOURCE/tests/lib.sh"

command -v afl-fuzz >/dev/null || fail "afl-fuzz is missing; tools/setup fuzzers installs it"
export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_QUIET=1
export AFL_CUSTOM_MUTATOR_ONLY=1 AFL_HANG_TMOUT=5000
read -ra flags < <("$BUILD/bin/bediv" flags --bridge)

# mutator NAME FILE...
mutator() { "$CC" -g -O1 -Wall -Wextra -Werror -shared -fPIC -DBD_BRIDGE_AFL -include bediv/bridge.h "${@:2}" "${flags[@]}" -o "$1"; }
# fuzz MUTATOR TARGET OUT [FLAG...]: 8,000 runs.
fuzz() {
    AFL_CUSTOM_MUTATOR_LIBRARY=$PWD/$1 afl-fuzz "${@:4}" -o "$3" -s 1 -t 5000 -E 8000 -V 1500 -- "./$2" >log 2>&1 </dev/null ||
        fail "afl-fuzz failed"
    says 'Have a nice day'
}
stat_of() { sed -n "s/^$2 *: //p" "$1/default/fuzzer_stats"; }

mkdir seeds
echo 'bediv-tape 1' >seeds/simplest

step "calc: a program that reads standard input, instrumented by afl-clang-fast"
mutator calc.so "$SOURCE/examples/calc/calc.c"
cat >main.c <<'END'
#include <bediv.h>
#include <stdio.h>
#include <stdlib.h>
extern const struct bd_fuzzer bd_program;
int main(void)
{
    static uint8_t data[1 << 16];
    size_t size = fread(data, 1, sizeof data, stdin);
    return bd_program.run(&(struct bd_input){data, size, NULL, NULL}) == BD_INVALID;
}
END
afl-clang-fast -g -O1 main.c "$SOURCE/examples/calc/calc.c" "${flags[@]}" -o calc-stdin >/dev/null 2>&1
fuzz calc.so calc-stdin out -i seeds
[[ $(stat_of out saved_crashes) -ge 1 ]] || fail "no crash was found in $(stat_of out execs_done) runs"
[[ $(stat_of out corpus_count) -ge 20 ]] || fail "only $(stat_of out corpus_count) in the queue"
for case in out/default/queue/id:* out/default/crashes/id:*; do
    [[ $case != *,orig:simplest ]] || continue
    tape=out/default/tapes/${case##*/}.tape
    [[ -e $tape ]] || fail "$case has no tape"
    echo "$case" >>checked
    "$BUILD/examples/calc" show "$tape" | sed '1,/^-- /d' >made
    { cat "$case" && echo; } | cmp - made || fail "the tape of $case makes other bytes"
done
crash=$(ls out/default/crashes/id:* | sed -n 1p)
exits 77 "$BUILD/examples/calc" replay "out/default/tapes/${crash##*/}.tape"
says 'FAILURE: SIGFPE'
exits 77 "$BUILD/examples/calc" replay "$crash"
says 'FAILURE: SIGFPE'
status=0
./calc-stdin <"$crash" || status=$?
same "what the target itself makes of it: SIGFPE" $status 136

step "its queue is resumed"
tapes=$(ls out/default/tapes | wc -l)
fuzz calc.so calc-stdin out -i -
[[ $(ls out/default/tapes | wc -l) -gt $tapes ]] || fail "no tapes were added"
grep -q 'op:bediv-\(structure\|value\|splice\|trim\)' <(ls out/default/tapes) || fail "nothing was mutated"

step "tree: a target that takes tapes, because it needs its object"
mutator tree.so "$SOURCE/examples/tree/tree.c"
afl-clang-fast -g -O1 -fsanitize=fuzzer -DBD_BRIDGE_LIBFUZZER -include bediv/bridge.h "$SOURCE/examples/tree/tree.c" \
    "${flags[@]}" -o tree-tapes >/dev/null 2>&1
BEDIV_AFL_TARGET=tapes fuzz tree.so tree-tapes tapes -i seeds
[[ $(stat_of tapes saved_crashes) -ge 1 ]] || fail "no crash was found in $(stat_of tapes execs_done) runs"
same "stability" "$(stat_of tapes stability)" 100.00%
for case in tapes/default/queue/id:* tapes/default/crashes/id:*; do
    [[ $(head -n 1 "$case") == "bediv-tape 1" ]] || fail "$case is no tape"
done
for case in tapes/default/crashes/id:*; do
    exits 77 "$TREE" replay "$case"
    says 'FAILURE: SIGABRT'
done

step "a harness of plain bytes, and seeds from elsewhere"
mutator bridge.so "$SOURCE/examples/bridge/bridge.c"
afl-clang-fast -g -O1 -fsanitize=fuzzer -DBD_BRIDGE_BYTES "$SOURCE/examples/bridge/bridge.c" "${flags[@]}" \
    -o bridge-bytes >/dev/null 2>&1
mkdir bytes
printf '+a;?a;' >bytes/one
AFL_BENCH_UNTIL_CRASH=1 fuzz bridge.so bridge-bytes found -i bytes
crash=$(ls found/default/crashes/id:* | sed -n 1p)
exits 77 "$BUILD/examples/bridge" replay "$crash"
exits 77 "$BUILD/examples/bridge" replay "found/default/tapes/${crash##*/}.tape"

step "a setting that does not exist"
BEDIV_AFL_TARGET=paper AFL_CUSTOM_MUTATOR_LIBRARY=$PWD/tree.so exits 1 afl-fuzz -i seeds -o no -V 1 -- ./tree-tapes
says "BEDIV_AFL_TARGET is 'paper'"
