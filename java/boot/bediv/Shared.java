package bediv;

import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import sun.misc.Unsafe;

/**
 * The memory shared with the fuzzer, as docs/remote-targets.md describes it, and the probes that count in it.
 *
 * <p>Instrumented classes call {@link #hit}. They may belong to the JDK, so this class is on the boot class path, where
 * everybody sees it. It must be initialised before the first of them runs; the agent does that.
 *
 * <p>Without a fuzzer (BEDIV_REMOTE is not set), the memory is private and only the counters and the header exist.
 */
public final class Shared {
    // Offsets in the header: docs/remote-targets.md, "The mapping".
    private static final int VERSION = 8;
    private static final int INPUT_AT = 16;
    private static final int COUNTERS_AT = 32;
    private static final int COUNTERS_ROOM = 40;
    private static final int FAILURE_AT = 48;
    private static final int FAILURE_ROOM = 56;
    private static final int STACK_AT = 64;
    private static final int STACK_ROOM = 72;
    private static final int INPUT_SIZE = 128;
    private static final int QUESTION = 136;
    private static final int COUNTERS = 256;
    private static final int THREAD = 264;
    private static final int VERDICT = 272;
    private static final int FIRST_TIME = 276;
    private static final int FAILURE_SIZE = 280;
    private static final int STACK_SIZE = 288;
    private static final int ANSWER = 296;
    private static final int NAMES = 1024;
    private static final int NAMES_ROOM = 1024;

    private static final int HEADER = 4096;
    private static final int PRIVATE_COUNTERS = 16 << 20;
    private static final long MAGIC = ByteBuffer.wrap("bedivrem".getBytes(StandardCharsets.US_ASCII))
            .order(ByteOrder.LITTLE_ENDIAN).getLong();
    private static final int KNOWN_VERSION = 1;

    private static final Unsafe MEMORY = unsafe();
    /** VERSION:MAP:RUN:DONE, or null without a fuzzer. */
    private static final String[] REMOTE = remote();
    private static final long HEADER_AT = REMOTE == null ? allocate() : map(descriptor(REMOTE[1]));
    // The compiler of the JVM takes it for a constant: a probe is a load, an addition and a store.
    private static final long FIRST_COUNTER = HEADER_AT + getLong(COUNTERS_AT);

    private Shared() {}

    // ---- What instrumented code calls ----

    /** Counts one execution of a probe. A counter that has reached 255 stays there. Computing that without a branch is slower. */
    public static void hit(int probe) {
        long counter = FIRST_COUNTER + probe;
        byte count = MEMORY.getByte(counter);
        if (count != (byte) 255) {
            MEMORY.putByte(counter, (byte) (count + 1));
        }
    }

    /** Something ran that happens once in the life of a JVM: the first use of a class. */
    public static void firstTime() {
        MEMORY.getAndAddInt(null, HEADER_AT + FIRST_TIME, 1);
    }

    // ---- What the agent and the worker call ----

    /** Is there a fuzzer? */
    public static boolean isRemote() {
        return REMOTE != null;
    }

    /** The reading end of the pipe `run`, and the writing end of `done`, as paths. */
    public static String runPipe() {
        return descriptor(REMOTE[2]);
    }

    public static String donePipe() {
        return descriptor(REMOTE[3]);
    }

    /** Announces the probes: how many there are, and the path of the file that names them. */
    public static void announce(int probes, String names) {
        byte[] path = names.getBytes(StandardCharsets.UTF_8);
        if (probes > getLong(COUNTERS_ROOM)) {
            throw fatal("there are " + probes + " probes, but only " + getLong(COUNTERS_ROOM) + " counters: include fewer"
                    + " packages");
        }
        putLong(COUNTERS, probes);
        if (path.length < NAMES_ROOM) {
            put(HEADER_AT + NAMES, path, path.length);
        }
    }

    public static void setThread(int id) {
        MEMORY.putInt(HEADER_AT + THREAD, id);
    }

    public static byte[] input() {
        byte[] input = new byte[(int) getLong(INPUT_SIZE)];
        MEMORY.copyMemory(null, HEADER_AT + getLong(INPUT_AT), input, Unsafe.ARRAY_BYTE_BASE_OFFSET, input.length);
        return input;
    }

    public static void setVerdict(int verdict) {
        MEMORY.putInt(HEADER_AT + VERDICT, verdict);
    }

    public static long failureRoom() {
        return getLong(FAILURE_ROOM);
    }

    public static void setFailure(byte[] text, int size) {
        put(HEADER_AT + getLong(FAILURE_AT), text, size);
        putLong(FAILURE_SIZE, size);
    }

    public static int question() {
        return MEMORY.getIntVolatile(null, HEADER_AT + QUESTION);
    }

    public static long stackRoom() {
        return getLong(STACK_ROOM);
    }

    /** Answers QUESTION; the text is complete before the fuzzer sees the answer. */
    public static void answer(int question, byte[] text, int size) {
        put(HEADER_AT + getLong(STACK_AT), text, size);
        putLong(STACK_SIZE, size);
        MEMORY.putIntVolatile(null, HEADER_AT + ANSWER, question);
    }

    /** Ends the process: the fuzzer and this code do not fit together. */
    public static Error fatal(String message) {
        System.err.println("bediv: " + message);
        Runtime.getRuntime().halt(2);
        return new Error(message);
    }

    // ---- Memory ----

    private static long getLong(int offset) {
        return MEMORY.getLong(HEADER_AT + offset);
    }

    private static void putLong(int offset, long value) {
        MEMORY.putLong(HEADER_AT + offset, value);
    }

    private static void put(long address, byte[] bytes, int size) {
        MEMORY.copyMemory(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, address, size);
    }

    private static String[] remote() {
        String value = System.getenv("BEDIV_REMOTE");
        if (value == null) {
            return null;
        }
        String[] parts = value.split(":");
        if (parts.length != 4 || !parts[0].equals("" + KNOWN_VERSION)) {
            throw fatal("BEDIV_REMOTE is '" + value + "', but this worker knows version " + KNOWN_VERSION
                    + ": use the Java side and the fuzzer of one release");
        }
        return parts;
    }

    /** Java cannot use a descriptor by its number, but it can open it again. */
    private static String descriptor(String number) {
        return "/proc/self/fd/" + number;
    }

    /** Maps the file, for the life of the process, and returns the address. */
    private static long map(String path) {
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
            ByteBuffer mapping = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, file.length());
            keep = mapping;
            long address = MEMORY.getLong(mapping, MEMORY.objectFieldOffset(Buffer.class.getDeclaredField("address")));
            if (MEMORY.getLong(address) != MAGIC || MEMORY.getInt(address + VERSION) != KNOWN_VERSION) {
                throw fatal("the shared memory is not that of a fuzzer with version " + KNOWN_VERSION
                        + " of remote targets");
            }
            return address;
        } catch (Exception e) {
            throw fatal("cannot map the shared memory: " + e);
        }
    }

    /** The mapping ends with its buffer, so the buffer must never be collected. */
    @SuppressWarnings("unused")
    private static ByteBuffer keep;

    private static long allocate() {
        long address = MEMORY.allocateMemory(HEADER + PRIVATE_COUNTERS);
        MEMORY.setMemory(address, HEADER, (byte) 0);
        MEMORY.putLong(address + COUNTERS_AT, HEADER);
        MEMORY.putLong(address + COUNTERS_ROOM, PRIVATE_COUNTERS);
        return address;
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw fatal("this JVM has no sun.misc.Unsafe: " + e);
        }
    }
}
