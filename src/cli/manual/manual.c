/* manual.c: prints the man pages and the shell completions, from the same lists as the parsers. The build runs it, and installs
 * its output.
 *
 *     manual bediv.1|bediv-fuzzer.1|bash|zsh|zsh-fuzzer
 */
#include <stdio.h>
#include <string.h>

#include "cli/manual/tables.h"

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } document[] = {
        {"bediv.1", bd__manual_of_bediv},
        {"bediv-fuzzer.1", bd__manual_of_fuzzers},
        {"bash", bd__bash_completion},
        {"zsh", bd__zsh_completion_of_bediv},
        {"zsh-fuzzer", bd__zsh_completion_of_fuzzers},
    };
    for (size_t i = 0; argc == 2 && i < sizeof document / sizeof *document; i++) {
        if (strcmp(argv[1], document[i].name) != 0) { continue; }
        document[i].print();
        return fflush(stdout) != 0 || ferror(stdout);
    }
    fprintf(stderr, "usage: manual bediv.1|bediv-fuzzer.1|bash|zsh|zsh-fuzzer\n");
    return 2;
}
