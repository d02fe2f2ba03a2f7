package bediv.instrument;

/** Learns of probes in the order of their numbers. */
interface ProbeList {
    ProbeList NONE = new ProbeList() {
        @Override
        public void source(String file) {}

        @Override
        public void method(String name) {}

        @Override
        public void probe(int line) {}
    };

    void source(String file);

    void method(String name);

    /** The next probe is at LINE of the source file; 0 if the class file does not say. */
    void probe(int line);
}
