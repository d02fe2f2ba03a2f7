# remote_target.sh: the remote of ring/remote.c, for scripts that include lib.sh.
cp "$BUILD/tests/ring/remote" . # so that its processes differ from those of other tests
remote=$PWD/remote

no_remote_is_left() {
    gone() { ! pgrep -f "^$remote\$" >/dev/null; }
    wait_for "all remotes to end" gone
}
