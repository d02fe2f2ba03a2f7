#include "triage/frames.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Functions with these prefixes belong to a runtime or to this library. */
static const char *const foreign_prefixes[] = {
    "bd_",
    "__asan",
    "__interceptor",
    "___interceptor",
    "__ubsan",
    "__sanitizer",
    "__lsan",
    "__msan",
    "__tsan",
    "__assert",
    "__GI_",
    "__libc",
    "__pthread",
    "_IO_",
    "__memcpy",
    "__memmove",
    "__memset",
    "__str",
    "_start",
    "__cxa_",
    "std::",
    "operator new",
    "operator delete",
    "libc.so",
    "ld-linux",
    "_int_",
    "_Unwind_",
    "__run_exit",
    "_ZN6__asan",
    "_ZN11__sanitizer",
    "_ZN7__ubsan",
    "_ZN6__lsan",
    "_ZSt",
    "_ZNSt",
    "_ZNKSt",
    "__gnu_cxx::",
    "__cxxabiv1::",
    "__glibcxx_",
    "_ZNK11__sanitizer",
    "_ZNK6__asan",
};
/* Functions that sanitizers intercept under their own names, functions that end a process, and those by which this
 * library calls targets. */
static const char foreign_names[] =
    " abort raise gsignal kill tgkill pthread_kill exit _exit quick_exit main clone start_thread __restore_rt"
    " malloc calloc realloc reallocarray free posix_memalign aligned_alloc memalign strdup strndup malloc_printerr"
    " memcpy memmove memset memcmp memchr memmem bcmp strlen strnlen strcpy strncpy strcat strncat strcmp strncmp"
    " strcasecmp strncasecmp strchr strrchr strstr strtol strtoul strtod strspn strcspn strpbrk strtok"
    " printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf read write fread fwrite puts qsort"
    " run_llvm generate_bytes be_worker ";
/* Shared objects of which every frame is foreign. */
static const char *const foreign_modules[] = {
    "libc.so",     "libc-",      "libm.so",  "libm-",     "libpthread",
    "ld-linux",    "ld-2.",      "libgcc_s", "libstdc++", BD__MODULE_REMOTE_LIBRARY,
    "libc++",      "libunwind",  "libasan",  "libubsan",  "libtsan",
    "libclang_rt", "linux-vdso", "librt.so", "libdl.so",
};
static const char *const foreign_folders[] = {"/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/"};

/* If the last word of a name is one of these, the function handles memory for its caller. Something may come before it
 * in the same word (xfree). */
static const char *const memory_words[] = {"alloc",  "free",   "memcpy", "memmove", "memset", "memcmp",
                                           "strdup", "strlen", "strcpy", "strcmp",  "strcat"};
/* If the first or last word of a name is one of these, the caller wants the process to die. */
static const char *const death_words[] = {"die",  "fatal",  "panic",       "abort", "assert",
                                          "fail", "failed", "unreachable", "bug"};

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

#define BEGINS_WITH_ANY(text, list) begins_with_any(text, list, sizeof(list) / sizeof *(list))
static bool begins_with_any(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (begins(text, list[i])) { return true; }
    }
    return false;
}

bool bd__frame_module_is_foreign(const char *module)
{
    return BEGINS_WITH_ANY(module, foreign_modules);
}

bool bd__frame_file_is_foreign(const char *file)
{
    return BEGINS_WITH_ANY(file, foreign_folders);
}

bool bd__frame_is_foreign(const struct bd__frame *frame)
{
    char word[sizeof frame->function + 2];
    if (!*frame->function || bd__frame_module_is_foreign(frame->module)) { return true; }
    if (BEGINS_WITH_ANY(frame->function, foreign_prefixes)) { return true; }
    snprintf(word, sizeof word, " %s ", frame->function);
    return strstr(foreign_names, word) != NULL;
}

bool bd__frame_is_caller(const struct bd__frame *frame, size_t count)
{
    return begins(frame->function, "bd__loop") || begins(frame->function, "bd__worker") ||
           (count && begins(frame->function, "bd__"));
}

