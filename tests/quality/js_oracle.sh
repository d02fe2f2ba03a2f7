#!/bin/bash
# What js-oracle compares, by the inputs of docs/found.md and by scripts on which engines agree, and no false alarms in
# random ones.
# builds: unsanitized
. "$SOURCE/tests/lib.sh"
oracle=$BUILD/subjects/js-oracle

# script CODE: an input; backslashes are JavaScript's.
script() { printf '%s\n' "$1" >input; }
# finds SIGNATURE CODE; agrees CODE; skips WHY CODE: nothing is compared.
finds() {
    script "$2"
    exits 77 "$oracle" replay input
    says "^  $1\$"
}
agrees() {
    script "$1"
    exits 0 "$oracle" replay input
    says '^input: valid'
}
skips() {
    script "$2"
    exits 0 "$oracle" replay input
    says "^input: $1, "
}

step "one engine is wrong"
finds "mujs prints a number instead of a number" 'try { try { throw 1; } finally { 2; } } catch (e) { print(e); }'
finds "mujs prints a number instead of a number" "print(Number('-1'));"
finds "mujs prints a string instead of a string" "print('abc'.slice(2, 1));"
finds "mujs prints a string instead of a string" "print('a'.replace(/^/g, '-'));"
finds "mujs prints an object instead of an object" "print('a'.split(/a/));"
finds "mujs prints a string instead of an exception" "print(decodeURI('%aa'));"
finds "mujs prints another value instead of a number" 'var a = {b: 0, 1: 0, get a() {}}; delete a.a; print(a.b);'
finds "mujs prints nothing instead of an exception" "'use strict'; ++(0).a;"
finds "duktape prints a number instead of a number" "print(9007199254740993 - 9007199254740990);"
finds "duktape prints an exception instead of another value" "var a = {}; print(delete a.valueOf()[null]);"
finds "duktape prints a string instead of a string" "print(JSON.stringify({a: 1}, ['a', 'a']));"
says "'\{\"a\":1,\"a\":1\}'" # both sides are in the report

step "engines agree"
agrees 'print(1, -0, NaN, 0.1 + 0.2, "text", undefined, null, true, [1, [2]], {b: 1, a: {}}, function () {}, /a/);'
agrees 'print(this, this_is_not_declared);'
agrees 'throw new TypeError("texts of errors differ");'
agrees 'null.property;'
agrees 'print(1 / 3, 5e-7, 1e21, 123456789.123);'       # not the digits after the 15th
agrees 'print("" + function () { return 1; }, "" + /x/);' # texts that the engine chooses
agrees 'print(Object({b: 1, a: 2}));'                   # not the order of properties
agrees ''

limited='ended by a limit of the target'
step "limits, and what an engine cannot read, are not compared"
skips "$limited" 'for (;;) {}'
skips "$limited" 'function f() { return f() + 1; } f();'
skips "$limited" 'function f() { return f() + 1; } try { f(); } catch (e) { print(e); }'
skips "$limited" 'var s = "0123456789"; for (var i = 0; i < 30; i++) { s += s; } print(s.length);'
skips invalid 'let a = 1;'
skips invalid 'print('

step "random scripts"
exits 0 "$oracle" -q -g quickcheck --seed 1 -n 2000 --timeout 60s -o out
[[ $(figure out valid) -gt 1800 ]] || fail "only $(figure out valid) of 2000 scripts were compared"
