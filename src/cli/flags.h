/* flags.h: command lines that are described by a table: flags.def of fuzzers, eval_flags.def of `bediv eval`. Parser, checks
 * and help are made from it. */
#ifndef BD_CLI_FLAGS_H
#define BD_CLI_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

/* What the value of a flag is, and the type of its member. */
enum bd__flag_type {
    BD__FLAG_SWITCH,       /* none; bool */
    BD__FLAG_WORD,         /* const char * */
    BD__FLAG_EITHER,       /* one of a few words, which is checked later; const char * */
    BD__FLAG_FOLDER,       /* a word that is not empty; const char * */
    BD__FLAG_LIST,         /* a word; the flag may be repeated; struct list */
    BD__FLAG_WHOLE,        /* 1 or more; uint64_t */
    BD__FLAG_CORES,        /* as many as an experiment can use; uint64_t */
    BD__FLAG_SHARE,        /* 0 to 1; double, like those below; 0 is stored as BD_NONE */
    BD__FLAG_REAL,         /* 0 or more; 0 is stored as BD_NONE */
    BD__FLAG_COUNT,        /* the same; a fraction is refused later */
    BD__FLAG_SECONDS,      /* more than 0 */
    BD__FLAG_PERIOD,       /* 0 is stored as BD_NONE */
    BD__FLAG_MILLISECONDS, /* uint64_t, like those below */
    BD__FLAG_BYTES,
    BD__FLAG_MEGABYTES,
};

/* All values of a flag that may be repeated. */
struct list {
    const char *word[64]; /* borrowed */
    size_t count;
};

/* A line of a table: a flag; or, if it has no name, the title of the group that follows. The last line is zero. */
struct bd__flag {
    const char *name;
    char letter;
    const char *commands; /* letters of the commands that take it */
    enum bd__flag_type type;
    size_t offset; /* of its member in the options */
    const char *argument, *help;
};

/* A command line that is being parsed. */
struct bd__flags {
    const struct bd__flag *table;
    char command;  /* its letter */
    void *options; /* where values go */
    int argc;
    char **argv;
    int at;       /* the argument to parse next */
    char **files; /* room for argc pointers: the arguments that are not flags, and those after -- */
    int file_count;
    /* The mistake, if there is one: */
    const struct bd__flag *flag; /* NULL: unknown */
    const char *word, *value;    /* as they were written; VALUE NULL: none */
};

enum bd__flag_mistake {
    BD__FLAG_FINE,
    BD__FLAG_UNKNOWN,
    BD__FLAG_OF_ANOTHER_COMMAND,
    BD__FLAG_WITH_A_VALUE,    /* but it takes none */
    BD__FLAG_WITHOUT_A_VALUE, /* but it needs one */
    BD__FLAG_WITH_A_BAD_VALUE,
};

/* Parses all arguments from AT on, up to the first mistake. A flag is -x VALUE, -xVALUE, --name VALUE or --name=VALUE. */
enum bd__flag_mistake bd__flags_parse(struct bd__flags *flags) __attribute__((warn_unused_result));

/* Says what is wrong, for people: "bad value '0' for --jobs: give a number of cores, 1 or more". */
struct bd__text;
void bd__flags_explain(struct bd__text *out, const struct bd__flags *flags, enum bd__flag_mistake mistake);

/* Adds the flags that COMMAND takes, one line each, in groups. Their names are in a column of WIDTH characters. */
void bd__flags_help(struct bd__text *out, const struct bd__flag *table, char command, int width);

#endif
