import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Test: every instrumented class passes the JVM's verifier. Arguments: tables of names. Run it with the agent, the class path
 * of a subject and -XX:+BytecodeVerificationLocal, so that classes of the JDK are verified, too.
 */
public final class LinkAll {
    public static void main(String[] tables) throws Exception {
        int linked = 0;
        int wrong = 0;
        int incomplete = 0;
        for (String table : tables) {
            for (String line : Files.readAllLines(Path.of(table))) {
                if (!line.startsWith("class\t")) {
                    continue;
                }
                try {
                    // Asking for the methods links the class; it is not initialised.
                    Class.forName(line.split("\t")[1], false, ClassLoader.getSystemClassLoader()).getDeclaredMethods();
                    linked++;
                } catch (VerifyError | ClassFormatError e) {
                    System.out.println(e);
                    wrong++;
                } catch (LinkageError e) {
                    incomplete++; // mentions a library that is not on the class path
                }
            }
        }
        System.out.println(linked + " linked, " + wrong + " wrong, " + incomplete + " need other libraries");
        System.exit(wrong == 0 ? 0 : 1);
    }
}
