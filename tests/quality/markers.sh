#!/bin/bash
# Only a marker written exactly as documented takes a test out of `make test` (markers.cmake); lines that only look
# like one are refused, and prose that begins with the same word is prose.
. "$SOURCE/tests/lib.sh"

cat >read.cmake <<END
include($SOURCE/tests/markers.cmake)
bediv_read_markers(script long unsanitized)
message("\${long} \${unsanitized}")
END
# read_as WORDS LINE...
read_as() {
    printf '%s\n' '#!/bin/bash' "${@:2}" 'echo' >script
    exits 0 cmake -P read.cmake
    same "markers of '${*:2}'" "$(cat log)" "$1"
}
read_as "FALSE FALSE" '# Does this and that.'
read_as "FALSE FALSE" '# A campaign that lives for' '# long, and when it hangs.' '# longer' '# Builds are made twice.'
read_as "TRUE FALSE" '# duration: long'
read_as "FALSE TRUE" '# builds: unsanitized'
read_as "TRUE TRUE" '# What it does.' '# duration: long' '# builds: unsanitized'

for slip in '# long' '#long' '# Long.' '# long ' '# duration: short' '# duration: long ' '#duration: long' '# duration = long' \
    ' # duration: long' '# builds: sanitized' '# builds: unsanitized, too slow'; do
    printf '%s\n' '#!/bin/bash' "$slip" 'echo' >script
    exits 1 cmake -P read.cmake
    says "script: '$slip' looks like a marker and is"
done

step "as registered: tests that are in no other suite are marked"
marked() { grep -lx '# duration: long' "$SOURCE"/tests/*/*.{sh,test} | sed 's|.*/\([a-z]*\)/\([a-z_]*\)\.[a-z]*$|\1.\2|' | sort; }
long() { ctest --test-dir "$BUILD" -N -L '^long$' | sed -n 's/^ *Test *#[0-9]*: //p' | sort; }
same "long tests" "$(long)" "$(marked)"
