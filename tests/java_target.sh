# java_target.sh: a target in Java that goes wrong (java/test/Misbehave.java), for scripts that include lib.sh and faults.sh.
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
