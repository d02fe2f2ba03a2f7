package bediv.test;

import bediv.Target;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Test target: the input says how to misbehave. Whatever it is, the worker goes on, or ends so that the fuzzer notices. */
public final class Misbehave implements Target {
    private static final List<long[]> KEPT = new ArrayList<>();

    @Override
    public Verdict run(byte[] input) throws Throwable {
        switch (new String(input, StandardCharsets.UTF_8).strip()) {
            case "valid" -> { }
            case "invalid" -> { return Verdict.INVALID; }
            case "throw" -> throw new IllegalStateException("two\nlines, a \t tab, \u00e9 and \ud83d\ude00");
            case "hostile" -> throw new Hostile();
            case "endless-message" -> throw new Exception("x".repeat(3 << 20));
            case "overflow" -> recurse(1);
            case "memory" -> fill(new ArrayList<>());
            case "kept-memory" -> fill(KEPT);
            case "interrupt" -> Thread.currentThread().interrupt();
            case "interrupted" -> throw new IllegalStateException("interrupted: " + Thread.interrupted());
            case "streams" -> {
                System.setErr(new PrintStream(OutputStream.nullOutputStream()));
                System.setOut(null);
                System.out.close();
            }
            case "stderr" -> System.err.println("still heard");
            case "threads" -> {
                new Thread(Misbehave::loop).start();
            }
            case "exit" -> System.exit(7);
            case "halt" -> Runtime.getRuntime().halt(0);
            case "loop" -> loop();
            case "deadlock" -> deadlock();
            default -> throw new IllegalArgumentException("unknown");
        }
        return Verdict.VALID;
    }

    private static int recurse(int depth) {
        return recurse(depth + 1) + depth;
    }

    private static void fill(List<long[]> list) {
        while (true) {
            list.add(new long[list.size() < 1000 ? 1 << 17 : 16]);
        }
    }

    private static void loop() {
        while (true) {
            Thread.interrupted();
        }
    }

    private static void deadlock() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private static final class Hostile extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }
}
