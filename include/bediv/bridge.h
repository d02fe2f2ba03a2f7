/* bediv/bridge.h: use a bedivfuzz generator inside another fuzzer, libFuzzer or AFL++. docs/bridges.md has the
 * commands.
 *
 * Include this header before the target, in one file of the program, or on the command line (-include bediv/bridge.h).
 * It does nothing unless one of these is defined, so the same file serves for every build:
 *
 *   -DBD_BRIDGE_LIBFUZZER   defines LLVMFuzzerTestOneInput, LLVMFuzzerCustomMutator, LLVMFuzzerCustomCrossOver and
 *                           LLVMFuzzerInitialize, which work on tapes. libFuzzer's corpus and crash files are then
 *                           tapes; the program's own bedivfuzz build can show and replay them
 *   -DBD_BRIDGE_AFL         defines a custom mutator for afl-fuzz, to be built as a shared object. It mutates tapes,
 *                           and passes the bytes that they make to the program under test
 *   -DBD_BRIDGE_BYTES       defines LLVMFuzzerTestOneInput on plain bytes: the .run of BD_FUZZER as a target for
 *                           afl-fuzz, honggfuzz, …
 *
 * With BD_BRIDGE_LIBFUZZER or BD_BRIDGE_BYTES you can add -DBD_BRIDGE_VALID_ONLY. Inputs that the target calls invalid
 * are then dropped (LLVMFuzzerTestOneInput returns -1) instead of kept for their coverage.
 *
 * If the program defines LLVMFuzzerTestOneInput or LLVMFuzzerInitialize itself, this header renames them. The bridge
 * calls them if BD_FUZZER has no .run or no .setup. Link with the flags that `bediv flags --bridge` prints.
 */
#ifndef BEDIV_BRIDGE_H
#define BEDIV_BRIDGE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the bridge needs to know about the program that it is built into. */
struct bd_bridge_program {
    const struct bd_fuzzer *fuzzer;                  /* what BD_FUZZER defined; it must have a .generate */
    int (*target)(const uint8_t *data, size_t size); /* the program's own LLVMFuzzerTestOneInput, or NULL */
    int (*initialize)(int *argc, char ***argv);      /* the program's own LLVMFuzzerInitialize, or NULL */
    bool valid_only;                                 /* drop invalid inputs */
};

/* These implement libFuzzer's functions of the same names. There can be one program per process. The first of them to
 * be called sets up generator and target; if that fails, it prints an error and exits. The environment variable
 * BEDIV_DICT overrides the fuzzer's dictionary. */
int bd_bridge_initialize(const struct bd_bridge_program *program, int *argc, char ***argv);
/* DATA is a tape. Data that is not a tape is refused (-1), except blank data, which stands for the simplest input. */
int bd_bridge_test_tape(const struct bd_bridge_program *program, const uint8_t *data, size_t size);
/* DATA is the input itself. */
int bd_bridge_test_bytes(const struct bd_bridge_program *program, const uint8_t *data, size_t size);
size_t bd_bridge_mutate(const struct bd_bridge_program *program, uint8_t *data, size_t size, size_t max, unsigned seed);
size_t bd_bridge_cross(const struct bd_bridge_program *program, const uint8_t *data1, size_t size1,
                       const uint8_t *data2, size_t size2, uint8_t *out, size_t max, unsigned seed);

/* These implement AFL++'s functions of the same names, afl_custom_…. */
void *bd_bridge_afl_init(const struct bd_bridge_program *program, unsigned seed);
void bd_bridge_afl_deinit(void *data);
size_t bd_bridge_afl_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size,
                          size_t max);
size_t bd_bridge_afl_post_process(void *data, uint8_t *buf, size_t size, uint8_t **out);
const char *bd_bridge_afl_describe(void *data, size_t max);
int32_t bd_bridge_afl_init_trim(void *data, uint8_t *buf, size_t size);
size_t bd_bridge_afl_trim(void *data, uint8_t **out);
int32_t bd_bridge_afl_post_trim(void *data, uint8_t success);
uint8_t bd_bridge_afl_queue_get(void *data, const char *path);
uint8_t bd_bridge_afl_queue_new_entry(void *data, const char *path);

