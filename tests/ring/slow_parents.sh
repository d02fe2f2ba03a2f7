#!/bin/bash
# A slow input that covers much would get a thousand children in a row, which are slow, too. It gets one at a time. Two seeds
# become parents, and the first one is slow: its children do not take up the campaign.
. "$SOURCE/tests/lib.sh"

cat >slow.c <<'END_OF_C'
#include <bediv.h>
#include <fcntl.h>
#include <unistd.h>
static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_char_of(s, out, "speed", "qs");
    for (int i = 0; i < 400; i++) { bd_put_char_of(s, out, "letter", "ab"); } /* a mutation rarely hits the speed */
}
static volatile int seen;
static enum bd_verdict run(const struct bd_input *in)
{
    if (in->data[0] == 's') {
        int runs = open("slow_runs", O_WRONLY | O_CREAT | O_APPEND, 0666); /* a byte for each */
        if (runs >= 0) { seen = (int)write(runs, "s", 1) + close(runs); }
        sleep(2); /* a sleep takes as long on any machine */
        seen = 1;
    } else {
        seen = 2;
    }
    return BD_VALID;
}
BD_FUZZER(.name = "slow", .generate = generate, .run = run);
END_OF_C
build slow slow.c
mkdir seeds
printf 'bediv-tape 1\nv speed 1 of 1\n' >seeds/1.tape # the letters, which are missing, are 0
printf 'bediv-tape 1\nv speed 0 of 1\n' >seeds/2.tape

for guide in zest bediv-simple bediv-havoc; do
    step "$guide"
    rm -f slow_runs
    exits 0 ./slow -q -g "$guide" --seed 3 -n 60 --seeds seeds --timeout 15s --checkpoint 0 -o "out-$guide"
    same "parents" "$(figure "out-$guide" parents)" 2
    # Each input runs four times, because the campaign is young. If all were slow, that would be 240 runs.
    slow=$(wc -c <slow_runs)
    [[ $slow -le 50 ]] || fail "$slow slow runs in 60 trials"
done
