package bediv.instrument;

import bediv.Rules;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * The numbers of all probes of all classes that the rules include, on the class path and in the JDK.
 *
 * <p>The numbers must be the same each time, whatever is loaded first. So they are given once, to all classes in the order of
 * their names, and kept in two files: PATH.probes, which is read at each start, and PATH.names, for people. The first one:
 *
 * <pre>
 * u64 magic   u64 key   u32 classes   u32 probes
 * per class, in the order of the hash:   u64 hash of its name   u32 checksum   u32 first probe   u32 number of probes
 * </pre>
 *
 * The key stands for everything that the numbers depend on. If it does not fit, the table is made again.
 */
final class ProbeTable {
    // Change it whenever Probes inserts other probes: then the tables that exist do not fit.
    private static final long MAGIC = 0x3130626f72706462L;
    private static final int HEADER = 24;
    private static final int ENTRY = 20;

    private final ByteBuffer table;
    private final String names;

    private ProbeTable(ByteBuffer table, String names) {
        this.table = table;
        this.names = names;
    }

    /** Opens the table at PATH, for this JVM's class path and rules; makes it first, if it is missing or old. */
    static ProbeTable open(String path) throws IOException {
        ClassFiles classes = new ClassFiles(System.getProperty("java.class.path"));
        long key = hash(Rules.describe() + "\n" + classes.fingerprint());
        Path index = Path.of(path + ".probes");
        Path names = Path.of(path + ".names");
        if (!fits(index, key) || !Files.exists(names)) {
            System.err.println("bediv: making the table of probes " + index);
            TableMaker.make(classes, key, index, names);
        }
        return new ProbeTable(ByteBuffer.wrap(Files.readAllBytes(index)), names.toAbsolutePath().toString());
    }

    String namesFile() {
        return names;
    }

    int probes() {
        return table.getInt(20);
    }

    /** Returns the entry of the class NAME (org/example/Name), or -1: there is none, or its checksum is another one. */
    int find(String name, int checksum) {
        long hash = hash(name);
        int low = 0;
        int high = table.getInt(16) - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int entry = HEADER + middle * ENTRY;
            int order = Long.compare(table.getLong(entry), hash);
            if (order == 0) {
                return table.getInt(entry + 8) == checksum ? entry : -1;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    int first(int entry) {
        return table.getInt(entry + 12);
    }

    int count(int entry) {
        return table.getInt(entry + 16);
    }

    static int checksum(byte[] code) {
        CRC32 crc = new CRC32();
        crc.update(code);
        return (int) crc.getValue();
    }

    /** FNV-1a, 64 bits. */
    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b & 0xff) * 0x100000001b3L;
        }
        return hash;
    }

    // ---- Writing, used by TableMaker ----

    static ByteBuffer newTable(long key, int classes) {
        return ByteBuffer.allocate(HEADER + classes * ENTRY).putLong(MAGIC).putLong(key).putInt(classes).putInt(0);
    }

    static void add(ByteBuffer table, String name, int checksum, int first, int count) {
        table.putLong(hash(name)).putInt(checksum).putInt(first).putInt(count);
    }

    static void setProbes(ByteBuffer table, int probes) {
        table.putInt(20, probes);
    }

    private static boolean fits(Path index, long key) throws IOException {
        File file = index.toFile();
        if (!file.exists() || file.length() < HEADER) {
            return false;
        }
        ByteBuffer table = ByteBuffer.wrap(Files.readAllBytes(index));
        return table.getLong(0) == MAGIC && table.getLong(8) == key
                && table.capacity() == HEADER + (long) table.getInt(16) * ENTRY;
    }
}
