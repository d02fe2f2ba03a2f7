package bediv.subjects;

import bediv.Target;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.tools.ant.BuildException;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.helper.ProjectHelperImpl;

/** Parses a build file. Ant executes some of its elements while it parses, so the working directory should be empty. */
public final class Ant implements Target {
    // Ant counts characters of this path, so traces depend on its length. In this form it is the same for all
    // working directories and processes, except for digits.
    private final File file = new File(String.format("/proc/self/cwd/bediv-%010d.xml", ProcessHandle.current().pid()));

    @Override
    public Verdict run(byte[] input) {
        try {
            Files.write(file.toPath(), input);
            new ProjectHelperImpl().parse(new Project(), file);
            return Verdict.VALID;
        } catch (IOException e) {
            throw new RuntimeException(e);
        } catch (BuildException e) {
            return Verdict.INVALID;
        }
    }
}