#if defined BD_BRIDGE_LIBFUZZER || defined BD_BRIDGE_AFL || defined BD_BRIDGE_BYTES

/* Weak, because several files may include this header, and a program may not define all of the following. */
#define BD_BRIDGE_WEAK __attribute__((weak, visibility("default")))

extern const struct bd_fuzzer bd_program __attribute__((weak));
int bd_bridge_target(const uint8_t *data, size_t size) __attribute__((weak));
int bd_bridge_target_initialize(int *argc, char ***argv) __attribute__((weak));

static inline const struct bd_bridge_program *bd_bridge_this(void)
{
    static struct bd_bridge_program program;
    program.fuzzer = &bd_program;
    program.target = bd_bridge_target;
    program.initialize = bd_bridge_target_initialize;
#ifdef BD_BRIDGE_VALID_ONLY
    program.valid_only = true;
#endif
    return &program;
}

#if defined BD_BRIDGE_LIBFUZZER || defined BD_BRIDGE_BYTES
int LLVMFuzzerInitialize(int *argc, char ***argv);
BD_BRIDGE_WEAK int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    return bd_bridge_initialize(bd_bridge_this(), argc, argv);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
BD_BRIDGE_WEAK int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
#ifdef BD_BRIDGE_LIBFUZZER
    return bd_bridge_test_tape(bd_bridge_this(), data, size);
#else
    return bd_bridge_test_bytes(bd_bridge_this(), data, size);
#endif
}
#endif

#ifdef BD_BRIDGE_LIBFUZZER
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
BD_BRIDGE_WEAK size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    return bd_bridge_mutate(bd_bridge_this(), data, size, max, seed);
}
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max, unsigned seed);
BD_BRIDGE_WEAK size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
                                                uint8_t *out, size_t max, unsigned seed)
{
    return bd_bridge_cross(bd_bridge_this(), data1, size1, data2, size2, out, max, seed);
}
#endif

#ifdef BD_BRIDGE_AFL
/* Declares the hook before it defines it, because compilers can warn about a definition without a prototype. */
#define BD_BRIDGE_HOOK(type, name, parameters, body) \
    type afl_custom_##name parameters; \
    BD_BRIDGE_WEAK type afl_custom_##name parameters body

BD_BRIDGE_HOOK(void *, init, (void *afl, unsigned seed), {
    (void)afl;
    return bd_bridge_afl_init(bd_bridge_this(), seed);
})
BD_BRIDGE_HOOK(void, deinit, (void *data), { bd_bridge_afl_deinit(data); })
BD_BRIDGE_HOOK(size_t, fuzz,
               (void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size, size_t max),
               { return bd_bridge_afl_fuzz(data, buf, size, out, add, add_size, max); })
BD_BRIDGE_HOOK(size_t, post_process, (void *data, uint8_t *buf, size_t size, uint8_t **out),
               { return bd_bridge_afl_post_process(data, buf, size, out); })
BD_BRIDGE_HOOK(const char *, describe, (void *data, size_t max), { return bd_bridge_afl_describe(data, max); })
BD_BRIDGE_HOOK(int32_t, init_trim, (void *data, uint8_t *buf, size_t size),
               { return bd_bridge_afl_init_trim(data, buf, size); })
BD_BRIDGE_HOOK(size_t, trim, (void *data, uint8_t **out), { return bd_bridge_afl_trim(data, out); })
BD_BRIDGE_HOOK(int32_t, post_trim, (void *data, uint8_t success), { return bd_bridge_afl_post_trim(data, success); })
BD_BRIDGE_HOOK(uint8_t, queue_get, (void *data, const char *path), { return bd_bridge_afl_queue_get(data, path); })
BD_BRIDGE_HOOK(uint8_t, queue_new_entry, (void *data, const char *path, const char *from), {
    (void)from;
    return bd_bridge_afl_queue_new_entry(data, path);
})
#undef BD_BRIDGE_HOOK
#endif

/* From here on, these names mean the program's own functions. */
#define LLVMFuzzerTestOneInput bd_bridge_target
#define LLVMFuzzerInitialize bd_bridge_target_initialize
#endif

#ifdef __cplusplus
}
#endif
#endif
