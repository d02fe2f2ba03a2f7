package bediv;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Counts branches: started by -javaagent:bediv.jar, before the worker and before any class of the software under test.
 *
 * <p>The code that rewrites classes has its own class loader. It uses ASM, which the software under test may also use, in
 * another version.
 */
public final class Agent {
    private Agent() {}

    public static void premain(String options, Instrumentation jvm) throws Exception {
        String table = System.getProperty("bediv.table");
        if (table == null) {
            // Nothing is counted: to see how fast the software under test is by itself.
            return;
        }
        File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        URL code = new File(jar.getParentFile(), "bediv-instrument.jar").toURI().toURL();
        ClassLoader loader = new URLClassLoader(new URL[] {code}, ClassLoader.getPlatformClassLoader());
        jvm.addTransformer((ClassFileTransformer) loader.loadClass("bediv.instrument.Transformer")
                .getConstructor(String.class).newInstance(table));
        for (Class<?> loaded : jvm.getAllLoadedClasses()) {
            if (Rules.includes(loaded.getName())) {
                System.err.println("bediv: " + loaded.getName() + " and maybe others are not instrumented: the JVM itself"
                        + " has used them already");
                break;
            }
        }
    }
}
