package bediv.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Inserts probes into a class, at the sites of the original BeDivFuzz: method entry, each call, both arms of each
 * conditional jump, each arm of a switch.
 *
 * <p>A probe is a call of Shared.hit(NUMBER), which the JVM's compiler inlines. Stack map frames are written for the few new
 * jump targets, from the types that {@link AnalyzerAdapter} tracks. Having ASM compute all frames would need the classes
 * that the code mentions, and loading classes while a class is being loaded ends in circles.
 */
final class Probes extends ClassVisitor {
    private static final int API = Opcodes.ASM9;
    private static final String SHARED = "bediv/Shared";

    private final ProbeList list;
    private String className;
    private boolean framesNeeded;
    private int next;

    private Probes(ClassVisitor out, int first, ProbeList list) {
        super(API, out);
        this.next = first;
        this.list = list;
    }

    /** Returns CODE with probes numbered from FIRST, and lists them. */
    static byte[] insert(byte[] code, int first, ProbeList list) {
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Probes(writer, first, list), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        className = name;
        // Older class files have none, and may have instructions that the adapter does not know (JSR).
        framesNeeded = (version & 0xffff) >= Opcodes.V1_6;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitSource(String file, String debug) {
        list.source(file);
        super.visitSource(file, debug);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
        MethodVisitor out = super.visitMethod(access, name, type, signature, exceptions);
        AnalyzerAdapter types = framesNeeded ? new AnalyzerAdapter(className, access, name, type, out) : null;
        return new Method(types == null ? out : types, types, name);
    }

    private final class Method extends MethodVisitor {
        private final AnalyzerAdapter types; // null: no frames
        private final String name;
        private final List<Integer> lines = new ArrayList<>();
        private int line;

        Method(MethodVisitor out, AnalyzerAdapter types, String name) {
            super(API, out);
            this.types = types;
            this.name = name;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            probe();
            if (name.equals("<clinit>")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, SHARED, "firstTime", "()V", false);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String type, boolean isInterface) {
            probe();
            super.visitMethodInsn(opcode, owner, method, type, isInterface);
        }

        /** if (c) goto L;  becomes  if (!c) goto not; hit; goto L; not: hit; */
        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
                super.visitJumpInsn(opcode, label);
                return;
            }
            Label not = new Label();
            super.visitJumpInsn(inverted(opcode), not);
            Frame frame = frame();
            probe();
            super.visitJumpInsn(Opcodes.GOTO, label);
            super.visitLabel(not);
            frame.write();
            probe();
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
            Label[] arms = newLabels(labels.length);
            Label otherwiseArm = new Label();
            Frame frame = frameWithoutTop();
            super.visitTableSwitchInsn(min, max, otherwiseArm, arms);
            writeArms(frame, arms, labels, otherwiseArm, otherwise);
        }

        @Override
        public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
            Label[] arms = newLabels(labels.length);
            Label otherwiseArm = new Label();
            Frame frame = frameWithoutTop();
            super.visitLookupSwitchInsn(otherwiseArm, keys, arms);
            writeArms(frame, arms, labels, otherwiseArm, otherwise);
        }

        /** Nothing falls through a switch, so the way to each target can begin right behind it. */
        private void writeArms(Frame frame, Label[] arms, Label[] targets, Label otherwiseArm, Label otherwise) {
            for (int i = 0; i < arms.length; i++) {
                writeArm(frame, arms[i], targets[i]);
            }
            writeArm(frame, otherwiseArm, otherwise);
        }

        private void writeArm(Frame frame, Label arm, Label target) {
            super.visitLabel(arm);
            frame.write();
            probe();
            super.visitJumpInsn(Opcodes.GOTO, target);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            if (line == 0) {
                lines.replaceAll(unknown -> number); // the probe at the entry
            }
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 1, locals); // the number of a probe
        }

        @Override
        public void visitEnd() {
            if (!lines.isEmpty()) {
                list.method(name);
                lines.forEach(list::probe);
            }
            super.visitEnd();
        }

        private void probe() {
            int number = next++;
            if (number <= Short.MAX_VALUE) {
                super.visitIntInsn(Opcodes.SIPUSH, number);
            } else {
                super.visitLdcInsn(number);
            }
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SHARED, "hit", "(I)V", false);
            lines.add(line);
        }

        private Frame frame() {
            return types == null || types.locals == null ? new Frame(this, null, null)
                    : new Frame(this, entries(types.locals), entries(types.stack));
        }

        /** The frame after the operand of a switch is popped; once the switch is written, the adapter has none. */
        private Frame frameWithoutTop() {
            Frame frame = frame();
            return frame.stack == null ? frame
                    : new Frame(this, frame.locals, Arrays.copyOf(frame.stack, frame.stack.length - 1));
        }

        private void writeFrame(Object[] locals, Object[] stack) {
            super.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
        }
    }

    /** The types of the local variables and of the stack at one place; null if no frame is needed there. */
    private static final class Frame {
        private final Method method;
        private final Object[] locals;
        private final Object[] stack;

        Frame(Method method, Object[] locals, Object[] stack) {
            this.method = method;
            this.locals = locals;
            this.stack = stack;
        }

        void write() {
            if (locals != null) {
                method.writeFrame(locals, stack);
            }
        }
    }

    /** The adapter lists a long or a double as two entries, a frame as one. */
    private static Object[] entries(List<Object> slots) {
        List<Object> entries = new ArrayList<>(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            Object type = slots.get(i);
            entries.add(type);
            if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
                i++;
            }
        }
        return entries.toArray();
    }

    private static Label[] newLabels(int count) {
        Label[] labels = new Label[count];
        Arrays.setAll(labels, i -> new Label());
        return labels;
    }

    /** The opposite conditions are neighbours: IFEQ and IFNE, ... IF_ACMPEQ and IF_ACMPNE; IFNULL and IFNONNULL. */
    private static int inverted(int opcode) {
        return opcode >= Opcodes.IFNULL ? opcode ^ 1 : (opcode - 1 ^ 1) + 1;
    }
}
