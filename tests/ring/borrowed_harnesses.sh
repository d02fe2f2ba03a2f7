#!/bin/bash
# Unmodified libFuzzer harnesses from the subjects' own source packages: one of expat, one of libxml2, and one of
# oniguruma, in C++. Built as OSS-Fuzz does ($CC -fsanitize=fuzzer-no-link, $LIB_FUZZING_ENGINE), and run with
# libFuzzer's command line.
. "$SOURCE/tests/lib.sh"

SOURCES=$SOURCE/build/sources
CFLAGS="-O1 -g -w -fsanitize=fuzzer-no-link $SANITIZE -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
LIB_FUZZING_ENGINE=$("$BUILD/bin/bediv" flags --engine)
export CFLAGS

# objects FOLDER FLAGS FILE...: compiles each into FOLDER.
objects() {
    local folder=$1 flags=$2
    shift 2
    mkdir -p "$folder"
    printf '%s\n' "$@" | FOLDER=$folder FLAGS=$flags xargs -P2 -I{} sh -c \
        'exec $CC $CFLAGS $FLAGS -c {} -o "$FOLDER/$(basename {} .c).o"'
}

there() {
    [[ -e $SOURCES/$1/.fetched ]] || skip "NO SOURCES OF $1 in $SOURCES: run subjects/fetch $1"
}

# cov TITLE: the coverage in the last line with that title.
cov() { sed -n "s/^#[0-9]*\t$1 *cov: \([0-9]*\) .*/\1/p" log | tail -n 1; }

# works NAME RUNS
works() {
    local name=$1 runs=$2 first last seeds
    step "$name: $runs runs"
    mkdir -p "$name.corpus"
    exits 0 "./$name" -seed=1 "-runs=$runs" -print_final_stats=1 "-artifact_prefix=$PWD/$name-" "$name.corpus"
    says '^INFO: Seed: 1$'
    says '^INFO: Loaded 1 modules   \([0-9]{3,} inline 8-bit counters\): '
    says '^INFO: -max_len is not provided; libFuzzer will not generate inputs larger than 4096 bytes$'
    says '^#[0-9]+	INITED cov: [0-9]+ ft: [0-9]+ corp: [0-9]+/[0-9]+b exec/s: [0-9]+ rss: [0-9]+Mb$'
    says '^#[0-9]+	NEW    cov: [0-9]+ ft: [0-9]+ corp: [0-9]+/[0-9]+K?b exec/s: [0-9]+ rss: [0-9]+Mb L: [0-9]+/[0-9]+ MS: '
    says "^#$runs	DONE   cov: "
    says "^Done $runs runs in [0-9]+ second"
    says "^stat::number_of_executed_units: $runs$"
    first=$(sed -n 's/^#[0-9]*\tNEW *cov: \([0-9]*\) .*/\1/p' log | sed -n 1p) last=$(cov DONE)
    [[ $last -gt $first ]] || fail "coverage did not grow: $first, $last"
    seeds=$(find "$name.corpus" -type f | wc -l)
    [[ $seeds -ge 10 ]] || fail "only $seeds inputs in the corpus directory"
    echo "   coverage $first to $last, $seeds files"
    (cd "$name.corpus" && sha1sum -- *) | awk '$1 != $2 { exit 1 }' || fail "a file is not named by its SHA-1"

    step "$name: replay, and read the corpus again"
    exits 0 "./$name" "$name.corpus"/*
    same "files executed" "$(grep -c '^Executed .* in [0-9]* ms$' log)" "$seeds"
    says "^Running: $name.corpus/[0-9a-f]{40}$"
    exits 0 "./$name" -runs=0 "$name.corpus"
    says "^INFO: seed corpus: files: $seeds min: [0-9]+b max: [0-9]+b total: [0-9]+b rss: [0-9]+Mb$"
    says "^Done $seeds runs in [0-9]+ second"
    [[ $(cov DONE) -ge $last ]] || fail "the corpus covers $(cov DONE) of $last branches"
    same "artefacts" "$(find . -maxdepth 1 -name "$name-*" | wc -l)" 0
}

there expat
there libxml2
there libonig

step "expat: fuzz/xml_parse_fuzzer.c"
expat=$SOURCES/expat/expat config=$(dirname "$(find "$BUILD" -name expat_config.h)")
objects expat.o "-I$expat/lib -I$config -DENCODING_FOR_FUZZING=UTF-8" \
    "$expat"/lib/{xmlparse,xmlrole,xmltok}.c "$expat/fuzz/xml_parse_fuzzer.c"
# shellcheck disable=SC2086 # lists of words
$CXX $CFLAGS expat.o/*.o $LIB_FUZZING_ENGINE -o expat
works expat 20000

step "libxml2: fuzz/regexp.c, on the library as it is built for the subject"
xml=$SOURCES/libxml2 headers=$(dirname "$(find "$BUILD" -path '*libxml2-xsd*' -name xmlversion.h)")/..
library=$(find "$BUILD" -name 'libsubject_libxml2-xsd_coverage_code.a')
[[ -n $library ]] || fail "the subject libxml2-xsd is not built"
echo 'void xmlRelaxNGCleanupTypes(void) {}' >left_out.c # replaces what the subject leaves out
objects libxml2.o "-I$headers -I$xml/include -I$SOURCE/subjects/libxml2-xsd -DHAVE_CONFIG_H" \
    "$xml"/fuzz/{fuzz,regexp}.c left_out.c
# shellcheck disable=SC2086
$CXX $CFLAGS libxml2.o/*.o "$library" $LIB_FUZZING_ENGINE -lm -o libxml2
works libxml2 20000

step "oniguruma: harnesses/libfuzzer-onig.cpp"
onig=$SOURCES/libonig
mkdir -p onig.config && cp "$SOURCE/subjects/jq/onig_config.h" onig.config/config.h
names="ascii onig_init regcomp regenc regerror regexec regext regparse regsyntax regtrav regversion st unicode
    unicode_fold1_key unicode_fold2_key unicode_fold3_key unicode_unfold_key utf8"
# shellcheck disable=SC2046,SC2086
objects onig.o "-I$onig/src -Ionig.config -DHAVE_CONFIG_H -DONIG_STATIC" $(printf "$onig/src/%s.c\n" $names)
# shellcheck disable=SC2086
$CXX $CFLAGS -I"$onig/src" "$onig/harnesses/libfuzzer-onig.cpp" onig.o/*.o $LIB_FUZZING_ENGINE -o onig
works onig 20000
