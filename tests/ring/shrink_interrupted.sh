#!/bin/bash
# If shrinking is interrupted, the smallest input so far is kept; a limit on time or runs ends it the same way. No
# process is left behind.
. "$SOURCE/tests/lib.sh"

cat >slow.c <<'END'
#include <bediv.h>
#include <stdlib.h>
#include <unistd.h>
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 500)) { bd_put_char_of(s, out, "which", "abcdefghijklmnopqrstuvwxyz"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    int count = 0;
    for (size_t i = 0; i < in->size; i++) { count += in->data[i] == 'k'; }
    usleep(5000);
    if (count > 100) { abort(); }
    return BD_VALID;
}
BD_FUZZER(.name = "slow", .generate = generate, .run = run);
END
build slow slow.c
{
    echo "bediv-tape 1"
    for ((i = 0; i < 600; i++)); do printf 's letter 1 of 1\nv which %d of 25\n' $((i % 3 ? i % 26 : 10)); done
    echo "s letter 0 of 1"
} >long.tape
cp long.tape copy
is_smaller() { # FILE
    exits 77 ./slow replay "$1.tape"
    [[ $(wc -c <"$1") -lt 600 && $(wc -c <"$1") -gt 100 ]] || fail "$1 has $(wc -c <"$1") bytes"
    cmp long.tape copy
}

step "by SIGINT"
./slow shrink long.tape >log 2>&1 &
pid=$!
wait_for "word of something smaller" heard 'choices left after'
worker=$(workers_of $pid)
kill -INT $pid
status=0
wait $pid || status=$?
same "exit code" $status 72
says 'interrupted'
is_smaller long.shrunk
# shellcheck disable=SC2086 # one, or none
wait_for "the end of the worker" gone $worker

step "by a limit on runs, and on time"
exits 0 ./slow shrink -n 40 long.tape -o few
says 'after 4[0-2] runs'
is_smaller few
for seconds in 3 12 48; do # until there was time for something smaller
    rm -f short short.tape
    exits 0 ./slow shrink -t ${seconds}s long.tape -o short
    [[ ! -e short || $(wc -c <short) -ge 600 ]] || break
done
is_smaller short
