/* inputs.h: saved inputs, as they lie about: a tape, bytes with their tape beside them (NAME, NAME.tape), plain bytes;
 * and folders of them. */
#ifndef BD_STORE_INPUTS_H
#define BD_STORE_INPUTS_H

#include "base/log.h"
#include "choice/tape.h"

/* The bytes at PATH, a file or a stream (base/file.h): at most 64 MiB. DATA as bd__file_read has it; bd__input_why: why not. */
enum bd_status bd__input_load(const char *path, char **data, size_t *size) __attribute__((warn_unused_result));
const char *bd__input_why(void);

/* One input, read. */
struct bd__input_file {
    bool has_bytes, has_tape;
    char *bytes; /* owned */
    size_t size;
    char *text; /* owned; the tape's */
    size_t text_size;
    struct bd__tape tape;
};

/* Reads PATH: a tape (then its bytes, if they lie beside it), bytes (then their tape), or a folder that holds `input.tape`
 * or `input`. What is wrong is told, with the path. */
enum bd_status bd__input_read(struct bd__input_file *input, const char *path, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__input_clear(struct bd__input_file *input);

/* PATH without .tape; for a folder, PATH/input. */
void bd__input_name(struct bd__text *name, const char *path);

/* A list of paths, owned. */
struct bd__paths {
    char **path;
    size_t count;
};
/* Adds the inputs of FOLDER, each once, in the order of their names; of a run directory those of its corpus. */
enum bd_status bd__inputs_list(struct bd__paths *paths, const char *folder, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* Adds what PATH stands for: itself, if it is no folder, or a failure's; the inputs of a folder and of those below it; of a
 * run directory those of its corpus, unless FAILURES_ONLY, then its failures' folders. A folder must hold something. */
enum bd_status bd__inputs_expand(struct bd__paths *paths, const char *path, bool failures_only,
                                 const struct bd__log *log) __attribute__((warn_unused_result));
void bd__paths_clear(struct bd__paths *paths);

#endif
