package bediv;

/**
 * The software under test, as the fuzzer sees it. This is what you implement to fuzz Java code:
 *
 * <pre>
 * public final class MyTarget implements bediv.Target {
 *     public Verdict run(byte[] input) throws Throwable {
 *         try {
 *             MyParser.parse(new String(input, UTF_8));
 *             return Verdict.VALID;
 *         } catch (MySyntaxError e) {
 *             return Verdict.INVALID;
 *         }
 *     }
 * }
 * </pre>
 *
 * The class needs a constructor without parameters, which runs once, before the first input. All inputs of a JVM run one
 * after the other, on the same thread and object. A run should not depend on earlier runs: make new objects.
 */
public interface Target {
    enum Verdict {
        /** The software under test accepted the input. */
        VALID,
        /** It rejected the input, in the way it is supposed to. */
        INVALID,
        /** A limit of the target ended the run (steps, memory, depth), so it was neither accepted nor rejected. */
        LIMITED
    }

    /** Runs one input. Whatever it throws is a failure, errors of the JVM included. */
    Verdict run(byte[] input) throws Throwable;
}
