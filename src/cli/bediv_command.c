/* bediv_command.c: the command `bediv`, which builds fuzzers and runs experiments with many of them.
 *
 * It is in PREFIX/bin and finds PREFIX/include and PREFIX/lib from there; a build tree has the same layout. It is a program
 * of its own: this is the only file that is not in the library, because its main() is not that of a fuzzer.
 */
#include <bediv/engine.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/eval.h"
#include "cli/output.h"

#define COVERAGE "-fsanitize-coverage=inline-8bit-counters,pc-table"

enum { EXIT_USAGE = 2 };

static const struct {
    const char *name, *arguments, *help;
} commands[] = {
#define COMMAND(name, letter, arguments, words, help) {name, arguments, help},
#include "cli/bediv_commands.def"
#undef COMMAND
};

/* Prints TEXT in lines of at most WIDTH; all but the first begin with INDENT blanks. */
static void put_wrapped(FILE *out, const char *text, int indent, int width)
{
    for (int column = 0; *text;) {
        int word = (int)strcspn(text, " ");
        if (column && column + 1 + word > width) {
            fprintf(out, "\n%*s", indent, "");
            column = 0;
        }
        column += fprintf(out, "%s%.*s", column ? " " : "", word, text);
        text += word + (text[word] == ' ');
    }
    fputc('\n', out);
}

static int print_help(FILE *out)
{
    enum { INDENT = 22, WIDTH = 90 };
    fputs("Usage: bediv COMMAND [ARGUMENT...]\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        int used = fprintf(out, "  %s %s", commands[i].name, commands[i].arguments);
        fprintf(out, "%*s", INDENT - used, "");
        put_wrapped(out, commands[i].help, INDENT, WIDTH);
    }
    fputs("\nExample: bediv cc greeting.c parse.c -o greeting && ./greeting -t 60s\n"
          "Each fuzzer has its own --help. $BEDIV_CC and $BEDIV_CXX choose another compiler (clang only).\n",
          out);
    return ferror(out);
}

/* ---- Finding our files----------------------------------------------------------------------- */

/* Finds the parent of the folder that holds this program. Returns false, after a message, if it cannot. */
static bool find_prefix(char prefix[PATH_MAX])
{
    ssize_t size = readlink("/proc/self/exe", prefix, PATH_MAX - 1);
    if (size < 0) {
        fprintf(stderr, "bediv: cannot find its own files, because it cannot read /proc/self/exe: %s\n",
                strerror(errno));
        return false;
    }
    prefix[size] = '\0';
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(prefix, '/');
        if (slash) { *slash = '\0'; }
    }
    return true;
}

/* PREFIX/include and PREFIX/lib, as flags. */
struct prefix_paths {
    char include[PATH_MAX + 16];
    char library[PATH_MAX + 64];
};

static bool find_paths(struct prefix_paths *paths)
{
    char prefix[PATH_MAX];
    if (!find_prefix(prefix)) { return false; }
    snprintf(paths->include, sizeof paths->include, "-I%s/include", prefix);
    snprintf(paths->library, sizeof paths->library, "-L%s/" BEDIV_LIBDIR, prefix);

    char header[sizeof paths->include + 16];
    snprintf(header, sizeof header, "%s/bediv.h", paths->include + 2);
    if (access(header, R_OK) == 0) { return true; }
    fprintf(stderr,
            "bediv: %s is missing\n"
            "       bediv must be in PREFIX/bin, next to PREFIX/include and PREFIX/" BEDIV_LIBDIR ":\n"
            "       install it with `make install PREFIX=...`; elsewhere, use a symbolic link, not a copy.\n",
            header);
    return false;
}

/* ---- cc, c++ --------------------------------------------------------------------------------- */

/* Is WORD one of WORDS, which are separated by single spaces? */
static bool is_one_of(const char *word, const char *words)
{
    size_t size = strlen(word), step;
    for (; *words; words += step + (words[step] == ' ')) {
        step = strcspn(words, " ");
        if (step == size && memcmp(words, word, size) == 0) { return true; }
    }
    return false;
}

/* Compiler arguments that keep it from linking, and those that take the next argument as their value. */
static const char STOPPING[] = "-c -S -E -M -MM -r -shared -fsyntax-only --precompile";
static const char TAKING[] = "-o -x -I -L -D -U -l -u -z -e -T -MF -MT -MQ -include -imacros -isystem -iquote "
                             "-idirafter -isysroot -target -mllvm -Xclang -Xlinker -Xassembler -Xpreprocessor "
                             "--param --sysroot";

/* What a command line asks of the compiler. */
struct request {
    bool links;     /* there is a file to link, and nothing that stops before linking */
    bool sanitizes; /* it uses a sanitizer, whose runtime must be linked */
};

static struct request read_request(int argc, char **argv)
{
    struct request request = {false, false};
    bool stopped = false;
    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        if (is_one_of(arg, STOPPING)) { stopped = true; }
        if (strncmp(arg, "-fsanitize=", 11) == 0) { request.sanitizes = true; }
        if (arg[0] != '-' || arg[1] == '\0') { request.links = true; } /* a file, or stdin */
        if (is_one_of(arg, TAKING)) { i++; }
    }
    request.links = request.links && !stopped;
    return request;
}

