package bediv.subjects;

import bediv.Target;
import com.google.javascript.jscomp.CompilationLevel;
import com.google.javascript.jscomp.Compiler;
import com.google.javascript.jscomp.CompilerOptions;
import com.google.javascript.jscomp.SourceFile;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/** Optimises JavaScript, at the level SIMPLE. */
public final class Closure implements Target {
    public Closure() {
        LogManager.getLogManager().reset(); // no logging
    }

    @Override
    public Verdict run(byte[] input) {
        Compiler compiler = new Compiler(new PrintStream(OutputStream.nullOutputStream(), false));
        compiler.disableThreads();
        CompilerOptions options = new CompilerOptions();
        options.setPrintConfig(false);
        CompilationLevel.SIMPLE_OPTIMIZATIONS.setOptionsForCompilationLevel(options);
        SourceFile externs = SourceFile.fromCode("externs", "");
        SourceFile source = SourceFile.fromCode("input", new String(input, StandardCharsets.UTF_8));
        return compiler.compile(externs, source, options).success ? Verdict.VALID : Verdict.INVALID;
    }
}
