#!/bin/bash
# A program with its own main() uses the engine: in C, and the same source as C++, with two compilers.
. "$SOURCE/tests/lib.sh"

works() {
    rm -rf here && mkdir here && cd here
    exits 0 "$1"
    same "what it printed" "$(grep -v '^#' log)" embedded
    adds_up embedded
    filed embedded "$(figure embedded failures)"
    cd ..
}
step "C"
works "$BUILD/tests/ring/embed"

step "C++, clang++"
# shellcheck disable=SC2046,SC2086
{
    "$CXX" -x c++ -std=c++17 -Wall -Wextra -Werror -O1 $SANITIZE $("$BUILD/bin/bediv" flags --compile) \
        -c "$SOURCE/tests/ring/embed.c" -o embed_cxx.o
    "$CXX" $SANITIZE embed_cxx.o $LINK -o embed_cxx
}
works ../embed_cxx

step "C++, g++: without its own coverage, linked with a target that has it"
if [[ -z $SANITIZE ]]; then
    g++ -x c++ -std=c++17 -Wall -Wextra -Werror -O1 -I"$SOURCE/include" -c "$SOURCE/tests/ring/embed.c" -o embed_gxx.o
    echo 'int covered(int x); int covered(int x) { return x ? 1 : 2; }' >covered.c
    # shellcheck disable=SC2046
    "$CC" $("$BUILD/bin/bediv" flags --compile) -c covered.c
    # shellcheck disable=SC2046
    g++ embed_gxx.o covered.o -o embed_gxx $LINK
    mkdir gxx && cd gxx
    exits 1 ../embed_gxx # no input covers anything: the engine reports that through the log callback, and returns
    says 'bd_campaign_run.* does not hold'
fi
