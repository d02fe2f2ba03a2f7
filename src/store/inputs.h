/* inputs.h: saved inputs, as they lie about: a tape, bytes with their tape beside them (NAME, NAME.tape), plain bytes;
 * and folders of them. */
#ifndef BD_STORE_INPUTS_H
#define BD_STORE_INPUTS_H

#include "base/log.h"
#include "choice/tape.h"

/* One input, read. */
struct bd__input_file {
    bool has_bytes, has_tape;
    bool is_tape; /* the path is that of a tape: what counts are its choices, and the bytes are what they once made */
    char *bytes;  /* owned */
    size_t size;
    char *text; /* owned; the tape's */
    size_t text_size;
    struct bd__tape tape;
};

/* Reads PATH:
 *   bytes       and their tape, if there is PATH.tape; if there is only that, it stands for the input
 *   a tape      and its bytes, if they are beside it. The first line decides what is a tape, not the name; but a file
 *               with a tape beside it is bytes, even if they look like one
 *   a folder    stands for FOLDER/input
 *   a stream    (base/file.h): bytes or a tape, with nothing beside it
 * At most 64 MiB per file. What is wrong is logged, with the path. */
enum bd_status bd__input_read(struct bd__input_file *input, const char *path, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__input_clear(struct bd__input_file *input);

/* The same for a caller that goes on without the input. BD_IO is not logged: WHY gets "FILE: the reason". */
enum {
    BD__INPUT_FILES_ONLY = 1,    /* refuse streams: they may never end, and cannot be read again */
    BD__INPUT_BYTES_SUFFICE = 2, /* do not look at the tape beside bytes */
};
enum bd_status bd__input_try(struct bd__input_file *input, const char *path, unsigned flags, struct bd__text *why,
                             const struct bd__log *log) __attribute__((warn_unused_result));

/* The inputs that must run before a failure's input so that it fails. */
struct bd__earlier {
    struct bd__tape *tape; /* owned */
    size_t count;
};
/* Reads those of PATH; none if it is not a failure's folder, or if the failure needs none. */
enum bd_status bd__earlier_read(struct bd__earlier *earlier, const char *path, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__earlier_clear(struct bd__earlier *earlier);

/* Is PATH a tape, or a log, that is beside the bytes it belongs to? */
bool bd__input_is_companion(const char *path);

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
