#!/bin/bash
# A target that checks results (tests/ring/oracle.c): a wrong one is a failure under the name that the target gives it,
# shrunk without losing that name; its report shows both sides.
. "$SOURCE/tests/lib.sh"
oracle=$BUILD/tests/ring/oracle

exits 77 "$oracle" -q --seed 1 -n 2000 --guide quickcheck -o out
adds_up out
crash=SIGSEGV
[[ -z $SANITIZE ]] || crash=SEGV
same signatures "$(for folder in $(folders out); do known "$folder" signature; done | sed 's/ in run at .*//' | sort)" \
    "$(printf '%s\n' 'a \\x1b[31mw' capitals 'half a result' "$crash" | sort)"
for folder in $(folders out); do
    same "$folder: reproducible" "$(known "$folder" reproducible)" yes
    same "$folder: bytes" "$(wc -c <"$folder/input")" 1
done
capitals=$(dirname "$(grep -l '"signature": "capitals"' out/failures/*/failure.json)")
same "smallest input" "$(cat "$capitals/input")" x
says 'capitals: from byte 0 on, left "X", right "x"' "$capitals/report.txt"
says '^---- left: $' "$capitals/report.txt"
says 'half a result: from byte 0 on, empty "", none has no result' out/failures/half_a_result-*/report.txt

step "replay"
printf 'abcdefghijklmnopqrstuabcdefghijklmnopqrstuabcx' >words
exits 77 "$oracle" replay words
says 'capitals: from byte 45 on, left …"ABCDEFGHIJKLMNOPQRSTUABCX", right …"ABCDEFGHIJKLMNOPQRSTUABCx"'
printf 'aaaa' >words && exits 0 "$oracle" replay words
