#include "triage/frames.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 96 };

/* Whatever begins so is of a runtime or of this library. */
static const char *const foreign_prefixes[] = {
    "bd_",          "__asan",          "__interceptor", "___interceptor", "__ubsan", "__sanitizer", "__lsan",
    "__msan",       "__tsan",          "__assert",      "__GI_",          "__libc",  "__pthread",   "_IO_",
    "__memcpy",     "__memmove",       "__memset",      "__str",          "_start",  "__cxa_",      "std::terminate",
    "operator new", "operator delete", "libc.so",       "ld-linux",       "_int_",   "_Unwind_",    "__run_exit",
};
/* Functions that sanitizers stand in for, under their own names; the ways to die; what this library calls targets by. */
static const char foreign_names[] =
    " abort raise gsignal kill tgkill pthread_kill exit _exit quick_exit main clone start_thread __restore_rt"
    " malloc calloc realloc reallocarray free posix_memalign aligned_alloc memalign strdup strndup malloc_printerr"
    " memcpy memmove memset memcmp memchr memmem bcmp strlen strnlen strcpy strncpy strcat strncat strcmp strncmp"
    " strcasecmp strncasecmp strchr strrchr strstr strtol strtoul strtod strspn strcspn strpbrk strtok"
    " printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf read write fread fwrite puts qsort"
    " run_llvm generate_bytes be_worker ";
/* Shared objects without interest as a whole. */
static const char *const foreign_modules[] = {
    "libc.so", "libc-",     "libm.so", "libm-",    "libpthread", "ld-linux",    "ld-2.",      "libgcc_s", "libstdc++",
    "libc++",  "libunwind", "libasan", "libubsan", "libtsan",    "libclang_rt", "linux-vdso", "librt.so", "libdl.so",
};

static bool begins(const char *text, size_t size, const char *prefix)
{
    size_t length = strlen(prefix);
    return size >= length && memcmp(text, prefix, length) == 0;
}

bool bd__frame_is_foreign(const char *function, size_t size, const char *module)
{
    for (size_t i = 0; i < sizeof foreign_modules / sizeof *foreign_modules; i++) {
        if (begins(module, strlen(module), foreign_modules[i])) { return true; }
    }
    for (size_t i = 0; i < sizeof foreign_prefixes / sizeof *foreign_prefixes; i++) {
        if (begins(function, size, foreign_prefixes[i])) { return true; }
    }
    char word[NAME_SIZE + 2];
    if (size == 0 || size >= NAME_SIZE) { return size == 0; }
    snprintf(word, sizeof word, " %.*s ", (int)size, function);
    return strstr(foreign_names, word) != NULL;
}

bool bd__frame_is_caller(const char *function, size_t size, size_t count)
{
    return begins(function, size, "bd__loop") || begins(function, size, "bd__worker") ||
           (count && begins(function, size, "bd__"));
}
