package bediv.instrument;

import bediv.Rules;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** The class files that the rules include, on a class path and in the JDK: those that the JVM would load. */
final class ClassFiles {
    private static final String SUFFIX = ".class";

    private final List<File> path = new ArrayList<>();

    ClassFiles(String classPath) {
        for (String element : classPath.split(File.pathSeparator)) {
            File file = new File(element);
            if (!element.isEmpty() && file.exists()) {
                path.add(file);
            }
        }
    }

    /** Changes if a class file may have changed: without reading any, from sizes and times. */
    String fingerprint() throws IOException {
        StringBuilder fingerprint = new StringBuilder(System.getProperty("java.runtime.version"));
        for (File file : path) {
            if (file.isDirectory()) {
                addFolder(fingerprint, file, "");
            } else {
                addFile(fingerprint, file, file.getName());
            }
        }
        return fingerprint.toString();
    }

    /** File, not Path: it has the JVM load less at each start. */
    private static void addFolder(StringBuilder fingerprint, File folder, String name) {
        File[] files = folder.listFiles();
        if (files == null) {
            return;
        }
        Arrays.sort(files);
        for (File file : files) {
            if (file.getName().endsWith(SUFFIX)) {
                addFile(fingerprint, file, name + file.getName());
            } else if (file.isDirectory()) {
                addFolder(fingerprint, file, name + file.getName() + "/");
            }
        }
    }

    private static void addFile(StringBuilder fingerprint, File file, String name) {
        fingerprint.append('\n').append(name).append(' ').append(file.length()).append(' ').append(file.lastModified());
    }

    /** All of them, by name (org/example/Name). The JDK comes first, then the class path in its order, as in the JVM. */
    SortedMap<String, byte[]> read() throws IOException {
        SortedMap<String, byte[]> classes = new TreeMap<>();
        readJdk(classes);
        for (File file : path) {
            if (file.isDirectory()) {
                readFolder(classes, file.toPath());
            } else if (file.getName().endsWith(".jar")) {
                readJar(classes, file);
            }
        }
        return classes;
    }

    private static void readJdk(SortedMap<String, byte[]> classes) throws IOException {
        FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (Path packagePath : list(jdk.getPath("/packages"))) {
            String packageName = packagePath.getFileName().toString();
            if (!Rules.mayInclude(packageName)) {
                continue;
            }
            for (Path module : list(packagePath)) {
                Path folder = jdk.getPath("/modules", module.getFileName().toString(), packageName.replace('.', '/'));
                for (Path file : Files.isDirectory(folder) ? list(folder) : List.<Path>of()) {
                    add(classes, packageName.replace('.', '/') + "/" + file.getFileName(), () -> Files.readAllBytes(file));
                }
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static void readFolder(SortedMap<String, byte[]> classes, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                add(classes, folder.relativize(file).toString(), () -> Files.readAllBytes(file));
            }
        }
    }

    /** A jar may have several versions of a class, for several versions of Java. */
    private static void readJar(SortedMap<String, byte[]> classes, File file) throws IOException {
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version())) {
            for (JarEntry entry : jar.versionedStream().toList()) {
                add(classes, entry.getName(), () -> {
                    try (InputStream in = jar.getInputStream(entry)) {
                        return in.readAllBytes();
                    }
                });
            }
        }
    }

    private interface Reader {
        byte[] read() throws IOException;
    }

    private static void add(SortedMap<String, byte[]> classes, String file, Reader reader) throws IOException {
        if (!file.endsWith(SUFFIX)) {
            return;
        }
        String name = file.substring(0, file.length() - SUFFIX.length());
        if (Rules.includes(name.replace('/', '.')) && !classes.containsKey(name)) {
            classes.put(name, reader.read());
        }
    }
}
