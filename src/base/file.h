/* file.h: files, written so that a kill at any moment leaves either the complete old file or the complete new one.
 *
 * To replace a file, bd__file_write and bd__file_write_all write to a temporary name in the same folder, check every
 * write, flush it to disk and rename it. Only then do they report success. Nothing here logs; bd__file_why gives the
 * reason for a failure.
 */
#ifndef BD_BASE_FILE_H
#define BD_BASE_FILE_H

#include <bediv/engine.h>

#include <limits.h>

/* Replaces the contents of PATH with DATA. */
enum bd_status bd__file_write(const char *path, const void *data, size_t size) __attribute__((warn_unused_result));

/* One file for bd__file_write_all. */
struct bd__file_item {
    const char *path;
    const void *data;
    size_t size;
    int fd, error; /* out: error is 0 if the file is on disk, else an errno */
};
/* Writes many files at once. It writes all of them before it flushes the first, so that it waits for the disk about
 * once instead of COUNT times. At most a few hundred, because all of them are open at the same time. */
void bd__file_write_all(struct bd__file_item *item, size_t count);

/* The next two functions write in place, without flushing to disk, and only to a regular file: they do not follow a
 * symbolic link or wait for a pipe. */
/* Appends to PATH and creates it if necessary. A failed append leaves the file at its old length. */
enum bd_status bd__file_append(const char *path, const void *data, size_t size) __attribute__((warn_unused_result));

/* Truncates PATH to SIZE bytes. */
enum bd_status bd__file_truncate(const char *path, uint64_t size) __attribute__((warn_unused_result));

/* Reads a regular file of at most LIMIT bytes. The caller owns DATA, which has a NUL after its last byte and is NULL on
 * failure. */
enum bd_status bd__file_read(const char *path, size_t limit, char **data, size_t *size)
    __attribute__((warn_unused_result));

/* Must PATH be read until end of file because it has no size: "-" (standard input), a pipe or a device? */
bool bd__file_is_stream(const char *path);
/* Reads such a path and waits for whoever writes to it. At most LIMIT bytes, like bd__file_read. */
enum bd_status bd__file_read_stream(const char *path, size_t limit, char **data, size_t *size)
    __attribute__((warn_unused_result));

/* Creates the folder PATH and its parents; they may exist already. */
enum bd_status bd__file_make_dirs(const char *path) __attribute__((warn_unused_result));

bool bd__file_exists(const char *path);

/* Does FOLDER, or a folder up to DEPTH levels below it, contain anything but regular files and folders? If so, ODD
 * becomes its path. Does not follow links. */
bool bd__file_find_odd(const char *folder, unsigned depth, char odd[PATH_MAX]);

/* Removes PATH and everything below it, without following links. True if PATH no longer exists. */
bool bd__file_remove_tree(const char *path);

/* Why the last call to this module failed, from errno: ask before errno changes. */
const char *bd__file_why(void);

#endif
