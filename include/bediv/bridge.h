/* bediv/bridge.h: a generator of bedivfuzz inside another fuzzer, libFuzzer or AFL++. docs/bridges.md has the commands.
 *
 * Included before the target, in one file of the program, or from the command line (-include bediv/bridge.h). Without one
 * of these it does nothing, so that the same file is built in every way:
 *
 *   -DBD_BRIDGE_LIBFUZZER   LLVMFuzzerTestOneInput, LLVMFuzzerCustomMutator, LLVMFuzzerCustomCrossOver and
 *                           LLVMFuzzerInitialize, on tapes: libFuzzer's corpus and its crash files are tapes, which the
 *                           program's own build shows and replays
 *   -DBD_BRIDGE_AFL         a custom mutator for afl-fuzz, as a shared object: it mutates tapes, and gives the bytes
 *                           that they make to the program under test
 *   -DBD_BRIDGE_BYTES       LLVMFuzzerTestOneInput on plain bytes: the .run of BD_FUZZER for afl-fuzz, honggfuzz, …
 *
 * With BD_BRIDGE_LIBFUZZER or BD_BRIDGE_BYTES, -DBD_BRIDGE_VALID_ONLY lets inputs that the target calls invalid be
 * dropped (LLVMFuzzerTestOneInput returns -1) instead of kept for what they cover.
 *
 * What the program itself calls LLVMFuzzerTestOneInput and LLVMFuzzerInitialize is renamed by this header, and called if
 * BD_FUZZER has no .run or .setup. Link with what `bediv flags --bridge` says.
 */
#ifndef BEDIV_BRIDGE_H
#define BEDIV_BRIDGE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the bridge needs to know of the program that it is built into. */
struct bd_bridge_program {
    const struct bd_fuzzer *fuzzer;                  /* what BD_FUZZER defined */
    int (*target)(const uint8_t *data, size_t size); /* its own LLVMFuzzerTestOneInput, or NULL */
    int (*initialize)(int *argc, char ***argv);      /* its own LLVMFuzzerInitialize, or NULL */
    bool valid_only;                                 /* drop invalid inputs */
};

/* What libFuzzer's functions of these names do; one program in a process. All but the first set up what is not set up
 * yet. An environment variable BEDIV_DICT names a dictionary in the place of the fuzzer's. */
int bd_bridge_initialize(const struct bd_bridge_program *program, int *argc, char ***argv);
/* DATA is a tape. What is none is refused (-1), but for blank data, which stand for the simplest input. */
int bd_bridge_test_tape(const struct bd_bridge_program *program, const uint8_t *data, size_t size);
/* DATA is an input. */
int bd_bridge_test_bytes(const struct bd_bridge_program *program, const uint8_t *data, size_t size);
size_t bd_bridge_mutate(const struct bd_bridge_program *program, uint8_t *data, size_t size, size_t max, unsigned seed);
size_t bd_bridge_cross(const struct bd_bridge_program *program, const uint8_t *data1, size_t size1,
                       const uint8_t *data2, size_t size2, uint8_t *out, size_t max, unsigned seed);

/* What AFL++'s functions afl_custom_… of these names do. */
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

/* Weak: the header may be included in several files, and a program may lack some of these. */
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
/* NAME with the parameters PARAMETERS is BODY; declared first, as warnings ask. */
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

/* From here on the program's own are meant. */
#define LLVMFuzzerTestOneInput bd_bridge_target
#define LLVMFuzzerInitialize bd_bridge_target_initialize
#endif

#ifdef __cplusplus
}
#endif
#endif
