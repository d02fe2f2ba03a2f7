/* A libFuzzer harness that fails as $FAIL says, with inputs that are found soon. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile char *volatile sink;

static void fail(const char *how, uint8_t byte)
{
    fprintf(stderr, "about to: %s\n", how);
    if (strcmp(how, "abort") == 0) { abort(); }
    if (strcmp(how, "segv") == 0) { *(volatile int *)(uintptr_t)byte = 1; }
    if (strcmp(how, "exit") == 0) { exit(4); }
    if (strcmp(how, "_exit") == 0) { _exit(4); }
    while (strcmp(how, "hang") == 0) { pause(); } /* it need not burn CPU time */
    while (strcmp(how, "memory") == 0) {
        sink = malloc(1 << 20);
        memset((char *)sink, 1, 1 << 20);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *how = getenv("FAIL");
    if (size > 8 && data[0] > 'a' && data[1] > 'b' && data[2] > 'c') {
        if (how) { fail(how, data[0]); }
    }
    return size > 2 && data[size - 1] == 'z' ? -1 : 0;
}
