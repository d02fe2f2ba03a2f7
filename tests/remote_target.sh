# remote_target.sh: the remote of ring/remote.c, for scripts that include lib.sh.
remote=$BUILD/tests/ring/remote

no_remote_is_left() {
    gone() { ! pgrep -f "^$remote\$" >/dev/null; }
    wait_for "all remotes to end" gone
}
