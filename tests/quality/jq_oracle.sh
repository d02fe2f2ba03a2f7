#!/bin/bash
# What jq-oracle compares: it notices an error planted in `tojson`, and random programs show none.
# builds: unsanitized
. "$SOURCE/tests/lib.sh"
oracle=$BUILD/subjects/jq-oracle

program() { printf '%s' "$1" >input; }

step "an error planted in tojson: U+0001 is written as \\u0041"
cat >planted.c <<'CODE'
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int count = vsnprintf(to, size, strcmp(format, "\\u%04x") == 0 ? "\\u0041" : format, values);
    va_end(values);
    return count;
}
CODE
"$CC" -shared -fPIC -w -fno-builtin planted.c -o planted.so
program '"x", {"a": ["b\u0001c"]}'
exits 77 env LD_PRELOAD="$PWD/planted.so" "$oracle" replay input
says '^  tojson and fromjson change a value$'
exits 0 "$oracle" replay input
says '^input: valid'

step "what JSON can hold survives"
for code in '.' '.items[].price, -0, 5e-324, 1.7976931348623157e308, 1 / 3, 9007199254740993' \
    '"\u0000\u007f\ufffe\ud83d\ude00", ([range(300)] | implode)' 'reduce range(256) as $i (1; [.])' '1, error'; do
    program "$code"
    exits 0 "$oracle" replay input
    says '^input: valid'
done

step "what it cannot hold is not compared"
for code in 'nan' '{"a": [infinite]}' '-infinite' 'reduce range(257) as $i (1; [.])' 'empty' 'error' '('; do
    program "$code"
    exits 0 "$oracle" replay input
    says '^input: invalid'
done
program 'repeat(1)'
exits 0 "$oracle" replay input
says '^input: ended by a limit of the target'

step "random programs: jq crashes, but changes no value"
status=0
"$oracle" -q -g quickcheck --seed 1 -n 5000 --shrink-runs 0 -o out >log 2>&1 </dev/null || status=$?
case $status in 0 | 77) ;; *) fail "exit code $status" ;; esac
[[ $(figure out valid) -gt 1500 ]] || fail "only $(figure out valid) of 5000 programs were compared"
ls out/failures >kinds
silent_about 'json|JSON' kinds
