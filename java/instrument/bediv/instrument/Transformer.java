package bediv.instrument;

import bediv.Rules;
import bediv.Shared;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** Instruments classes while the JVM loads them, with the numbers that the table of probes has for them. */
public final class Transformer implements ClassFileTransformer {
    private final ProbeTable table;
    private boolean warned;

    public Transformer(String path) throws Exception {
        table = ProbeTable.open(path);
        Shared.announce(table.probes(), table.namesFile());
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] code) {
        // Lambdas have no name. Our own copy of ASM may have the same name as software under test.
        if (name == null || redefined != null || loader == Transformer.class.getClassLoader()
                || !Rules.includes(name.replace('/', '.'))) {
            return null;
        }
        try {
            int entry = table.find(name, ProbeTable.checksum(code));
            if (entry < 0) {
                warn(name + " is not instrumented: it is not in the table of probes, or has been changed since");
                return null;
            }
            Shared.firstTime();
            return table.count(entry) == 0 ? null : Probes.insert(code, table.first(entry), ProbeList.NONE);
        } catch (Throwable e) { // the JVM would ignore it silently
            warn(name + " is not instrumented: " + e);
            return null;
        }
    }

    private void warn(String message) {
        if (!warned) {
            warned = true;
            System.err.println("bediv: " + message + " (this warning is given once)");
        }
    }
}
