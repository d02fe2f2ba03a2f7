/* main.c: main() of every fuzzer: our command line, or libFuzzer's. It is in the library's archive; a program that has its own
 * main() never links it. */
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "cli/commands.h"
#include "libfuzzer/command.h"

/* Defined by BD_FUZZER; a program with only LLVMFuzzerTestOneInput does not have it. */
extern const struct bd_fuzzer bd_program __attribute__((weak));

int main(int argc, char **argv)
{
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc ? argv[0] : "fuzzer";
    struct bd__text program = {0};
    bd__output_begin();
    bd__printable_line(&program, name, strlen(name));
    struct bd__call call = {
        .fuzzer = &bd_program ? &bd_program : NULL,
        .program = bd__text_str(&program),
        .path = argv[0],
    };
    bool theirs = bd__lf_recognise(argc, argv);
    int code = theirs ? bd__lf_main(&call, argc, argv) : bd__dispatch(&call, argc, argv);
    code = bd__output_end(call.program, code);
    free(call.options.files);
    bd__text_clear(&program);
    return code;
}
