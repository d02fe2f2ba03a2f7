/* dict.h: dictionaries from files: one word per line, or AFL's name="word" with \xNN, \\ and \" inside the quotes. '#'
 * starts a comment line. A dictionary must have at least one word. */
#ifndef BD_GEN_DICT_H
#define BD_GEN_DICT_H

#include "base/log.h"

/* A loaded dictionary. {0} is the empty one. */
struct bd__dict_file {
    struct bd_dict dict; /* points into the two below */
    char *text;          /* owned */
    const char **words;  /* owned */
};

/* On an error, logs the file, the line and what is wrong, and leaves FILE empty. */
enum bd_status bd__dict_load(struct bd__dict_file *file, const char *path, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__dict_clear(struct bd__dict_file *file);

#endif
