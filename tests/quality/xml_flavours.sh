#!/bin/bash
# builds: unsanitized
# The schemas and stylesheets of generators/xml are right often enough to get somewhere, and wrong often enough to be
# interesting: what its README says about 10,000 samples, here with 3,000. And the guides make use of it:
# bediv-structure makes more valid ones than chance. Not under sanitizers: too slow, and the figures are the same.
. "$SOURCE/tests/lib.sh"

for subject in libxml2-xsd libxslt; do
    program=$BUILD/subjects/$subject
    [[ -x $program ]] || skip "$subject is not built: subjects/fetch libxml2 libxslt"
    for guide in quickcheck bediv-structure; do
        exits 0 "$program" -q --guide "$guide" --seed 1 -n 3000 -o "$subject-$guide"
    done
    chance=$(figure "$subject-quickcheck" valid) guided=$(figure "$subject-bediv-structure" valid)
    step "$subject: $chance of 3,000 valid by chance, $guided by bediv-structure"
    [[ $chance -ge 1500 && $chance -le 2250 ]] || fail "the README says 60 and 68 %"
    [[ $guided -gt $chance ]] || fail "bediv-structure makes no more valid ones"
done
