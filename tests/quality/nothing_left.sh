#!/bin/bash
# tools/in-empty-dir, which runs the tests: whatever a test started ends with it, however the test ends, and the folder
# is removed. In a pid namespace, and where none can be made.
. "$SOURCE/tests/lib.sh"

in_empty_dir=$SOURCE/tools/in-empty-dir
export TMPDIR=$PWD/folders MARK=$PWD
mkdir folders

# What the tests below started, in whatever session or namespace: it has their mark in its environment.
nothing_left() { ! grep -qsz "^LEFT_BY=$MARK\$" /proc/[0-9]*/environ; }
# A test that leaves three processes behind: a child, a session of its own, a daemon that nobody waits for.
cat >leaves.sh <<'END'
export LEFT_BY=$MARK
stays='echo >>there; exec sleep 3600'
sh -c "$stays" &
setsid sh -c "$stays" &
(setsid setsid sh -c "$stays" &)
until [ -e there ] && [ "$(wc -l <there)" -eq 3 ]; do sleep 0.01; done
echo started >"$MARK/started"
case $1 in
fails) exit 3 ;;
dies) kill -KILL $$ ;;
hangs) while :; do sleep 3600; done ;;
esac
END

# ends CODE WAY [SIGNAL]: a test ends like this, or hangs until the signal is sent to in-empty-dir.
ends() {
    local pid status=0
    rm -f started
    "$in_empty_dir" sh "$PWD/leaves.sh" "$2" >log 2>&1 </dev/null &
    pid=$!
    wait_for "a test that leaves processes" there_is started
    [[ $2 != hangs ]] || ! nothing_left || fail "its processes are not seen, so this test shows nothing"
    [[ -z ${3-} ]] || kill -s "$3" $pid
    wait $pid 2>/dev/null || status=$?
    same "exit code" $status "$1"
    wait_for "the end of all that it started" nothing_left
    [[ ${3-} == KILL ]] || same "folders that are left" "$(ls folders)" ""
}
however_it_ends() {
    ends 0 passes
    ends 3 fails
    ends 137 dies
    ends 130 hangs TERM
    ends 130 hangs INT
    echo asked | "$in_empty_dir" sh -c 'cat; pwd; ls' >said
    same "its input" "$(sed -n 1p said)" asked
    says "^$PWD/folders/[^/]+$" said
    same "lines" "$(wc -l <said)" 2 # nothing is in the folder
}
# INT has no effect on background jobs of scripts unless they have a process group of their own.
set -m

if unshare --mount --pid --mount-proc --fork --kill-child true 2>/dev/null; then
    step "in a namespace"
    however_it_ends
    ends 137 hangs KILL
    rm -r folders/*
fi

step "without a namespace"
mkdir without
ln -s /bin/false without/unshare
PATH=$PWD/without:$PATH however_it_ends