/* ---- names ------------------------------------------------------------------------------------- */

/* The beginning of the word that ends before END. xmlFree is "xml" and "Free"; xml_free and XML_FREE are split the same
 * way. */
static const char *word_before(const char *name, const char *end)
{
    const char *at = end;
    while (at > name && isalnum((unsigned char)at[-1])) {
        at--;
        if (isupper((unsigned char)*at) && (at == name || islower((unsigned char)at[-1]))) { break; }
    }
    return at;
}

/* The end of the word that begins at NAME. */
static const char *word_behind(const char *name, const char *end)
{
    const char *at = name;
    while (at < end && isalnum((unsigned char)*at) &&
           !(at > name && isupper((unsigned char)*at) && islower((unsigned char)at[-1]))) {
        at++;
    }
    return at;
}

/* Is the word from AT to END the same as WORD, ignoring case? With ONLY_ITS_END: does it end with WORD? */
static bool is_word(const char *at, const char *end, const char *word, bool only_its_end)
{
    size_t size = strlen(word), length = (size_t)(end - at);
    return (only_its_end ? length >= size : length == size) && strncasecmp(end - size, word, size) == 0;
}

bool bd__frame_is_wrapper(const struct bd__frame *frame)
{
    /* The name without its class: in C++, and in a remote (Java). */
    const char *name = strrchr(frame->function, strcmp(frame->module, BD__MODULE_REMOTE) == 0 ? '.' : ':');
    name = name ? name + 1 : frame->function;
    while (*name == '_') { name++; }
    size_t size = strcspn(name, "<+");
    while (size && name[size - 1] == '_') { size--; }
    const char *end = name + size, *last = word_before(name, end), *first_end = word_behind(name, end);
    if (is_word(last, end, "handler", false)) { /* default_fatal_handler */
        for (end = last; end > name && end[-1] == '_';) { end--; }
        last = word_before(name, end);
    }
    for (size_t i = 0; i < sizeof memory_words / sizeof *memory_words; i++) {
        if (is_word(last, end, memory_words[i], true)) { return true; }
    }
    for (size_t i = 0; i < sizeof death_words / sizeof *death_words; i++) {
        if (is_word(last, end, death_words[i], false) || is_word(name, first_end, death_words[i], false)) {
            return true;
        }
    }
    return false;
}

/* The size of NAME without its parameters, which begin at the first "(" that is not within <> nor part of the name. */
static size_t name_size(const char *name, size_t size)
{
    static const char anonymous[] = "(anonymous namespace)", call[] = "operator()";
    int depth = 0;
    for (size_t i = 0; i < size; i++) {
        if (size - i >= strlen(anonymous) && begins(name + i, anonymous)) { i += strlen(anonymous); }
        if (size - i >= strlen(call) && begins(name + i, call)) { i += strlen(call); }
        if (i >= size) { break; }
        if (name[i] == '<') { depth++; }
        if (name[i] == '>' && depth) { depth--; }
        if (name[i] == '(' && !depth && i) { return i; }
    }
    return size;
}

void bd__frame_set_function(struct bd__frame *frame, const char *name, size_t size)
{
    size = name_size(name, size);
    /* For a template, the return type comes before the name. */
    size_t from = 0, put = 0;
    int depth = 0;
    for (size_t i = 0; i < size && !begins(name + i, "operator"); i++) {
        if (name[i] == '<' || name[i] == '(') { depth++; }
        if (name[i] == '>' || name[i] == ')') { depth--; }
        if (name[i] == ' ' && depth <= 0) { from = i + 1; }
    }
    while (from + 1 < size && (name[from] == '*' || name[from] == '&')) { from++; }
    for (size_t i = from; i < size && put + 1 < sizeof frame->function; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c == ' ' && i && name[i - 1] == ',') { continue; } /* in a signature, ", " separates frames */
        frame->function[put++] = c < ' ' || c == 0x7f ? ' ' : (char)c;
    }
    frame->function[put] = 0;
}
