import bediv.Target;
import com.pholser.junit.quickcheck.From;
import com.pholser.junit.quickcheck.generator.Size;
import edu.berkeley.cs.jqf.examples.common.Dictionary;
import edu.berkeley.cs.jqf.examples.js.JavaScriptCodeGenerator;
import edu.berkeley.cs.jqf.examples.xml.XmlDocumentGenerator;
import edu.berkeley.cs.jqf.fuzz.Fuzz;
import edu.berkeley.cs.jqf.fuzz.JQF;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.junit.Assume;
import org.junit.runner.RunWith;
import org.w3c.dom.Document;

/**
 * Lets JQF fuzz our targets, with the generators of its examples.
 *
 * <p>bediv.target is the target's class. With bediv.save, the inputs are written to that folder instead of being run: JQF
 * saves the bytes that its generators read, not what they made of them.
 */
@RunWith(JQF.class)
public class Driver {
    private static final String SAVE = System.getProperty("bediv.save");
    private static final Target TARGET = SAVE == null ? target() : null;
    private static final Transformer TO_BYTES = transformer();
    private static int saved;

    @Fuzz
    public void ant(@From(XmlDocumentGenerator.class) @Size(max = 10) @Dictionary("ant.words") Document input) {
        run(input);
    }

    @Fuzz
    public void maven(@From(XmlDocumentGenerator.class) @Size(max = 10) @Dictionary("maven.words") Document input) {
        run(input);
    }

    @Fuzz
    public void tomcat(@From(XmlDocumentGenerator.class) @Size(max = 10) @Dictionary("tomcat.words") Document input) {
        run(input);
    }

    @Fuzz
    public void rhino(@From(JavaScriptCodeGenerator.class) String input) {
        run(input);
    }

    @Fuzz
    public void closure(@From(JavaScriptCodeGenerator.class) String input) {
        run(input);
    }

    @Fuzz
    public void nashorn(@From(JavaScriptCodeGenerator.class) String input) {
        run(input);
    }

    private static void run(Document input) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            TO_BYTES.transform(new DOMSource(input), new StreamResult(bytes));
        } catch (TransformerException e) {
            throw new IllegalStateException(e);
        }
        run(bytes.toByteArray());
    }

    private static void run(String input) {
        run(input.getBytes(StandardCharsets.UTF_8));
    }

    private static void run(byte[] input) {
        Target.Verdict verdict = Target.Verdict.VALID;
        try {
            if (SAVE != null) {
                Files.write(Path.of(SAVE, String.format("%06d", saved++)), input);
            } else {
                verdict = TARGET.run(input);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // to JQF, inputs with a declared exception are valid, so none is declared
        }
        Assume.assumeTrue(verdict == Target.Verdict.VALID);
    }

    private static Target target() {
        try {
            return (Target) Class.forName(System.getProperty("bediv.target")).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Transformer transformer() {
        try {
            return TransformerFactory.newDefaultInstance().newTransformer();
        } catch (TransformerException e) {
            throw new IllegalStateException(e);
        }
    }
}
