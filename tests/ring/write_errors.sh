#!/bin/bash
# If a result cannot be written to standard output (full disk, closed pipe, closed stream), every command reports it.
# The exit code is then 74, unless it must say that something was found. A campaign continues and saves everything.
. "$SOURCE/tests/lib.sh"
CALC=$BUILD/examples/calc
BEDIV=$BUILD/bin/bediv
exits 77 "$TREE" -q --seed 1 -n 30000 -o found
exits 0 "$TREE" -q --seed 1 -n 10 -o none
cat >one.toml <<END
programs = "$BUILD/examples"
subjects = ["calc"]
guides = ["zest"]
trials = 1000
END
exits 0 "$BEDIV" eval run -q one.toml -o eval
input=$(folders found | sed -n 1p)/input
case=$(first_case none/corpus)

# A pipe that nobody reads: 5 is its writing end.
mkfifo pipe
exec 4<>pipe 5>pipe 4<&-

# fails CODE COMMAND...: runs it with each way in which standard output can fail. -o OUT is a new folder each time.
fails() {
    local expected=$1 way status
    shift
    for way in full pipe closed; do
        rm -rf OUT OUT.tape
        status=0
        case $way in
        full) "$@" >/dev/full 2>log </dev/null || status=$? ;;
        pipe) "$@" >&5 2>log </dev/null || status=$? ;;
        closed) "$@" >&- 2>log </dev/null || status=$? ;;
        esac
        [[ $status -eq $expected ]] || fail "$way: exit code $status, expected $expected: $*"
        case $way in
        full) says 'cannot write to standard output: No space left on device' ;;
        pipe) says 'cannot write to standard output: Broken pipe' ;;
        closed) says 'cannot write to standard output: Bad file descriptor' ;;
        esac
    done
}

step "fuzzing continues, and saves"
fails 77 "$TREE" --seed 1 -n 30000 -o OUT
adds_up OUT
fails 74 "$TREE" --seed 1 -n 10 -o OUT
adds_up OUT
fails 77 "$TREE" --seed 1 -n 30000 -o OUT --json

step "what was found is not hidden"
fails 77 "$TREE" replay "$input"
fails 77 "$TREE" failures found
fails 77 "$TREE" failures --json found
fails 77 "$TREE" failures --sarif found

step "otherwise the exit code is 74"
fails 74 "$TREE" replay "$case"
fails 74 "$TREE" show "$input"
fails 74 "$TREE" sample
fails 74 "$TREE" sample -n 10000
fails 74 "$TREE" list
fails 74 "$TREE" failures none
fails 74 "$TREE" failures --sarif none
fails 74 "$TREE" shrink -o OUT "$input"
fails 74 "$TREE" cmin none -o OUT
fails 74 "$TREE" merge merged none
fails 74 "$TREE" --help
fails 74 "$TREE" replay --help
fails 74 "$TREE" --version
for words in "help" "version" "flags" "flags --link" "flags --engine" "flags --bridge" "eval --help" "eval run --help" \
    "eval report --help" "eval run --dry-run one.toml -o eval" "eval run -q one.toml -o eval" "eval report eval"; do
    # shellcheck disable=SC2086 # a list of words
    fails 74 "$BEDIV" $words
done

step "wrong usage stays wrong usage"
for way in '>/dev/full' '>&-'; do
    status=0
    eval "\"\$TREE\" replay nowhere $way" 2>log || status=$?
    same "exit code" $status 2
done

step "the server ends when nobody reads its answers"
status=0
printf '%s\n%s\n' "$PWD/$case" "$PWD/$case" | "$TREE" replay --batch >&5 2>log || status=$?
same "exit code of --batch" $status 74

step "forked processes have the usual signal settings"
cat >piped.c <<'END'
#include <bediv.h>
#include <signal.h>
static void generate(struct bd_source *s, struct bd_out *out) { bd_put_char(out, (char)bd_int(s, "c", 0, 9)); }
static enum bd_verdict run(const struct bd_input *in)
{
    struct sigaction action;
    (void)in;
    return sigaction(SIGPIPE, 0, &action) == 0 && action.sa_handler == SIG_DFL ? BD_VALID : BD_FAILURE;
}
BD_FUZZER(.name = "piped", .generate = generate, .run = run);
END
build piped piped.c
exits 0 ./piped -q -n 100 -o piped-out
exits 0 ./piped replay piped-out/corpus/*
