#!/bin/bash
# A target with a wild pointer writes into the memory that it shares with the engine: 100 campaigns here, 10,000 with
# WILD_CAMPAIGNS=10000, each with its own writes. Whatever they hit, the supervisor neither crashes nor hangs, the exit code is as
# documented, every failure that is announced is on disk and can be read, and nothing is left behind.
. "$SOURCE/tests/lib.sh"
own_processes

WILD=$BUILD/tests/fault/arena_writes
campaigns=${WILD_CAMPAIGNS-100} first=${WILD_FIRST-1} writes=0 told=0 filed=0
guides=($GUIDES)

# One campaign in ten resumes what another left, one in eight is shrunk and verified as usual, the others not at all.
for ((seed = first; seed < first + campaigns; seed++)); do
    rm -rf out
    flags=(-n $((100 + seed * 7 % 400)) --seed "$seed" --timeout 200ms --guide "${guides[seed % 6]}")
    ((seed % 8 == 0)) || flags+=(--shrink-runs 0)
    ((seed % 3 != 0)) || flags+=(--checkpoint 50ms)
    code=0
    WILD_SEED=$seed timeout -s KILL 300 "$WILD" "${flags[@]}" -o out >log 2>&1 </dev/null || code=$?
    case $code in
    0 | 70 | 71 | 77) ;;
    1) says 'wrote into|between two trials|set-up failed' ;;
    *) fail "seed $seed: exit code $code" ;;
    esac
    [[ -z $(find out -name '*.tmp') ]] || fail "seed $seed: temporary files are left"
    while read -r saved; do
        filed=$((filed + 1))
        for file in input input.tape report.txt failure.json; do
            [[ -e $saved/$file ]] || fail "seed $seed: $saved lacks $file"
        done
    done < <(said_saved log)
    if ((seed % 10 == 0)); then
        code=0
        "$WILD" failures out >list 2>&1 || code=$?
        [[ $code -eq 0 || $code -eq 77 ]] || fail "seed $seed: its failures cannot be read: $(cat list)"
        for tape in out/failures/*/input.tape out/corpus/*.tape; do
            [[ ! -e $tape ]] || "$WILD" show "$tape" >/dev/null 2>shown || fail "seed $seed: $tape: $(cat shown)"
        done
    fi
    if ((seed % 10 == 0)) && [[ -e out/state ]]; then
        exits_after=$(($(figure out execs_done) + 50))
        code=0
        timeout -s KILL 300 "$WILD" --resume out -n "$exits_after" >log 2>&1 </dev/null || code=$?
        [[ $code -eq 0 || $code -eq 77 || $code -eq 70 ]] || fail "seed $seed: resuming it: exit code $code"
    fi
    ! grep -q 'wrote into the fuzzer' log || told=$((told + 1))
done
echo "$campaigns campaigns with wild writes: $filed failures filed, $told campaigns ended or went back for them"
