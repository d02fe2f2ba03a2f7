/* roff.c: man pages. */
#include <bediv/engine.h>
#include <stdio.h>
#include <string.h>

#include "cli/manual/tables.h"

/* Prints TEXT for roff: dashes that readers can copy, and nothing that roff would take for a request. */
static void put(const char *text)
{
    if (*text == '.' || *text == '\'') { fputs("\\&", stdout); }
    for (; *text; text++) {
        if (strncmp(text, "…", strlen("…")) == 0) {
            fputs("\\&...", stdout);
            text += strlen("…") - 1;
        } else if (*text == '-') {
            fputs("\\-", stdout);
        } else if (*text == '\\') {
            fputs("\\e", stdout);
        } else {
            putchar(*text);
        }
    }
}

static void put_line(const char *text)
{
    put(text);
    putchar('\n');
}

static void title(const char *name, const char *what)
{
    printf(".\\\" Made by the build from the lists in src/cli/*.def.\n"
           ".TH %s 1 \"\" \"bedivfuzz %s\" \"bedivfuzz\"\n.SH NAME\n",
           name, BD_VERSION);
    put_line(what);
}

/* ---- bediv(1) ---------------------------------------------------------------------------------- */

void bd__manual_of_bediv(void)
{
    title("BEDIV", "bediv - build fuzzers, and run experiments with them");
    fputs(".SH SYNOPSIS\n.B bediv\n.I COMMAND\n.RI [ ARGUMENT \\&...]\n.SH DESCRIPTION\n", stdout);
    put_line(
        "A generator and a target, linked with the library, become one program: the fuzzer. bediv compiles and "
        "links fuzzers, and runs experiments with many of them. bediv-fuzzer(1) describes the fuzzers themselves.");
    fputs(".SH COMMANDS\n", stdout);
    for (const struct bediv_command *c = bediv_commands; c->name; c++) {
        printf(".TP\n.B %s\n", c->name);
        if (*c->arguments) { printf("%s\n", c->arguments); }
        put_line(c->help);
    }
    fputs(".SH ENVIRONMENT\n.TP\n.BR BEDIV_CC ,\\  BEDIV_CXX\n", stdout);
    put_line("The compilers to use instead of clang-19 or clang, and clang++-19 or clang++. Coverage needs clang.");
    fputs(".SH EXAMPLES\n.EX\n", stdout);
    put_line("bediv cc -O1 greeting.c parse.c -o greeting && ./greeting -t 60s");
    fputs(".EE\n.SH SEE ALSO\n.BR bediv\\-fuzzer (1),\n.BR clang (1)\n", stdout);
}

/* ---- bediv-fuzzer(1) --------------------------------------------------------------------------- */

/* Prints the names of the commands with these LETTERS, in brackets. */
static void put_commands(const char *letters)
{
    const char *separator = "";
    fputs("(", stdout);
    for (const struct manual_command *c = commands; c->name; c++) {
        if (!strchr(letters, c->letter)) { continue; }
        printf("%s%s", separator, *c->name ? c->name : "fuzzing");
        separator = ", ";
    }
    fputs(")\n", stdout);
}

static void put_flags(void)
{
    for (const struct manual_flag *f = flags; f->help; f++) {
        if (!f->name) {
            printf(".SS ");
            put_line(f->help);
            continue;
        }
        printf(".TP\n");
        if (f->letter) { printf("\\fB\\-%c\\fR, ", f->letter); }
        printf("\\fB\\-\\-");
        put(f->name);
        printf("\\fR%s%s%s\n", f->argument ? " \\fI" : "", f->argument ? f->argument : "", f->argument ? "\\fR" : "");
        put_line(f->help);
        put_commands(f->commands);
    }
}

void bd__manual_of_fuzzers(void)
{
    title("BEDIV\\-FUZZER", "bediv-fuzzer - a program made with bedivfuzz: it fuzzes, replays and shrinks");
    fputs(".SH SYNOPSIS\n.nf\n", stdout);
    for (const struct manual_command *c = commands; c->name; c++) {
        printf("\\fIPROGRAM\\fR ");
        put_line(c->usage);
    }
    fputs("\\fIPROGRAM\\fR [\\-flag=value...] [DIR...|FILE...]\n.fi\n.SH DESCRIPTION\n", stdout);
    put_line("A fuzzer is a generator and a target, or a target alone, linked with the library of bedivfuzz. Without a "
             "command it fuzzes. The last form is libFuzzer's command line: it applies if a flag has one dash and a "
             "value after '=', or if the first argument is an existing file or folder.");
    fputs(".SH COMMANDS\n", stdout);
    for (const struct manual_command *c = commands; c->name; c++) {
        printf(".TP\n.B %s\n", *c->name ? c->name : "(none)");
        put_line(c->help);
        if (c->files) {
            printf("Takes ");
            put(c->files);
            printf(".\n");
        }
    }
    fputs(".SH FLAGS\n", stdout);
    put_line("Write flags as -n 1000, -n1000, --trials 1000 or --trials=1000; -- ends them. k, M and G are powers of "
             "1024 in a size, and powers of 1000 in any other number.");
    put_flags();
    fputs(".SH FLAGS OF LIBFUZZER\n", stdout);
    put_line("All other flags of libFuzzer are accepted and ignored.");
    for (const struct their_flag *f = their_flags; f->name; f++) {
        printf(".TP\n\\fB\\-%s\\fR=\\fI%s\\fR\n", f->name, f->standard ? "N" : "TEXT");
        put(f->help);
        if (f->standard) {
            printf(" (default: ");
            put(f->standard);
            printf(")");
        }
        putchar('\n');
    }
    fputs(".SH EXIT STATUS\n", stdout);
    for (const struct manual_exit *e = exits; e->meaning; e++) {
        bool first = e == exits || e[-1].code != e->code;
        if (first) { printf(".TP\n.B %d\n", e->code); }
        if (!first) { printf(".br\n"); }
        put_line(e->meaning);
        put_commands(e->commands);
    }
    fputs(".SH FILES\n.TP\n.I bediv\\-out/NAME\n", stdout);
    put_line(
        "The run directory, unless -o names another: the corpus, one folder per distinct failure, and the figures.");
    fputs(".SH EXAMPLES\n.EX\n", stdout);
    put_line("./calc sample");
    put_line("./calc -t 60s -o out");
    put_line("./calc failures out");
    put_line("./calc replay out/failures");
    put_line("./calc --resume out -t 1h");
    fputs(".EE\n.SH SEE ALSO\n.BR bediv (1)\n", stdout);
}
