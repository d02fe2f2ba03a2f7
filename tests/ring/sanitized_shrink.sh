#!/bin/bash
# Failures that only the sanitized build shows are shrunk there, while the campaign runs; sanitized.txt is about the
# input in the folder. A program that never finishes shrinking does not delay anything, and the rest is done when the
# campaign is resumed.
. "$SOURCE/tests/lib.sh"

[[ -z $SANITIZE ]] || skip "here every build is sanitized"
# With a k it reads past a heap block, which only a sanitizer detects; with a z it aborts, unless the sanitizer came
# first.
cat >hidden.c <<'END'
#include <bediv.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int sink;
static void read_too_far(void)
{
    volatile char *block = malloc(4);
    sink += block[4 + (sink & 1)];
    free((void *)block);
}
static void give_up(void) { abort(); }
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 9)) { bd_put_char_of(s, out, "which", "abcdefghijklmnopqrstuvwxyz"); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    fprintf(stderr, "run of <%.*s>\n", (int)in->size, (const char *)in->data);
    if (in->size > 5 && memchr(in->data, 'k', in->size)) { read_too_far(); }
    if (in->size && memchr(in->data, 'z', in->size)) { give_up(); }
    return BD_VALID;
}
BD_FUZZER(.name = "hidden", .generate = generate, .run = run);
END
build plain hidden.c
"$BUILD/bin/bediv" cc -O1 -fsanitize=address hidden.c -o sanitized
overflow() { echo "$1"/failures/heap-buffer-overflow-in-read_too_far-*; }

step "shrunk by the build that shows it"
exits 77 ./plain -q --guide zest --seed 1 -n 2000 --sanitized ./sanitized -o out
folder=$(overflow out)
same "the smallest" "$(sort <<<"$(fold -w1 <"$folder/input")" | tr -d '\n')" aaaaak
same "examined" "$(known "$folder" examined)" true
[[ $(known "$folder" shrink_runs) -gt 0 ]] || fail "shrunk in no run"
[[ $(find "$folder/seen" -type f ! -name "*.tape" -exec cat {} + | wc -c) -gt 6 ]] || fail "it was found as small as that: the test tests nothing"
exits 77 ./sanitized replay "$folder"
says 'heap-buffer-overflow'
exits 0 ./plain replay "$folder/input"

step "its report is about the input in the folder"
says '^.*, with an input shrunk from the one found in trial [0-9]+, by the sanitized build, ./sanitized$' "$folder/report.txt"
same "runs in it" "$(grep '^run of' "$folder/report.txt")" "run of <$(cat "$folder/input")>"

step "sanitized.txt is about the final input of the folder, not about the one that was found"
folder=$(echo out/failures/SIGABRT-in-give_up-*)
same "the smallest" "$(cat "$folder/input")" z
says '^SIGABRT in the sanitized build, ./sanitized, with the input of this folder \(1 bytes\)$' "$folder/sanitized.txt"
silent_about heap-buffer-overflow "$folder/sanitized.txt"
same "runs in it" "$(grep '^run of' "$folder/sanitized.txt")" "run of <z>"

step "not asked for, not shrunk"
exits 77 ./plain -q --guide zest --seed 1 -n 2000 --sanitized ./sanitized --shrink-runs 0 -o unshrunk
same "examined" "$(known "$(overflow unshrunk)" examined)" true
same "runs" "$(known "$(overflow unshrunk)" shrink_runs)" 0

step "a program that never finishes shrinking: Ctrl-C ends it"
cat >stubborn <<'END'
#!/bin/bash
[[ $1 != shrink ]] || exec sleep 3600
exec ./sanitized "$@"
END
chmod +x stubborn
./plain -q --guide zest --seed 1 --sanitized ./stubborn -o stopped >log 2>&1 &
pid=$!
sleeper=
is_shrinking() {
    sleeper=$(for child in $(children_of $pid); do ! grep -qsx sleep /proc/$child/comm || echo $child; done)
    [[ -n $sleeper ]]
}
wait_for "somebody to be asked to shrink" is_shrinking
kill -INT $pid
wait $pid || true
[[ ! -d /proc/$sleeper ]] || fail "it still shrinks"
says '1 failures that only ./stubborn shows were not shrunk because time ran out'
same "examined" "$(known "$(overflow stopped)" examined)" false

step "resumed, it is shrunk"
trials=$(figure stopped execs_done)
exits 77 ./plain -q --resume stopped -n $((trials + 1000)) --sanitized ./sanitized
same "the smallest" "$(sort <<<"$(fold -w1 <"$(overflow stopped)/input")" | tr -d '\n')" aaaaak
same "examined" "$(known "$(overflow stopped)" examined)" true

step "the batch by itself"
printf '%s\n' "$(overflow unshrunk)" /nowhere | ./sanitized shrink --batch >answers 2>/dev/null && fail "a missing file is fine?"
same "a line each" "$(wc -l <answers)" 2
says '"signature": "heap-buffer-overflow in read_too_far at hidden.c:[0-9]+".*"tape": "bediv-tape 1.*"data": "([0-9a-f]{2}){6}"' answers
says '"path": "/nowhere", "error": "reading or writing a file failed"' answers
[[ -z $(find unshrunk -name '*.shrunk*') ]] || fail "it wrote files"
