/* libfuzzer_names.c: the names of libFuzzer's flags, so that our own command line recognises them. */
#include <string.h>

#include "cli/options.h"

bool bd__is_libfuzzer_flag(const char *name, size_t length)
{
    static const char *const names[] = {
#define NUMBER(name, standard, help) #name,
#define REAL(name, standard, help) #name,
#define TEXT(name, help) #name,
#define UNUSED(name, standard, help) #name,
#include "cli/libfuzzer_flags.def"
#undef NUMBER
#undef REAL
#undef TEXT
#undef UNUSED
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) { return true; }
    }
    return false;
}
