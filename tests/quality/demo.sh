#!/bin/bash
# builds: unsanitized
# What `make demo` shows: a crash in libxslt, shrunk to a few lines, with its stack.
. "$SOURCE/tests/lib.sh"
[[ -x $BUILD/subjects/libxslt ]] || fail "libxslt is not built"
[[ $BUILD -ef $SOURCE/build/release ]] || skip "the demo is for build/release"

for number in 1 2; do
    DEMO=$PWD/results exits 0 "$SOURCE/tools/demo" -t 1h --seed 14 # which finds it soon
    says "SIGSEGV in xsltApplySequenceConstructor at transform.c:[0-9]+, saved as $PWD/results/$number/failures/SIGSEGV-in-xslt"
    says '^The stylesheet that crashes libxslt, shrunk to [0-9]{2,3} bytes'
    says '^    <out xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
    says '^    #0 xsltApplySequenceConstructor .*/transform.c:[0-9]+$'
done

DEMO=$PWD/results exits 0 "$SOURCE/tools/demo" -n 1 --seed 2
says '^No crash this time'
