package bediv;

/**
 * Which classes belong to the software under test: those are instrumented, and name failures.
 *
 * <p>Two system properties list the beginnings of class names, separated by commas: -Dbediv.include=org.example.,net.example.
 * and -Dbediv.exclude=org.example.generated. The longest beginning that fits decides; without one, a class is not included.
 */
public final class Rules {
    private static final String[] INCLUDE = list("bediv.include");
    private static final String[] EXCLUDE = list("bediv.exclude");

    private Rules() {}

    /** NAME as in Class.getName(): org.example.Outer$Inner. */
    public static boolean includes(String name) {
        return longest(INCLUDE, name) > longest(EXCLUDE, name);
    }

    /** Could a class of this package be included? A cheap first look, before its classes are read. */
    public static boolean mayInclude(String packageName) {
        String start = packageName + ".";
        for (String prefix : INCLUDE) {
            if (prefix.startsWith(start) || start.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Both lists; tables of probes depend on them. */
    public static String describe() {
        return String.join(",", INCLUDE) + " without " + String.join(",", EXCLUDE);
    }

    private static int longest(String[] prefixes, String name) {
        int longest = 0;
        for (String prefix : prefixes) {
            if (prefix.length() > longest && name.startsWith(prefix)) {
                longest = prefix.length();
            }
        }
        return longest;
    }

    private static String[] list(String property) {
        String value = System.getProperty(property, "");
        return value.isEmpty() ? new String[0] : value.split(",");
    }
}
