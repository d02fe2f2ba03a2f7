package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.maven.model.io.DefaultModelReader;

/** Reads a project file (pom.xml). */
public final class Maven implements Target {
    @Override
    public Verdict run(byte[] input) {
        try {
            if (new DefaultModelReader().read(new ByteArrayInputStream(input), null) == null) {
                throw new AssertionError("the model is null");
            }
            return Verdict.VALID;
        } catch (IOException e) {
            return Verdict.INVALID;
        }
    }
}
