#!/bin/bash
# One word, one meaning: tools/check-names accepts this checkout, and finds what it is meant to find in a copy of it.
. "$SOURCE/tests/lib.sh"

step "no name is used twice"
"$SOURCE/tools/check-names"

mkdir copy copy/docs
cp -r "$SOURCE/src" "$SOURCE/include" copy
cp "$SOURCE/docs/glossary.md" copy/docs
"$SOURCE/tools/check-names" copy

# finds TEXT: the copy is refused, and TEXT says why.
finds() {
    ! "$SOURCE/tools/check-names" copy >log || fail "the copy is accepted: $1"
    says "$1"
}

step "two files with the same base name, whatever their suffix"
touch copy/src/base/replay.h
finds '^same base name: .*src/base/replay\.h .*src/inspect/replay\.c'
mv copy/src/base/replay.h copy/src/base/sites.def
finds '^same base name: src/base/sites\.def src/trial/sites\.c'
rm copy/src/base/sites.def

step "a file named after another module"
touch copy/src/base/corpus_.c
"$SOURCE/tools/check-names" copy
mv copy/src/base/corpus_.c copy/src/base/libfuzzer.c
finds 'src/base/libfuzzer\.c: there is a module src/libfuzzer'
rm copy/src/base/libfuzzer.c

step "two structs with the same name, with or without the prefix"
echo 'struct corpus { int x; };' >>copy/src/base/log.c
finds '^same tag "corpus".* src/base/log\.c .*src/corpus/corpus\.h'
echo >copy/src/base/log.c

step "a word that the glossary explains twice"
echo '| trial, turn | something else |' >>copy/docs/glossary.md
finds 'glossary\.md: "trial" is explained twice'
cp "$SOURCE/docs/glossary.md" copy/docs

step "an exception that nothing needs any more"
rm copy/src/libfuzzer/replay.c
finds 'there is no src/libfuzzer/replay: remove it'