/* Becomes the compiler. Returns only if it cannot be run. */
static int become_compiler(bool cxx, char **args)
{
    const char *variable = cxx ? "BEDIV_CXX" : "BEDIV_CC";
    const char *chosen = getenv(variable);
    if (chosen && *chosen) {
        execvp(chosen, args);
        fprintf(stderr, "bediv: cannot run %s, the compiler in $%s: %s\n       Correct or unset $%s.\n", chosen,
                variable, strerror(errno), variable);
        return EXIT_FAILURE;
    }
    execvp(cxx ? "clang++-19" : "clang-19", args);
    execvp(cxx ? "clang++" : "clang", args);
    fprintf(stderr,
            "bediv: no clang on $PATH; coverage needs it\n"
            "       Install it (apt install clang-19), or set $%s to yours.\n",
            variable);
    return EXIT_FAILURE;
}

static int compile(bool cxx, int argc, char **argv)
{
    struct prefix_paths paths;
    if (!find_paths(&paths)) { return EXIT_FAILURE; }
    struct request request = read_request(argc, argv);

    char **args = calloc((size_t)argc + 16, sizeof *args);
    if (!args) {
        fprintf(stderr, "bediv: out of memory\n");
        return EXIT_FAILURE;
    }
    int n = 0;
    args[n++] = cxx ? "clang++" : "clang";
    /* Our flags go first, so that the user's win; libraries go last, after the files that need them. */
    args[n++] = COVERAGE;
    args[n++] = "-g";
    /* Otherwise an unused -I is a warning if there is nothing to compile, and an error with -Werror. */
    args[n++] = "-Wno-unused-command-line-argument";
    args[n++] = paths.include;
    /* Otherwise UBSan reports to a stderr that nobody reads, and continues. */
    if (request.sanitizes) { args[n++] = "-fno-sanitize-recover=all"; }
    for (int i = 0; i < argc; i++) { args[n++] = argv[i]; }
    /* Some build systems force these on. They would only count the same branches again, slowly. */
    args[n++] = "-fno-sanitize-coverage=trace-pc-guard,trace-pc";
    if (request.links) {
        /* Just for coverage, clang would link the UBSan runtime, whose signal handlers turn crashes into exits. */
        if (!request.sanitizes) { args[n++] = "-fno-sanitize-link-runtime"; }
        args[n++] = paths.library;
        args[n++] = "-lbediv";
        args[n++] = "-lm";
    }
    int status = become_compiler(cxx, args);
    free(args);
    return status;
}

/* ---- The other commands ---------------------------------------------------------------------- */

static int print_flags(int argc, char **argv)
{
    const char *which = argc > 0 ? argv[0] : "";
    bool compiling = is_one_of(which, "--compile"), linking = is_one_of(which, "--link");
    bool engine = is_one_of(which, "--engine"), bridging = is_one_of(which, "--bridge");
    if (argc > 1 || (argc == 1 && !compiling && !linking && !engine && !bridging)) {
        bd__output_error("bediv flags: unknown argument '%s'", argv[argc - 1]);
        bd__output_error("       Give --compile, --link, --engine or --bridge, or nothing for the first two.");
        return EXIT_USAGE;
    }
    struct prefix_paths paths;
    if (!find_paths(&paths)) { return EXIT_FAILURE; }
    if (engine) {
        printf("%s/libbediv.a\n", paths.library + 2);
        return EXIT_SUCCESS;
    }
    /* The other fuzzer has its own coverage and its own main. */
    if (bridging) {
        printf("%s %s -lbediv_bridge -lm\n", paths.include, paths.library);
        return EXIT_SUCCESS;
    }
    if (!linking) { printf(COVERAGE " -g %s\n", paths.include); }
    /* With both in one command, clang would link the UBSan runtime just for coverage: see compile. */
    if (!compiling && !linking) { printf("-fno-sanitize-link-runtime "); }
    if (!compiling) { printf("%s -lbediv -lm\n", paths.library); }
    return EXIT_SUCCESS;
}

static int carry_out(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *command = argv[1];
    if (is_one_of(command, "flags")) { return print_flags(argc - 2, argv + 2); }
    if (is_one_of(command, "eval")) { return bd__eval_main(argc - 2, argv + 2); }
    if (is_one_of(command, "version --version -V")) {
        printf("bediv %s\n", BD_VERSION);
        return EXIT_SUCCESS;
    }
    if (is_one_of(command, "help --help -h")) { return print_help(stdout); }
    bd__output_error("bediv: unknown command '%s'", command);
    bd__output_error("       `bediv --help` lists all commands.");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    bool cc = argc > 1 && is_one_of(argv[1], "cc"), cxx = argc > 1 && is_one_of(argv[1], "c++");
    if (cc || cxx) { return compile(cxx, argc - 2, argv + 2); } /* becomes the compiler */
    bd__output_begin();
    return bd__output_end("bediv", carry_out(argc, argv));
}
