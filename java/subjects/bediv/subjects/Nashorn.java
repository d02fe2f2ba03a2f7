package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.script.Compilable;
import javax.script.ScriptException;
import org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory;

/** Compiles JavaScript, without running it. */
public final class Nashorn implements Target {
    // One engine for all inputs: making it takes longer than most inputs do. Without the cache of compiled scripts: with it,
    // an input that is run again is not compiled again, and its trace depends on what ran before.
    private final Compilable engine = (Compilable) new NashornScriptEngineFactory()
            .getScriptEngine("-strict", "--language=es6", "--class-cache-size=0");

    // Nashorn makes a class for the properties of an object, shared by four numbers of them in a row, and one for each number
    // of variables of a scope, when it first meets one: 567 branches, in the run of whichever input comes first. Larger
    // numbers are rare.
    private static final int MOST_PROPERTIES = 64;
    private static final int MOST_VARIABLES = 32;

    public Nashorn() throws ScriptException {
        for (int count = 1; count <= MOST_PROPERTIES; count += 4) {
            engine.compile("({" + list(count, "p%d: 0") + "})");
        }
        for (int count = 1; count <= MOST_VARIABLES; count++) {
            engine.compile("{ let " + list(count, "v%d = 0") + "; (function () { return [" + list(count, "v%d") + "]; })(); }");
        }
    }

    private static String list(int count, String item) {
        return IntStream.range(0, count).mapToObj(i -> String.format(item, i)).collect(Collectors.joining(", "));
    }

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
