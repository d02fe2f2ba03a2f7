/* completion.c: completion for bash and zsh. Both complete commands, flags, and the values that are known: files, folders,
 * guides, and the words that a flag's help lists. */
#include <bediv/engine.h>
#include <stdio.h>
#include <string.h>

#include "cli/manual/tables.h"

static void put_guides(void)
{
    for (size_t i = 0; bd_guide_list(i); i++) { printf("%s%s", i ? " " : "", bd_guide_list(i)->name); }
}

/* HELP is "what it is: this, that (default: this)". Prints: this that. */
static void put_words_of_help(const char *help)
{
    const char *colon = strstr(help, ": ");
    for (const char *c = colon ? colon + 2 : ""; *c && strncmp(c, " (", 2) != 0; c++) {
        if (*c != ',') { putchar(*c); }
    }
}

static int is(const char *argument, const char *what)
{
    return strcmp(argument, what) == 0;
}

static int takes_files(const struct bediv_command *c)
{
    return strstr(c->arguments, "ARGUMENT") || strstr(c->arguments, "FILE") || strstr(c->arguments, "DIR");
}

/* ---- bash -------------------------------------------------------------------------------------- */

/* Prints what may follow a command of `bediv`: --name … */
static void put_bediv_words(const struct bediv_command *c)
{
    printf("%s", c->words);
    const char *gap = "";
    for (const struct manual_flag *f = eval_flags; f->help && c->letter; f++) {
        if (!strchr(f->commands, c->letter)) { continue; }
        printf("%s--%s", gap, f->name);
        gap = " ";
    }
}

/* Prints the flags that LETTER's command takes: --name -x … */
static void put_flag_words(char letter)
{
    for (const struct manual_flag *f = flags; f->help; f++) {
        if (!f->name || !strchr(f->commands, letter)) { continue; }
        printf(" --%s", f->name);
        if (f->letter) { printf(" -%c", f->letter); }
    }
}

static void put_bash_value(const struct manual_flag *f)
{
    printf("    --%s", f->name);
    if (f->letter) { printf("|-%c", f->letter); }
    if (is(f->argument, "DIR")) {
        printf(") _bediv_reply -d ;;\n");
    } else if (is(f->argument, "FILE") || is(f->argument, "PROGRAM")) {
        printf(") _bediv_reply -f ;;\n");
    } else if (is(f->argument, "NAME")) {
        printf(") _bediv_reply -W '");
        put_guides();
        printf("' ;;\n");
    } else if (is(f->argument, "WHAT")) {
        printf(") _bediv_reply -W '");
        put_words_of_help(f->help);
        printf("' ;;\n");
    } else {
        printf(") COMPREPLY=() ;;\n"); /* a number: nothing to offer */
    }
}

static void put_bash_values(void)
{
    for (const struct manual_flag *f = flags; f->help; f++) {
        int seen = 0;
        for (const struct manual_flag *g = flags; f->name && g < f; g++) { seen |= g->name && is(g->name, f->name); }
        if (f->name && f->argument && !seen) { put_bash_value(f); }
    }
}

void bd__bash_completion(void)
{
    printf("# bash completion for bediv, and for fuzzers made with it: complete -F _bediv_fuzzer NAME\n"
           "# Made by the build from the lists in src/cli/*.def.\n"
           "# shellcheck shell=bash\n\n"
           "# The word to complete, and the one before; bash splits --flag=value into three words.\n"
           "_bediv_words() {\n"
           "    cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    if [[ $cur == = ]]; then\n"
           "        cur=\n"
           "    elif [[ $prev == = && COMP_CWORD -gt 2 ]]; then\n"
           "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    fi\n"
           "}\n"
           "# Completes the word with what compgen offers for these arguments.\n"
           "_bediv_reply() {\n"
           "    [[ $1 == -W ]] || compopt -o filenames 2>/dev/null || :\n"
           "    mapfile -t COMPREPLY < <(compgen \"$@\" -- \"$cur\")\n"
           "}\n\n"
           "_bediv_fuzzer() {\n"
           "    local cur prev flags= files=\n"
           "    _bediv_words\n"
           "    case $prev in\n");
    put_bash_values();
    printf("    *) prev= ;;\n    esac\n"
           "    [[ -z $prev ]] || return 0\n"
           "    case ${COMP_WORDS[1]-} in\n");
    for (const struct manual_command *c = commands + 1; c->name; c++) {
        printf("    %s) flags='", c->name);
        put_flag_words(c->letter);
        printf("' files=%s ;;\n", c->files ? "yes" : "");
    }
    printf("    *) flags='");
    put_flag_words(commands[0].letter);
    printf("' ;;\n    esac\n"
           "    if [[ $cur == -[a-z]?* ]]; then\n"
           "        compopt -o nospace 2>/dev/null || :\n"
           "        _bediv_reply -W '");
    for (const struct their_flag *f = their_flags; f->name; f++) { printf("-%s= ", f->name); }
    printf("'\n"
           "    elif [[ $cur == -* ]]; then\n"
           "        _bediv_reply -W \"$flags\"\n"
           "    elif [[ $COMP_CWORD == 1 ]]; then\n"
           "        _bediv_reply -f -W '");
    for (const struct manual_command *c = commands + 1; c->name; c++) { printf("%s ", c->name); }
    printf("help'\n"
           "    elif [[ $files ]]; then\n"
           "        _bediv_reply -f\n"
           "    fi\n"
           "}\n\n"
           "_bediv() {\n"
           "    local cur prev\n"
           "    _bediv_words\n"
           "    if [[ $COMP_CWORD == 1 ]]; then\n"
           "        _bediv_reply -W 'eval ");
    for (const struct bediv_command *c = bediv_commands; c->name; c++) {
        if (!strchr(c->name, ' ')) { printf("%s ", c->name); }
    }
    printf("'\n"
           "        return\n"
           "    elif [[ $COMP_CWORD == 2 && ${COMP_WORDS[1]} == eval ]]; then\n"
           "        _bediv_reply -W 'run report --help'\n"
           "        return\n"
           "    fi\n"
           "    local words= files=\n"
           "    case \"${COMP_WORDS[*]:1:2} \" in\n");
    for (const struct bediv_command *c = bediv_commands; c->name; c++) {
        printf("    '%s '*) words='", c->name);
        put_bediv_words(c);
        printf("' files=%s ;;\n", takes_files(c) ? "yes" : "");
    }
    printf("    esac\n"
           "    if [[ $words && ($cur == -* || ! $files) ]]; then\n"
           "        _bediv_reply -W \"$words\"\n"
           "    elif [[ $files ]]; then\n"
           "        _bediv_reply -f\n"
           "    fi\n"
           "}\n"
           "complete -F _bediv bediv\n");
}

