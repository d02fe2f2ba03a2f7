package bediv;

/**
 * The text of a failure or of a stack, in the lines that docs/remote-targets.md describes under "Failures".
 *
 * <p>The buffer exists from the start, so describing an OutOfMemoryError needs hardly any memory. A message gets at most half
 * of the room. Frames that do not fit are left out.
 */
final class Report {
    /** Freed while a failure is described, if the target has left no memory: 1,024 frames need about 100 KiB. */
    private static final int RESERVE = 1 << 20;

    private final byte[] text;
    private int size;
    private byte[] reserve = new byte[RESERVE];

    Report(int room) {
        text = new byte[room];
    }

    byte[] text() {
        return text;
    }

    int size() {
        return size;
    }

    /** Its class may be the target's own, and its methods may throw, too, or return nonsense. */
    void describe(Throwable failure) {
        if (failure instanceof VirtualMachineError) {
            reserve = null;
        }
        size = 0;
        add(failure.getClass().getName(), text.length / 4);
        text[size++] = '\n';
        add(messageOf(failure), text.length / 2);
        text[size++] = '\n';
        int complete = size;
        try {
            addFrames(failure.getStackTrace());
        } catch (Throwable e) {
            size = complete;
        }
        if (reserve == null) {
            restoreReserve();
        }
    }

    void describe(StackTraceElement[] frames) {
        size = 0;
        addFrames(frames);
    }

    private void restoreReserve() {
        try {
            reserve = new byte[RESERVE];
        } catch (OutOfMemoryError e) {
            // The target keeps hold of the memory; the worker will notice.
        }
    }

    private static String messageOf(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message;
        } catch (Throwable e) {
            return "";
        }
    }

    private void addFrames(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            String file = frame.getFileName() == null ? "" : frame.getFileName();
            // At most 4 bytes per character, and 20 for everything else.
            if (size + 20 + 4 * (frame.getClassName().length() + frame.getMethodName().length() + file.length())
                    > text.length) {
                return;
            }
            text[size++] = (byte) (Rules.includes(frame.getClassName()) ? '1' : '0');
            text[size++] = '\t';
            add(frame.getClassName(), text.length);
            text[size++] = '.';
            add(frame.getMethodName(), text.length);
            text[size++] = '\t';
            add(file, text.length);
            text[size++] = '\t';
            if (frame.getLineNumber() > 0) {
                addNumber(frame.getLineNumber());
            }
            text[size++] = '\n';
        }
    }

    private void addNumber(int number) {
        if (number >= 10) {
            addNumber(number / 10);
        }
        text[size++] = (byte) ('0' + number % 10);
    }

    /** Adds a string in UTF-8, up to LIMIT bytes of text, and control characters as blanks. */
    private void add(String string, int limit) {
        for (int i = 0; i < string.length() && size + 4 <= limit; ) {
            int c = string.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isISOControl(c)) {
                c = ' ';
            } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                c = '?'; // half of a pair has no encoding
            }
            addCharacter(c);
        }
    }

    private void addCharacter(int c) {
        if (c < 0x80) {
            text[size++] = (byte) c;
            return;
        }
        int bytes = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        int shift = 6 * (bytes - 1);
        text[size++] = (byte) (0xf00 >> bytes | c >> shift);
        while (shift > 0) {
            shift -= 6;
            text[size++] = (byte) (0x80 | c >> shift & 0x3f);
        }
    }
}
