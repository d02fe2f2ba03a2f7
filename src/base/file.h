/* file.h: files, written so that a kill at any moment leaves either the old one or the new one, whole.
 *
 * Writing: a temporary name in the same folder, every byte checked, flushed to disk, renamed. Only
 * then does a call return BD_OK. Nothing here logs: errno-based texts come back through bd__file_why.
 */
#ifndef BD_BASE_FILE_H
#define BD_BASE_FILE_H

#include <bediv/engine.h>

#include <limits.h>

/* Replaces the file PATH by DATA. */
enum bd_status bd__file_write(const char *path, const void *data, size_t size) __attribute__((warn_unused_result));

/* One of many files. */
struct bd__file_item {
    const char *path;
    const void *data;
    size_t size;
    int fd, error; /* out: error is 0 if the file is on disk, else an errno */
};
/* The same for many at once: all are written before the first is flushed, and the disk is waited for once
 * instead of COUNT times. At most a few hundred, for all are open at the same time. */
void bd__file_write_all(struct bd__file_item *item, size_t count);

/* These two write in place, and only to a regular file: a symbolic link is not followed, a pipe not waited for. */
/* Appends to PATH, creating it; a failed append leaves the file as long as it was. */
enum bd_status bd__file_append(const char *path, const void *data, size_t size) __attribute__((warn_unused_result));

/* Cuts PATH to SIZE bytes. */
enum bd_status bd__file_truncate(const char *path, uint64_t size) __attribute__((warn_unused_result));

/* Reads a regular file of at most LIMIT bytes. DATA is owned by the caller, has a NUL behind its end,
 * and is NULL on failure. */
enum bd_status bd__file_read(const char *path, size_t limit, char **data, size_t *size)
    __attribute__((warn_unused_result));

/* Is PATH read to its end rather than as a file: "-", which is standard input, a pipe or a device? */
bool bd__file_is_stream(const char *path);
/* Reads such a path, and waits for whoever writes to it. At most LIMIT bytes, like bd__file_read. */
enum bd_status bd__file_read_stream(const char *path, size_t limit, char **data, size_t *size)
    __attribute__((warn_unused_result));

/* Makes the folder PATH and those above it; existing ones are fine. */
enum bd_status bd__file_make_dirs(const char *path) __attribute__((warn_unused_result));

bool bd__file_exists(const char *path);

/* Is something in FOLDER, or up to DEPTH folders below it, neither a regular file nor a folder? Then ODD is its path.
 * Links are not followed. */
bool bd__file_find_odd(const char *folder, unsigned depth, char odd[PATH_MAX]);

/* Removes PATH and all below it; links are not followed. True if it is gone. */
bool bd__file_remove_tree(const char *path);

/* Why the last call of this module failed: a constant text. */
const char *bd__file_why(void);

#endif
