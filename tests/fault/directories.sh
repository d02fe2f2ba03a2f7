#!/bin/bash
# Where the run directory can be, and where it cannot. A refused directory is left as it was; nothing is ever
# overwritten.
. "$SOURCE/tests/lib.sh"

fuzz() { exits "$1" "$TREE" -q --seed 4 --guide quickcheck -n 100 -o "$2"; }

step "missing parents are created"
fuzz 0 a/b/c
[[ -f a/b/c/fuzzer_stats ]] || fail "no campaign in a/b/c"
step "an empty directory is used, with or without a trailing slash"
mkdir empty
fuzz 0 empty/
[[ -f empty/fuzzer_stats ]] || fail "no campaign in empty"

step "a directory that is not empty is refused, and left as it was"
refused() {
    find . -path ./log -prune -o -printf '%p %T@ %s\n' | sort >../before
    fuzz 2 "$1"
    says "cannot use the run directory $1: $2"
    find . -path ./log -prune -o -printf '%p %T@ %s\n' | sort | diff ../before - || fail "$1 was touched"
}
mkdir work && cd work
mkdir mine && echo precious >mine/file
touch log ../before
refused mine "it exists and is not empty; choose another with -o"
cp -r ../a/b/c campaign
refused campaign "it exists and is not empty"
mkdir hidden && touch hidden/.dot
refused hidden "it exists and is not empty"
echo text >file
refused file ""
ln -s nowhere dangling
refused dangling ""
refused file/below "Not a directory; choose a writable place"
refused /proc/nowhere "No such file or directory; choose a writable place"
cd ..

step "no permission to write"
if [[ $EUID -ne 0 ]]; then
    mkdir closed && chmod 555 closed
    fuzz 2 closed/run
    says "cannot use the run directory closed/run: Permission denied; choose a writable place"
elif mkdir sealed && mount -t tmpfs -o ro,size=64k none sealed 2>/dev/null; then
    fuzz 2 sealed/run
    umount sealed
    says "cannot use the run directory sealed/run: Read-only file system; choose a writable place"
fi

step "invalid names"
exits 2 "$TREE" -n 10 -o ""
says "its name is empty"
exits 2 "$TREE" -n 10 -o "$(printf 'x%.0s' $(seq 5000))"
says "its name is too long"

step "by default, a free name is chosen"
for expected in tree tree-2 tree-3; do
    exits 0 "$TREE" -q --seed 4 --guide quickcheck -n 100
    says "saved in    bediv-out/$expected"
    [[ -f bediv-out/$expected/fuzzer_stats ]] || fail "no campaign in bediv-out/$expected"
done
