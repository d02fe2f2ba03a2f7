#!/bin/bash
# Anything that is not ours (inputs, symbols, files from elsewhere) cannot control a terminal, whichever command shows
# it. Output to a file or a pipe is unchanged.
. "$SOURCE/tests/lib.sh"
export TERM=xterm
odd=$'\e]0;owned\a\e[2J\x9b31m\xc2\x9b\xe2\x80\xae\r' # a title, a cleared window, two one-byte CSIs, reversed text

# on_terminal COMMAND...: writes what it sends to a terminal to ./seen.
on_terminal() {
    local words
    printf -v words '%q ' "$@"
    SHELL=/bin/bash script -qec "stty cols 80 rows 24 -opost; exec $words" /dev/null </dev/null >seen || true
}
# harmless WHAT: nothing in ./seen controls a terminal; the only control characters are newlines and tabs.
harmless() {
    [[ -s seen ]] || fail "$1: nothing was shown"
    ! LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]' seen || { cat -v seen; fail "$1: control characters"; }
    ! LC_ALL=C grep -qaP '\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' seen || fail "$1: C1 or bidirectional controls"
    iconv -f UTF-8 -t UTF-8 seen >/dev/null 2>&1 || fail "$1: no UTF-8"
}

step "a campaign with failures and hostile names"
cat >shout.c <<'END'
#include <bediv.h>
#include <stdio.h>
#include <stdlib.h>
static void generate(struct bd_source *s, struct bd_out *out)
{
    static const char odd[] = "\x1b]0;owned\a\x1b[2J\x9b\xc2\x9b\xe2\x80\xae\r";
    bd_put(out, odd);
    bd_put_char(out, (char)bd_int(s, "lab\x1b[31mel", 0, 255));
}
static void hurt(const char *data) __asm__("hurt\x1b[31m");
__attribute__((noinline)) static void hurt(const char *data)
{
    fprintf(stderr, "about to fail: %s\x1b[31m\n", data);
    abort();
}
static enum bd_verdict run(const struct bd_input *in)
{
    if (((const char *)in->data)[in->size - 1] == 7) { hurt("\x1b]0;owned\a"); }
    return BD_VALID;
}
BD_FUZZER(.name = "sh\x1b[31mout", .generate = generate, .run = run);
END
build shout shout.c
program="./sh$odd"
ln -s shout "$program"
dir="out$odd"
exits 77 "$program" --seed 1 -n 3000 -o "$dir"
folder=$(folders "$dir" | sed -n 1p)

step "sample, show, replay, failures"
on_terminal "$program" sample -n 3 --tape
harmless sample
says '\\x1b\]0;owned' seen
on_terminal "$program" show "$folder"
harmless show
on_terminal "$program" replay "$folder"
harmless replay
says 'about to fail: \\x1b\]0;owned' seen
on_terminal "$program" shrink "$folder"
harmless shrink
for format in '' --json --sarif; do
    on_terminal "$program" failures $format "$dir"
    harmless "failures $format"
done
on_terminal "$program" "no$odd"
harmless "an unknown command"
on_terminal "$program" replay "no$odd"
harmless "a missing file"
on_terminal "$program" cmin -o "min$odd" "$dir"
harmless cmin
on_terminal "$program" -runs=1 "$folder/input"
on_terminal "$program" -close_fd_mask=3 "$folder/input"
harmless "libFuzzer's command line"

step "a folder from elsewhere"
cp -r "$dir" theirs
mv "theirs/failures/${folder##*/}" "theirs/failures/x$odd"
sed -i 's/^  "signature": .*/  "signature": "SIGSEGV in \\u001b]0;owned\\u0007\\u009b31m\\u202e\\n  all is well",/' "theirs/failures/x$odd/failure.json"
on_terminal ./shout failures theirs
harmless "a hostile failure.json"
same "lines of the table" "$(wc -l <seen)" 2
echo '{' >"theirs/failures/x$odd/failure.json"
on_terminal ./shout failures theirs
harmless "a damaged failure.json"
printf 'bediv-tape 1\n%s' "$odd" >"tape$odd"
on_terminal ./shout replay "tape$odd"
harmless "a damaged tape"

step "output to a pipe is unchanged"
"$program" sample -q -n 1 --seed 1 | head -c 20 >first
printf '\x1b]0;owned\a\x1b[2J\x9b\xc2\x9b\xe2\x80\xae\r' | head -c 20 | cmp - first || fail "a sample is not what the generator made"
"$program" show "$folder" | grep -qaF $'\e]0;owned' || fail "show changes bytes in a pipe"
