/* Names of our own functions, which we read ourselves from the running file. */
#define _GNU_SOURCE
#include "triage/symbols.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/test.h"

#define PLAIN __attribute__((noinline, used))
static volatile int zero;

PLAIN static uintptr_t here(void)
{
    return (uintptr_t)__builtin_return_address(0) - 1 + (uintptr_t)zero;
}
PLAIN static uintptr_t ask(int *line)
{
    uintptr_t at = here();
    *line = __LINE__ - 1;
    return at + (uintptr_t)zero;
}

static void without_symbolizer(void)
{
    setenv("BEDIV_SYMBOLIZER", "", 1);
}

TEST(functions_and_lines_are_found_without_a_symbolizer)
{
    int line;
    uintptr_t at = ask(&line);
    struct bd__frame frame;
    without_symbolizer();
    CHECK_EQ_U64(bd__symbols_find(&at, 1, &frame, 1), 1);
    CHECK_EQ_STR(frame.function, "ask");
    CHECK(strstr(frame.file, "/symbols_test.c") != NULL);
    CHECK_EQ_U64(frame.line, (uint64_t)line);
    CHECK(frame.offset > 0 && frame.offset < 4096);
    CHECK_EQ_STR(frame.module, "triage.symbols");
}

TEST(an_address_of_no_module_is_unknown)
{
    uintptr_t at = 64;
    struct bd__frame frame;
    CHECK_EQ_U64(bd__symbols_find(&at, 1, &frame, 1), 1);
    CHECK_EQ_STR(frame.function, "");
}

static struct bd__image own_image(void)
{
    struct stat info;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    REQUIRE(fd >= 0 && fstat(fd, &info) == 0);
    unsigned char *data = malloc((size_t)info.st_size);
    REQUIRE(data && read(fd, data, (size_t)info.st_size) == info.st_size);
    close(fd);
    return (struct bd__image){data, (size_t)info.st_size};
}

/* Files come from broken machines, too: whatever the bytes are, reading them ends and stays within bounds. */
TEST(damaged_files_are_read_without_harm)
{
    struct bd__image image = own_image();
    unsigned char *copy = malloc(image.size);
    struct bd__image lines = bd__elf_section(image, ".debug_line");
    REQUIRE(copy && lines.size);
    size_t section = (size_t)(lines.data - image.data);
    uint32_t state = 1;
    for (int round = 0; round < 300; round++) {
        size_t size = round % 3 ? image.size : image.size * (size_t)(round + 1) / 301;
        memcpy(copy, image.data, image.size);
        for (int i = 0; i < 40; i++) {
            state = state * 1664525 + 1013904223;
            size_t at = round % 2 ? state % image.size : section + state % lines.size;
            copy[at] = (unsigned char)(state >> 24);
        }
        struct bd__elf_line wanted[] = {{.offset = 0x1000}, {.offset = 0x5000}, {.offset = 0x20000}};
        struct bd__elf_function function;
        bd__elf_lines((struct bd__image){copy, size}, wanted, 3);
        bd__elf_function((struct bd__image){copy, size}, 0x5000, &function);
    }
    free(copy);
    free((void *)image.data);
}
