#!/bin/bash
# builds: unsanitized
# A target that corrupts its heap with every input, without a sanitizer: 100 crashes in a row are 100 failures,
# counted in complete folders; none is lost, nothing hangs, and the engine's own data stays intact. Not under
# sanitizers, which report the first overflow before it corrupts anything.
. "$SOURCE/tests/lib.sh"

target=$BUILD/tests/fault/heap
# heap_campaign OUT: a hundred trials, all of which must fail.
heap_campaign() {
    exits 77 "$target" -q --seed 1 -n 100 -o "$1"
    same trials "$(figure "$1" execs_done)" 100
    same failures "$(figure "$1" failures)" 100
    same valid "$(figure "$1" valid)" 0
    adds_up "$1"
    filed "$1" 100
}

step "glibc notices at free()"
WAY=free heap_campaign free
says "(corrupt|invalid|free\(\)|malloc\(\))" "$(folders free | sed -n 1p)/report.txt"
step "glibc's lists are overwritten; what notices depends on chance"
WAY=lists heap_campaign lists
step "everything within reach is overwritten"
WAY=all heap_campaign all

step "only now and then: later trials continue as if nothing had happened"
WAY=free SELDOM=1 exits 77 "$target" -q --seed 2 -n 10000 -o seldom
same trials "$(figure seldom execs_done)" 10000
[[ $(figure seldom failures) -gt 100 && $(figure seldom valid) -gt 7500 ]] || fail "not what was meant"
filed seldom "$(figure seldom failures)"
adds_up seldom
awk -f "$SOURCE/tests/ring/hill.awk" seldom/abundances | sed 's/ / : /' >recomputed
sed -n -E 's/^((valid_)?b[012]) *: /\1 : /p' seldom/fuzzer_stats | diff - recomputed || fail "the diversity is wrong"
