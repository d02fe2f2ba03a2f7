#!/bin/bash
# builds: unsanitized
# A target in Java that goes wrong, in every way that we know of: nothing is lost or left behind, and nothing hangs.
. "$SOURCE/tests/lib.sh"
own_processes
. "$SOURCE/tests/faults.sh"

lib=$SOURCE/build/java/lib
[[ -f $lib/bediv.jar ]] || skip "the Java side is not built: make subjects-java"
java=$BUILD/tests/fault/java
javac -XDignore.symbol.file -d classes -cp "$lib/bediv.jar" "$SOURCE/java/test/Misbehave.java"
export BEDIV_TEST_JAVA=$PWD/arguments

# goes_wrong WAY: from now on, inputs with an `x` do.
goes_wrong() {
    printf '"%s"\n' "-javaagent:$lib/bediv.jar" -Dbediv.include=bediv.test. "-Dbediv.table=$PWD/table" \
        "-Dbediv.test.way=$1" -ea -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx64m -Xss512k -cp "$PWD/classes" \
        bediv.Worker bediv.test.Misbehave >arguments
}

# way NAME CODE SIGNATURE TRIALS WORDS [FLAG...]: so many trials, of which some go wrong in this way. Each is filed, under
# this signature alone, and nothing else is; "none": each survives.
way() {
    local name=$1 expected=$2 signature=$3 trials=$4 words=$5
    shift 5
    goes_wrong throw
    [[ -d wrong-$trials ]] || exits 77 "$java" -q -g quickcheck --seed 1 -n "$trials" --shrink-runs 0 -o "wrong-$trials"
    begin "Java: $words"
    goes_wrong "$name"
    ends "$expected" "$java" -g quickcheck --seed 1 -n "$trials" --timeout 60s --shrink-runs 0 "$@" -o out
    injected=$(figure "wrong-$trials" failures)
    count out
    cases_are_whole out
    log_is_true out log
    figures_are_true out
    [[ $(figure out execs_done) == "$trials" ]] || lose "$(figure out execs_done) trials of $trials"
    if [[ $signature == none ]]; then
        [[ $(figure out failures) == 0 ]] || mind "$(figure out failures) failures"
        goes_wrong nothing
        exits 0 "$java" -q -g quickcheck --seed 1 -n "$trials" -o out.good
        [[ $(figure out traces) == "$(figure out.good traces)" ]] || lose "traces"
        goes_wrong "$name"
    else
        [[ $(figure out failures) == "$injected" ]] || lose "$(figure out failures) failures of $injected"
        local signatures
        signatures=$(for folder in $(folders out); do known "$folder" signature; done)
        [[ $signatures =~ ^($signature)$ ]] || mind "signature: $signatures"
    fi
    [[ $expected == 70 ]] || replays out "$java" --timeout 60s
    nothing_left out
    end
}
in_target='in bediv\.test\.Misbehave\.'
n=40 some=15 few=3
[[ -z $full ]] || n=400 some=400 few=20
way throw 77 "java.lang.IllegalStateException ${in_target}go at Misbehave.java:[0-9]+.*" $n "an exception"
way overflow 77 "java.lang.StackOverflowError ${in_target}recurse.*" $n "StackOverflowError"
way memory 77 java.lang.OutOfMemoryError $some "OutOfMemoryError"
way kept-memory 77 java.lang.OutOfMemoryError $some "OutOfMemoryError, and it keeps the memory"
way exit 77 "exit 7" $some "System.exit"
way halt 77 "exit 0" $some "Runtime.halt"
way native 77 SIGABRT $some "a crash in native code"
way sleepers 0 none $n "leaked threads"
way loop 70 "timeout ${in_target}loop" $few "an endless loop that ignores interrupts" --timeout 2s
way deadlock 70 "timeout ${in_target}deadlock" $few "a deadlock" --timeout 2s

# ---- SIGKILL at random moments -----------------------------------------------------------------------

# The virtual machine of campaign PID.
machine_of() {
    local p
    for p in $(descendants_of "$1"); do
        [[ $(readlink "/proc/$p/exe") != */java ]] || echo "$p"
    done 2>/dev/null
}

begin "Java: SIGKILL of the virtual machine"
goes_wrong throw
"$java" --seed 2 --keep-failures 1M --shrink-runs 0 -o out >log 2>&1 </dev/null &
pid=$!
wait_for "the first trials" reached out execs_done 1
end=$((SECONDS + WAIT_LIMIT + KILLS))
while ((injected < KILLS && SECONDS < end)); do
    before=$(figure out execs_done 2>/dev/null || true)
    machine=$(machine_of $pid) && machine=${machine%%$'\n'*}
    [[ -z $machine ]] || ! kill -KILL "$machine" 2>/dev/null || injected=$((injected + 1))
    wait_for "more trials" reached out execs_done $((before + 1))
done
kill -TERM $pid || mind "it ended by itself"
status=0 && wait $pid || status=$?
[[ $status -eq 77 || $status -eq 72 ]] || mind "exit code $status"
[[ $injected -eq $KILLS ]] || mind "only $injected were killed"
count out && cases_are_whole out && log_is_true out log && figures_are_true out
nothing_left out
end

begin "Java: SIGKILL of the supervisor"
for ((i = 0; i < KILLS; i++)); do
    rm -rf out
    "$java" --seed $((i + 1)) --shrink-runs 0 -o out >log 2>&1 </dev/null &
    pid=$!
    ((i % 2 == 1)) || wait_for "a corpus" there_is out/plot_data # otherwise while the virtual machine starts
    sleep "0.$((RANDOM % 5))"
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    injected=$((injected + 1))
    count out && cases_are_whole out && log_is_true out log
    nothing_left out killed
done
[[ -d out/corpus ]] || fail "no campaign got that far"
exits 77 "$java" -q --resume out -n 300
end

begin "Java: the disk is full"
TROUBLE_UNDER=out/ TROUBLE_CALL=write TROUBLE_ERROR=ENOSPC TROUBLE_AT=12 TROUBLE_FOR=0 \
    ends 74 env LD_PRELOAD="$trouble" "$java" -g quickcheck --seed 1 -n $n --shrink-runs 0 -o out
injected=1
grep -q 'cannot write' log || mind "nobody was told"
count out && cases_are_whole out && log_is_true out log
replays out "$java" --timeout 60s
nothing_left out
end

table
