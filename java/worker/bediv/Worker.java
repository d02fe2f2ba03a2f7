package bediv;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs inputs that the fuzzer hands over: the remote's side of docs/remote-targets.md.
 *
 * <pre>java -javaagent:bediv.jar=OPTIONS -cp CLASSPATH bediv.Worker TARGET [FILE...]</pre>
 *
 * TARGET is the name of a class that implements {@link Target}. Without a fuzzer, it runs the FILEs and prints the verdicts,
 * to try out a target.
 */
public final class Worker {
    // The numbers of verdicts in the mapping.
    private static final int VALID = 0;
    private static final int INVALID = 1;
    private static final int FAILURE = 2;
    private static final int LIMITED = 4;

    // What the byte to the fuzzer says about the next input: this process runs it, or a new one has to.
    private static final int READY = 0;
    private static final int ENDING = 1;

    private static final int QUESTION_EVERY_MS = 10;

    private final Target target;
    // A target may replace these streams; the next run gets the ones that the target's constructor left.
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    // Made now: after an OutOfMemoryError there may be no memory for it.
    private final Report report;
    private boolean memoryIsLost;

    private Worker(String className) throws ReflectiveOperationException {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        target = Class.forName(className, true, loader).asSubclass(Target.class).getDeclaredConstructor().newInstance();
        report = new Report((int) (Shared.isRemote() ? Shared.failureRoom() : 1 << 20));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("usage: java -javaagent:bediv.jar=OPTIONS -cp CLASSPATH bediv.Worker TARGET [FILE...]");
            System.exit(2);
        }
        Worker worker = new Worker(arguments[0]);
        if (Shared.isRemote()) {
            answerQuestionsAbout(Thread.currentThread());
            worker.serve();
        } else {
            for (int i = 1; i < arguments.length; i++) {
                worker.tryOut(Path.of(arguments[i]));
            }
        }
        // Threads that the target left running must not keep the process alive.
        Runtime.getRuntime().halt(0);
    }

    /** The loop: a byte from the fuzzer, a run, a byte to the fuzzer. Streams, because an interrupt closes channels. */
    private void serve() throws IOException {
        try (InputStream run = new FileInputStream(Shared.runPipe());
                OutputStream done = new FileOutputStream(Shared.donePipe())) {
            Shared.setThread(ownThreadId());
            done.write(READY);
            while (run.read() >= 0) {
                Shared.setVerdict(runOne());
                if (memoryIsLost) {
                    done.write(ENDING);
                    return;
                }
                done.write(READY);
            }
        }
    }

    private int runOne() {
        int verdict;
        try {
            Target.Verdict said = target.run(Shared.input());
            verdict = said == Target.Verdict.VALID ? VALID : said == Target.Verdict.LIMITED ? LIMITED : INVALID;
        } catch (Throwable failure) {
            report.describe(failure);
            Shared.setFailure(report.text(), report.size());
            verdict = FAILURE;
            memoryIsLost = failure instanceof OutOfMemoryError && memoryIsKept();
        }
        cleanUp();
        return verdict;
    }

    /** Does the target keep most of the memory although it has returned? Then every later input would fail, too. */
    private static boolean memoryIsKept() {
        System.gc();
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory() > jvm.maxMemory() / 2;
    }

    /** Undoes what one run could do to the next. */
    private void cleanUp() {
        Thread.interrupted();
        if (System.in != in) {
            System.setIn(in);
        }
        if (System.out != out) {
            System.setOut(out);
        }
        if (System.err != err) {
            System.setErr(err);
        }
    }

    private void tryOut(Path file) throws IOException {
        byte[] input = Files.readAllBytes(file);
        // Not System.out, which the target may have muted.
        PrintStream console = new PrintStream(new FileOutputStream(FileDescriptor.out));
        try {
            console.println(file + ": " + target.run(input));
        } catch (Throwable failure) {
            console.println(file + ": FAILURE");
            failure.printStackTrace(console);
        }
        cleanUp();
    }

    /** Linux shows it only as a link: /proc/thread-self leads to PROCESS/task/THREAD. */
    private static int ownThreadId() throws IOException {
        return Integer.parseInt(new File("/proc/thread-self").getCanonicalFile().getName());
    }

    private static void answerQuestionsAbout(Thread runner) {
        Report stack = new Report((int) Shared.stackRoom());
        Thread thread = new Thread(() -> {
            int answered = Shared.question();
            while (true) {
                try {
                    Thread.sleep(QUESTION_EVERY_MS);
                    int question = Shared.question();
                    if (question != answered) {
                        stack.describe(runner.getStackTrace());
                        Shared.answer(question, stack.text(), stack.size());
                        answered = question;
                    }
                } catch (Throwable e) {
                    // An interrupt by the target, or no memory: the next round may work.
                }
            }
        }, "bediv questions");
        thread.setDaemon(true);
        thread.start();
    }
}
