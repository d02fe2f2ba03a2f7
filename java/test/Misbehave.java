package bediv.test;

import bediv.Target;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Test target: the input says how to misbehave, or the property bediv.test.way says it for inputs with an x. Whatever it
 * is, the worker goes on, or ends so that the fuzzer notices.
 */
public final class Misbehave implements Target {
    private static final List<long[]> KEPT = new ArrayList<>();
    private final String way = System.getProperty("bediv.test.way");

    @Override
    public Verdict run(byte[] input) throws Throwable {
        String text = new String(input, StandardCharsets.UTF_8).strip();
        if (way == null) {
            return go(text);
        }
        int open = 0;
        for (char c : text.toCharArray()) {
            switch (c) {
                case '(' -> open++;
                case ')' -> open--;
                case 'x' -> go(way);
                case 'y' -> open += open;
                default -> { }
            }
        }
        return text.length() % 5 == 4 ? Verdict.INVALID : Verdict.VALID;
    }

    private static Verdict go(String way) throws Throwable {
        switch (way) {
            case "nothing" -> { }
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
            case "sleepers" -> {
                for (int i = 0; i < 20; i++) {
                    new Thread(Misbehave::sleep).start();
                }
            }
            case "native" -> crash();
            case "exit" -> System.exit(7);
            case "halt" -> Runtime.getRuntime().halt(0);
            case "loop" -> loop();
            case "deadlock" -> deadlock();
            default -> throw new IllegalArgumentException("unknown");
        }
        return Verdict.VALID;
    }

    private static void sleep() {
        while (true) {
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                // It stays.
            }
        }
    }

    /** Writes to address 0. */
    private static void crash() throws ReflectiveOperationException {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        ((sun.misc.Unsafe) field.get(null)).putInt(0, 1);
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
