package bediv.instrument;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Numbers the probes of all classes, and writes the two files of a {@link ProbeTable}.
 *
 * <p>Each class is instrumented for this and the result thrown away: that gives the numbers that the JVM will need, and shows
 * which classes cannot be instrumented.
 */
final class TableMaker implements ProbeList {
    private record Numbered(String name, int checksum, int first, int count) {}

    private final List<String> lines = new ArrayList<>(); // of the class at hand
    private String source = "";
    private int next;

    static void make(ClassFiles files, long key, Path index, Path names) throws IOException {
        SortedMap<String, byte[]> classes = files.read();
        if (classes.isEmpty()) {
            System.err.println("bediv: no class on the class path is included: check -Dbediv.include");
        }
        // Two workers may do this at the same time: each writes its own files, and renames them when they are complete.
        Path newNames = temporary(names);
        Path newIndex = temporary(index);
        TableMaker maker = new TableMaker();
        List<Numbered> numbered;
        try (BufferedWriter out = Files.newBufferedWriter(newNames)) {
            out.write("bediv-names 1\n");
            numbered = maker.number(classes, out);
        }
        Files.write(newIndex, table(numbered, key, maker.next).array());
        rename(newNames, names);
        rename(newIndex, index);
    }

    private List<Numbered> number(SortedMap<String, byte[]> classes, BufferedWriter out) throws IOException {
        List<Numbered> numbered = new ArrayList<>();
        for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
            String name = entry.getKey();
            int first = next;
            lines.clear();
            source = "";
            try {
                Probes.insert(entry.getValue(), first, this);
            } catch (RuntimeException e) { // a method that would be larger than 64 KiB, or a damaged class file
                System.err.println("bediv: " + name + " cannot be instrumented: " + e);
                next = first;
                lines.clear();
            }
            numbered.add(new Numbered(name, ProbeTable.checksum(entry.getValue()), first, next - first));
            if (!lines.isEmpty()) {
                out.write("class\t" + name.replace('/', '.') + "\t" + source + "\n");
                out.write(String.join("\n", lines) + "\n");
            }
        }
        return numbered;
    }

    private static ByteBuffer table(List<Numbered> classes, long key, int probes) {
        ByteBuffer table = ProbeTable.newTable(key, classes.size());
        classes.sort(Comparator.comparingLong(c -> ProbeTable.hash(c.name)));
        for (Numbered c : classes) {
            ProbeTable.add(table, c.name, c.checksum, c.first, c.count);
        }
        ProbeTable.setProbes(table, probes);
        return table;
    }

    private static Path temporary(Path file) {
        return file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    }

    private static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void source(String file) {
        source = file == null ? "" : file;
    }

    @Override
    public void method(String name) {
        lines.add("method\t" + name);
    }

    @Override
    public void probe(int line) {
        lines.add(next++ + "\t" + line);
    }
}
