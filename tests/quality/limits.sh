#!/bin/bash
# builds: unsanitized
# Whatever ends the run of a subject for using too much (steps, memory, depth, the size of a value) makes it neither valid
# nor invalid. A script cannot catch it, and an error that it raised itself is none.
. "$SOURCE/tests/lib.sh"

# ends SUBJECT LIMITED|INVALID|VALID NAME: the input on stdin ends like this.
ends() {
    local program=$BUILD/subjects/$1 expected=$2 input=$1-$3
    cat >"$input"
    [[ -x $program ]] || skip "there is no $program"
    exits 0 "$program" replay -q "$input"
    says "^$input: $expected, "
}
limited='ended by a limit of the target'

for engine in mujs-run duktape-run quickjs-run; do
    step "$engine"
    ends $engine "$limited" steps <<<'while (true) {}'
    ends $engine "$limited" caught_steps <<<'while (true) { try { while (true) {} } catch (e) {} }'
    ends $engine "$limited" memory <<<'for (var s = "x";;) s = [s, s].join("")'
    ends $engine invalid error <<<'throw new RangeError("out of memory")'
    ends $engine valid caught_memory <<<'try { for (var s = "x";;) s = [s, s].join("") } catch (e) { s = 0 }'
done
# Each call of f is interrupted, and its promise rejected: with a handler that only asks quickjs to stop, this went on for ever.
ends quickjs-run "$limited" async <<<'async function f() { while (true) {} } while (true) f()'

step "lua-run"
ends lua-run "$limited" steps <<<'while true do end'
ends lua-run "$limited" caught_steps <<<'while true do pcall(function() while true do end end) end'
ends lua-run "$limited" memory <<<'local t = {"x"} for i = 1, 40 do t[i + 1] = t[i] .. t[i] end'
ends lua-run "$limited" repetitions <<<'return ("x"):rep(1 << 60)'
ends lua-run invalid error <<<'error("not enough memory")'

step "jq-run"
ends jq-run "$limited" steps <<<'def f: f; f'
ends jq-run "$limited" caught_steps <<<'def f: try error catch f; f'
ends jq-run "$limited" memory <<<'reduce range(40) as $i ("x"; . + .)'
ends jq-run "$limited" retries <<<'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" | test("(a+a+)+[bc]")'
ends jq-run invalid error <<<'error("retry")'

step "sqlite3-run"
ends sqlite3-run "$limited" steps <<<'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c'
ends sqlite3-run "$limited" size <<<'SELECT length(zeroblob(1000000))'
ends sqlite3-run "$limited" depth <<<"SELECT $(printf '1+%.0s' {1..200})1"
ends sqlite3-run "$limited" columns <<<"CREATE TABLE t ($(printf 'c%d,' {1..200})c)"
ends sqlite3-run "$limited" pattern <<<"SELECT 1 LIKE '$(printf 'x%.0s' {1..200})'"
ends sqlite3-run "$limited" compound <<<"$(printf 'SELECT 1 UNION %.0s' {1..200})SELECT 1"
ends sqlite3-run "$limited" arguments <<<"SELECT max($(printf '1,%.0s' {1..200})1)"
ends sqlite3-run "$limited" parameter <<<'SELECT ?200'
ends sqlite3-run invalid error <<<'SELECT no_such_column'
ends sqlite3-run invalid names <<<'SELECT max(1, 2) FROM no_such_table'

step "libxslt"
head='<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">' foot='</xsl:stylesheet>'
ends libxslt "$limited" depth \
    <<<"$head<xsl:template match='/' name='t'><xsl:call-template name='t'/></xsl:template>$foot"
all='//node()'
ends libxslt "$limited" xpath \
    <<<"$head<xsl:template match='/'><xsl:value-of select='count($all[count($all[count($all) > 0]) > 0])'/></xsl:template>$foot"
ends libxslt invalid message \
    <<<"$head<xsl:template match='/'><xsl:message terminate='yes'/></xsl:template>$foot"
