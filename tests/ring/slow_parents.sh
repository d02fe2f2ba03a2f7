#!/bin/bash
# A slow input covers much, so it would get a thousand children in a row, which are slow, too. It gets one at a time: with
# every guide that has parents, most trials are quick.
. "$SOURCE/tests/lib.sh"

cat >slow.c <<'END_OF_C'
#include <bediv.h>
#include <fcntl.h>
#include <unistd.h>
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "speed", "qqqqqqqs"); /* a value: structural mutations keep it */
    while (bd_more(s, "more", 6)) { bd_put_char_of(s, out, "letter", "abcdefgh"); }
}
static volatile int seen;
static enum bd_verdict run(const struct bd_input *in)
{
    const char *text = (const char *)in->data;
    if (!in->size) { return BD_INVALID; }
    if (text[0] == 's') {
        usleep(80000); /* asleep, a run takes as long on any machine */
        int log = open(SLOW_LOG, O_WRONLY | O_CREAT | O_APPEND, 0600);
        seen += write(log, "s", 1) == 1;
        close(log);
        for (size_t i = 1; i < in->size; i++) { /* many branches */
            switch (text[i]) {
            case 'a': seen += 1; break;
            case 'b': seen += 3; break;
            case 'c': seen += 5; break;
            case 'd': seen -= 7; break;
            case 'e': seen *= 3; break;
            case 'f': seen /= 3; break;
            default: seen ^= 1; break;
            }
        }
    }
    return BD_VALID;
}
BD_FUZZER(.name = "slow", .generate = generate, .run = run);
END_OF_C
build slow slow.c "-DSLOW_LOG=\"$PWD/slow.log\""

for guide in $GUIDES; do
    case $guide in quickcheck* | rlcheck) continue ;; esac # without parents
    step "$guide"
    rm -f slow.log
    exits 0 ./slow -q -g "$guide" --seed 3 -n 400 --timeout 400ms --checkpoint 0 -o "out-$guide"
    [[ -s slow.log ]] || fail "no input was slow"
    slow=$(wc -c <slow.log)
    [[ $slow -le 120 ]] || fail "$slow of 400 inputs were slow"
done
