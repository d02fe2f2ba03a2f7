package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import javax.script.Compilable;
import javax.script.ScriptException;
import org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory;

/** Compiles JavaScript, without running it. */
public final class Nashorn implements Target {
    // One engine for all inputs: making it takes longer than most inputs do. Without the cache of compiled scripts: with it,
    // an input that is run again is not compiled again, and its trace depends on what ran before.
    private final Compilable engine = (Compilable) new NashornScriptEngineFactory()
            .getScriptEngine("-strict", "--language=es6", "--class-cache-size=0");

    @Override
    public Verdict run(byte[] input) {
        try {
            engine.compile(new InputStreamReader(new ByteArrayInputStream(input), StandardCharsets.UTF_8));
            return Verdict.VALID;
        } catch (ScriptException e) {
            return Verdict.INVALID;
        }
    }
}
