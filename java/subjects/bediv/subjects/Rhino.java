package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EvaluatorException;

/** Compiles JavaScript to Java classes, without running it. */
public final class Rhino implements Target {
    public Rhino() {
        Quiet.muteErrors();
    }

    @Override
    public Verdict run(byte[] input) {
        InputStreamReader reader = new InputStreamReader(new ByteArrayInputStream(input), StandardCharsets.UTF_8);
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
