package bediv.subjects;

import bediv.Target;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import org.apache.tools.ant.BuildException;
import org.apache.tools.ant.ComponentHelper;
import org.apache.tools.ant.IntrospectionHelper;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.UnknownElement;
import org.apache.tools.ant.helper.ProjectHelperImpl;
import org.apache.tools.ant.taskdefs.Antlib;

/** Parses a build file. Ant executes some of its elements while it parses, so the working directory should be empty. */
public final class Ant implements Target {
    // Ant counts characters of this path, so traces depend on its length. In this form it is the same for all
    // working directories and processes, except for digits.
    private final File file = new File(String.format("/proc/self/cwd/bediv-%010d.xml", ProcessHandle.current().pid()));

    /**
     * Ant examines the class of an element when it first meets one, and remembers what it found. All classes are examined
     * now; otherwise the trace of an input would depend on the inputs before it, in 250 branches.
     */
    public Ant() {
        Project project = new Project();
        project.init();
        Set<Class<?>> examined = new HashSet<>();
        ComponentHelper components = ComponentHelper.getComponentHelper(project);
        for (Class<?> task : components.getTaskDefinitions().values()) {
            examine(project, task, examined);
        }
        for (Class<?> type : components.getDataTypeDefinitions().values()) {
            examine(project, type, examined);
        }
        examine(project, Antlib.class, examined);
        examine(project, UnknownElement.class, examined);
    }

    private static void examine(Project project, Class<?> element, Set<Class<?>> examined) {
        if (element == null || !examined.add(element)) {
            return;
        }
        for (Class<?> nested : IntrospectionHelper.getHelper(project, element).getNestedElementMap().values()) {
            examine(project, nested, examined);
        }
    }

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
