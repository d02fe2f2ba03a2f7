#!/bin/bash
# The rules of signatures, on real programs: one bug, one folder; two bugs, two folders. With and without
# llvm-symbolizer, without debug information, with sanitizers. One endless loop is one folder, even if samples catch
# it in many functions.
. "$SOURCE/tests/lib.sh"
CODE=$SOURCE/tests/ring/signatures.c
export BEDIV_SYMBOLIZER

line() { grep -n "/\* $1 \*/" "$CODE" | cut -d: -f1; }
signatures() { for folder in $(folders "$1"); do known "$folder" signature; done | sort; }
# campaign NAME DIR FLAG...: must find something.
campaign() {
    local name=$1 dir=$2
    shift 2
    local code=77; [[ $dir != hung ]] || code=70 # for timeouts
    exits $code "./$name" -q --seed 1 --guide quickcheck --shrink-runs 0 -o "$dir" "$@"
    adds_up "$dir"
}
where() { echo "signatures.c:$(line "$1")"; }

if [[ -z $SANITIZE ]]; then
    CRASHES=$(sort <<END2
SIGABRT in die at $(where die), complain at $(where 'die x')
SIGABRT in die at $(where die), complain_too at $(where 'die y')
SIGFPE in deep at $(where division)
SIGSEGV in helper at $(where inlined)
SIGSEGV in write_twice at $(where 'write x')
SIGSEGV in write_twice at $(where 'write y')
assertion in assert_twice at $(where 'assertion x'): zero == 1
assertion in assert_twice at $(where 'assertion y'): zero == 1
END2
    )
    step "crashes"
    build crashes "$CODE" -DBUGS='"abcde"'
    unset BEDIV_SYMBOLIZER
    campaign crashes named -n 60
    # Without a symbolizer a function that was inlined goes by the name of the one around it.
    same signatures "$(signatures named | sed 's/in use_helper\(_too\)\? at/in helper at/')" "$CRASHES"

    step "without a symbolizer: the same number of folders, and the same numbers in their names"
    export BEDIV_SYMBOLIZER=
    campaign crashes bare -n 60
    same hashes "$(folders bare | sed 's/.*-//' | sort)" "$(folders named | sed 's/.*-//' | sort)"

    step "resumed with a symbolizer, and so with other names: no folder is added"
    unset BEDIV_SYMBOLIZER
    exits 77 ./crashes -q --resume bare -n 90
    same folders "$(distinct bare)" 8

    step "without debug information: by the place in the function"
    build blind "$CODE" -DBUGS='"abcde"' -g0
    campaign blind blind_out -n 60
    says '^SIGSEGV in write_twice\+0x[0-9a-f]+$' <(signatures blind_out)
    same "bugs in write_twice" "$(signatures blind_out | grep -c write_twice)" 2
    same "bugs in assert_twice" "$(signatures blind_out | grep -c 'assertion in assert_twice at')" 2
    same "bugs in deep" "$(signatures blind_out | grep -c ' deep+0x')" 1

    step "stripped: by addresses in the program"
    cp blind stripped && strip stripped
    campaign stripped stripped_out -n 60
    says '^SIGSEGV in stripped\+0x[0-9a-f]+, stripped' <(signatures stripped_out)

    step "endless loops"
    build loops "$CODE" -DBUGS='"ffg"'
    campaign loops hung -n 24 --timeout 300ms
    same "all ways were tried" "$(cat hung/failures/*/seen/* | grep -aoE '^(fx|fy|gx|gy)' | sort -u | xargs)" "fx fy gx gy"
    same signatures "$(signatures hung | xargs)" "timeout in backtrack timeout in bare_loop timeout in loop"
fi

step "with sanitizers"
build sanitized "$CODE" -DBUGS='"abcd"' -fsanitize=address,undefined -fno-sanitize-recover=undefined
campaign sanitized san -n 60
says "^assertion in assert_twice at $(where 'assertion x'): zero == 1$" <(signatures san)
says "^division by zero in deep at $(where division)$" <(signatures san)
same folders "$(distinct san)" 6