/* ---- zsh --------------------------------------------------------------------------------------- */

/* Prints TEXT as part of a spec of _arguments or _describe, inside a '…' of zsh. */
static void put_spec(const char *text)
{
    for (; *text; text++) {
        if (strchr(":[]\\", *text)) { putchar('\\'); }
        if (*text == '\'') {
            fputs("'\\''", stdout);
        } else {
            putchar(*text);
        }
    }
}

static void put_zsh_value(const struct manual_flag *f)
{
    printf(":%s:", f->argument);
    if (is(f->argument, "DIR")) {
        printf("_files -/");
    } else if (is(f->argument, "FILE") || is(f->argument, "PROGRAM")) {
        printf("_files");
    } else if (is(f->argument, "NAME")) {
        printf("(");
        put_guides();
        printf(")");
    } else if (is(f->argument, "WHAT")) {
        printf("(");
        put_words_of_help(f->help);
        printf(")");
    } else {
        printf(" ");
    }
}

static void put_zsh_flags(char letter)
{
    for (const struct manual_flag *f = flags; f->help; f++) {
        if (!f->name || !strchr(f->commands, letter)) { continue; }
        printf(" \\\n        ");
        if (f->letter) {
            printf("'(-%c --%s)'{-%c%s,--%s%s}'[", f->letter, f->name, f->letter, f->argument ? "+" : "", f->name,
                   f->argument ? "=" : "");
        } else {
            printf("'--%s%s[", f->name, f->argument ? "=" : "");
        }
        put_spec(f->help);
        printf("]");
        if (f->argument) { put_zsh_value(f); }
        printf("'");
    }
}

void bd__zsh_completion_of_fuzzers(void)
{
    printf("#autoload\n"
           "# zsh completion for fuzzers made with bedivfuzz: compdef _bediv_fuzzer NAME\n"
           "# Made by the build from the lists in src/cli/*.def.\n\n"
           "local -a commands\ncommands=(\n");
    for (const struct manual_command *c = commands + 1; c->name; c++) {
        printf("    '%s:", c->name);
        put_spec(c->help);
        printf("'\n");
    }
    printf(")\n"
           "if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
           "    _describe -t commands command commands\n"
           "    _files\n"
           "    return\n"
           "fi\n"
           "case $words[2] in\n");
    for (const struct manual_command *c = commands + 1; c->name; c++) {
        printf("%s)\n    shift words\n    (( CURRENT-- ))\n    _arguments -s", c->name);
        put_zsh_flags(c->letter);
        if (c->files) { printf(" \\\n        '*:file:_files'"); }
        printf("\n    ;;\n");
    }
    printf("*)\n    _arguments -s");
    put_zsh_flags(commands[0].letter);
    printf("\n    ;;\nesac\n");
}

void bd__zsh_completion_of_bediv(void)
{
    printf("#compdef bediv\n"
           "# zsh completion for bediv.\n"
           "# Made by the build from the lists in src/cli/*.def.\n\n"
           "local -a commands\ncommands=(\n    'eval:run an experiment, or write its report'\n");
    for (const struct bediv_command *c = bediv_commands; c->name; c++) {
        if (strchr(c->name, ' ')) { continue; }
        printf("    '%s:", c->name);
        put_spec(c->help);
        printf("'\n");
    }
    printf(")\n"
           "if (( CURRENT == 2 )); then\n"
           "    _describe -t commands command commands\n"
           "    return\n"
           "fi\n"
           "case $words[2] in\n"
           "flags) compadd -- --compile --link --engine --bridge ;;\n"
           "eval)\n"
           "    if (( CURRENT == 3 )); then\n"
           "        compadd -- run report\n"
           "    else\n"
           "        case $words[3] in\n");
    for (const struct bediv_command *c = bediv_commands; c->name; c++) {
        if (strchr(c->name, ' ')) {
            printf("        %s) compadd -- ", strchr(c->name, ' ') + 1);
            put_bediv_words(c);
            printf("; _files ;;\n");
        }
    }
    printf("        esac\n    fi\n    ;;\ncc|c++) _files ;;\nesac\n");
}
