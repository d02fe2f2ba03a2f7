package bediv.subjects;

import java.io.OutputStream;
import java.io.PrintStream;

/** Software that writes to stderr about each input it rejects would spend most of its time on that. */
final class Quiet {
    private Quiet() {}

    /** Must come before the first use of the software: a logger may keep the stream that it finds then. */
    static void muteErrors() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }
}
