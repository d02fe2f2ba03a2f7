/* driver.c: LLVMFuzzerRunDriver, for programs that have their own main() and choose the target themselves. */
#include <string.h>

#include "libfuzzer/command.h"

/* libFuzzer's targets have no user pointer, so this must be global. */
static int (*target)(const uint8_t *data, size_t size);

static enum bd_verdict run(const struct bd_input *in)
{
    return target(in->data, in->size) == 0 ? BD_VALID : BD_INVALID;
}

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run_one)(const uint8_t *data, size_t size))
{
    static const struct bd_fuzzer fuzzer = {.run = run};
    const char *path = *argc ? (*argv)[0] : "fuzzer", *slash = strrchr(path, '/');
    struct bd__call call = {.fuzzer = &fuzzer, .program = slash ? slash + 1 : path, .path = path};
    target = run_one;
    return bd__lf_main(&call, *argc, *argv);
}
