#!/bin/bash
# tools/test counts passed, failed and skipped tests separately, and names the skipped ones. A test that could not be
# run counts as failed.
. "$SOURCE/tests/lib.sh"

mkdir tools && cp "$SOURCE/tools/test" tools && mkdir -p build/{release,asan}
(. "$SOURCE/tests/lib.sh" && skip "no \"root\"") >said && fail "skip ends a script as passed" || code=$?
same "what skip says" "$(cat said)" 'skipped: no "root"'
says "^set\(skipped $code\)$" "$SOURCE/tests/CMakeLists.txt"

# suite BUILD NAME COMMAND...: adds a test as tests/CMakeLists.txt does.
suite() {
    printf 'add_test(%s sh -c "%s")\nset_tests_properties(%s PROPERTIES LABELS unit SKIP_RETURN_CODE %d)\n' "$2" "$3" "$2" "$code" \
        >>"build/$1/CTestTestfile.cmake"
}
suite asan good 'exit 0'
suite release good 'exit 0'
step "all passed"
exits 0 tools/test
same "last line" "$(tail -n 1 log)" "2 passed, 0 failed"

step "some skipped"
suite release small "echo -- begins && echo skipped: needs root && exit $code"
suite asan silent "exit $code"
exits 0 tools/test
says '^skipped: small \(build/release\): needs root$'
says '^skipped: silent \(build/asan\): $'
same "last line" "$(tail -n 1 log)" "2 passed, 0 failed, 2 skipped"

step "one failed, one could not be run"
suite release bad 'exit 1'
printf 'add_test(missing /nowhere/missing)\nset_tests_properties(missing PROPERTIES LABELS unit)\n' >>build/asan/CTestTestfile.cmake
exits 1 tools/test
same "last line" "$(tail -n 1 log)" "2 passed, 2 failed, 2 skipped"

step "skipped tests alone are not a success"
rm build/*/CTestTestfile.cmake
suite release small "exit $code"
suite asan small "exit $code"
exits 1 tools/test
same "last line" "$(tail -n 1 log)" "0 passed, 0 failed, 2 skipped"
