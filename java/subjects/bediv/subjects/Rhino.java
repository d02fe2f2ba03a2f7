package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EvaluatorException;
import org.mozilla.javascript.optimizer.Codegen;

/** Compiles JavaScript to Java classes, without running it. */
public final class Rhino implements Target {
    private final VarHandle serial;

    public Rhino() throws ReflectiveOperationException {
        Quiet.muteErrors();
        serial = MethodHandles.privateLookupIn(Codegen.class, MethodHandles.lookup())
                .findStaticVarHandle(Codegen.class, "globalSerialClassCounter", int.class);
    }

    @Override
    public Verdict run(byte[] input) {
        InputStreamReader reader = new InputStreamReader(new ByteArrayInputStream(input), StandardCharsets.UTF_8);
        // Rhino numbers the classes that it makes, and the hashes of their names decide which branches its tables take. So
        // that equal inputs have equal traces, each run begins with the same number.
        serial.set(0);
        Context context = Context.enter();
        try {
            context.compileReader(reader, "input", 0, null);
            return Verdict.VALID;
        } catch (EvaluatorException e) {
            return Verdict.INVALID;
        } catch (IOException e) {
            return Verdict.VALID; // as in the original, whose test method declares it
        } finally {
            Context.exit();
        }
    }
}
