#!/bin/bash
# A symbolizer that takes minutes does not delay anything. When asked to stop, the supervisor does not call it, or
# stops waiting for it; the failure is still filed, with the names and lines that we read ourselves. A symbolizer that
# was too slow is not called again; but one that waits for a processor or the disk is not slow.
. "$SOURCE/tests/lib.sh"

cat >target.c <<'END2'
#include <bediv.h>
#include <stdlib.h>
#include <unistd.h>
static int *volatile nowhere = (int *)8;
static volatile int sink;
__attribute__((noinline)) static void write_nowhere(void) { *nowhere = 1; sink = 1; }
__attribute__((noinline)) static void give_up(void) { if (!sink) { abort(); } sink = 2; }
__attribute__((noinline)) static void overflow(void) { char *volatile p = malloc(3); p[3 + sink] = 1; sink = 3; }
static void generate(struct bd_source *s, struct bd_out *out) { bd_put_char_of(s, out, "what", WHAT); }
static enum bd_verdict run(const struct bd_input *in)
{
    char what = (char)in->data[0];
    if (what == 'w') { write_nowhere(); }
    if (what == 'g') { give_up(); }
    if (what == 'o') { overflow(); }
    if (what == 'h') { /* hangs until somebody says go, and fails then */
        if (access("hangs", F_OK) != 0) { sink = symlink("/", "hangs"); }
        while (access("go", F_OK) != 0) { usleep(1000); }
        sink = 0;
        give_up();
    }
    return BD_VALID;
}
BD_FUZZER(.name = "target", .generate = generate, .run = run);
END2
cat >llvm-symbolizer <<'END2'
#!/bin/sh
echo $$ >>asked
exec sleep 3600
END2
chmod +x llvm-symbolizer
export BEDIV_SYMBOLIZER=$PWD/llvm-symbolizer

# wait_until_asked: until the symbolizer was called.
wait_until_asked() { wait_for "a call of the symbolizer" test -s asked; }
# ends PID: by itself, long before the symbolizer does; which is gone then, too.
ends() {
    wait_for "its end" ended "$1"
    wait "$1" && status=0 || status=$?
    [[ $status -lt 128 ]] || fail "$1 died of a signal"
    # shellcheck disable=SC2046 # a list
    wait_for "the end of the symbolizer" gone $(cat asked 2>/dev/null)
}
# none_pending PID: it has taken the SIGINT that was sent.
none_pending() {
    local pending
    pending=$(sed -n 's/^ShdPnd:\t*//p' "/proc/$1/status")
    [[ $((0x${pending:-0} & 2)) -eq 0 ]]
}
signatures() { for folder in $(folders "$1"); do known "$folder" signature; done | sort; }
cleanup() { for pid in $(cat asked 2>/dev/null); do kill -KILL "$pid" 2>/dev/null || true; done; }

if [[ -z $SANITIZE ]]; then
    step "Ctrl-C while the symbolizer works"
    build crash target.c -DWHAT='"w"'
    ./crash -q --seed 1 -o crash_out >log 2>&1 &
    pid=$!
    wait_until_asked
    kill -INT $pid
    ends $pid
    says '^SIGSEGV in write_nowhere at target.c:6$' <(signatures crash_out)
    same asked "$(wc -l <asked)" 1

    step "resumed with a symbolizer that answers: no new folder"
    rm asked
    (unset BEDIV_SYMBOLIZER && exits 77 ./crash -q --resume crash_out -n 20)
    same folders "$(distinct crash_out)" 1

    step "Ctrl-C before the symbolizer is called: it is not called"
    build hang target.c -DWHAT='"h"'
    ./hang -q --seed 1 --timeout 600s -o hang_out >log 2>&1 &
    pid=$!
    wait_for "the run that hangs" test -L hangs
    kill -INT $pid
    wait_for "the signal to be taken" none_pending $pid
    touch go
    ends $pid
    [[ ! -e asked ]] || fail "it was asked"
    # A machine that stood still for a second lets the worker be killed before it fails.
    [[ $(distinct hang_out) -eq 0 ]] || says '^SIGABRT in give_up at target.c:7$' <(signatures hang_out)

    step "too slow once: not called again, and everything is filed"
    build both target.c -DWHAT='"wg"'
    ./both -q --seed 1 -n 40 -o both_out >log 2>&1 &
    ends $!
    same asked "$(wc -l <asked)" 1
    same signatures "$(signatures both_out | xargs)" "SIGABRT in give_up at target.c:7 SIGSEGV in write_nowhere at target.c:6"
    adds_up both_out
fi

if [[ -z $SANITIZE ]]; then
    # A process that waits for its vfork() looks like one that waits for the disk.
    step "one that the machine keeps waiting is not too slow"
    symbolizer=$(command -v llvm-symbolizer-19 llvm-symbolizer | head -n 1)
    cat >starved.c <<'END2'
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int first = access("asked", F_OK) != 0;
    FILE *asked = fopen("asked", "a");
    if (!asked || argc < 1 || fprintf(asked, "%d\n", (int)getpid()) < 0 || fclose(asked) != 0) { return 1; }
    if (first && vfork() == 0) {
        nanosleep(&(struct timespec){.tv_sec = 12}, NULL); /* more than a slow one gets */
        _exit(0);
    }
    execv(SYMBOLIZER, argv);
    return 1;
}
END2
    clang-19 -D_GNU_SOURCE -DSYMBOLIZER="\"$symbolizer\"" starved.c -o starved
    rm asked
    BEDIV_SYMBOLIZER=$PWD/starved ./both -q --seed 1 -n 40 -o starved_out >log 2>&1 &
    ends $!
    [[ $(wc -l <asked) -gt 1 ]] || fail "it was not asked again"
    names=(starved_out/failures/SIGABRT-*/report.txt)
    says ' raise ' "${names[0]}" # libc's own name for this address is gsignal
    adds_up starved_out
fi

step "AddressSanitizer's own: Ctrl-C loses no failure"
rm -f asked
build asan target.c -DWHAT='"o"' -fsanitize=address
ASAN_OPTIONS=${ASAN_OPTIONS-}:external_symbolizer_path=$PWD/llvm-symbolizer BEDIV_SYMBOLIZER='' ./asan -q --seed 1 -o asan_out >log 2>&1 &
pid=$!
wait_until_asked
kill -INT $pid
ends $pid
says '^heap-buffer-overflow in overflow at target.c:8$' <(signatures asan_out)
