#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *bd__file_why(void)
{
    return strerror(errno);
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR) { continue; }
        if (n < 0) { return false; }
        if (n == 0) {
            errno = ENOSPC;
            return false;
        }
        data += n;
        size -= (size_t)n;
    }
    return true;
}

/* Makes a rename in the folder of PATH durable. Some file systems cannot; that is no error. */
static void flush_folder(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) : 1;
    snprintf(folder, sizeof folder, "%.*s", length ? length : 1, slash ? path : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

enum bd_status bd__file_write(const char *path, const void *data, size_t size)
{
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return BD_IO;
    }
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) { return BD_IO; }
    bool good = write_all(fd, data, size) && fsync(fd) == 0;
    int error = errno;
    if (close(fd) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        error = errno;
    }
    if (!good) {
        unlink(temporary);
        errno = error;
        return BD_IO;
    }
    flush_folder(path);
    return BD_OK;
}

enum bd_status bd__file_append(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (fd < 0) { return BD_IO; }
    struct stat before;
    bool good = fstat(fd, &before) == 0;
    if (good && !write_all(fd, data, size)) {
        int error = errno;
        if (ftruncate(fd, before.st_size) != 0) { /* nothing more can be done; the write error is told */
        }
        errno = error;
        good = false;
    }
    int error = errno;
    if (close(fd) != 0 && good) { return BD_IO; }
    errno = error;
    return good ? BD_OK : BD_IO;
}

enum bd_status bd__file_read(const char *path, size_t limit, char **data, size_t *size)
{
    *data = NULL;
    *size = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) { return BD_IO; }
    struct stat info;
    int error = 0;
    if (fstat(fd, &info) != 0) {
        error = errno;
    } else if (S_ISDIR(info.st_mode)) {
        error = EISDIR;
    } else if (!S_ISREG(info.st_mode)) {
        error = EINVAL;
    } else if ((uintmax_t)info.st_size > limit) {
        error = EFBIG;
    }
    size_t want = error ? 0 : (size_t)info.st_size, have = 0;
    char *buffer = error ? NULL : malloc(want + 1);
    if (!error && !buffer) { error = ENOMEM; }
    while (!error && have < want) {
        ssize_t n = read(fd, buffer + have, want - have);
        if (n < 0 && errno == EINTR) { continue; }
        if (n < 0) { error = errno; }
        if (n <= 0) { break; }
        have += (size_t)n;
    }
    close(fd);
    if (error) {
        free(buffer);
        errno = error;
        return BD_IO;
    }
    buffer[have] = 0;
    *data = buffer;
    *size = have;
    return BD_OK;
}

enum bd_status bd__file_make_dirs(const char *path)
{
    char part[PATH_MAX];
    size_t size = strlen(path);
    if (size == 0 || size >= sizeof part) {
        errno = size ? ENAMETOOLONG : ENOENT;
        return BD_IO;
    }
    for (size_t i = 1; i <= size; i++) {
        if (path[i] != '/' && path[i] != 0) { continue; }
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0755) != 0 && errno != EEXIST) { return BD_IO; }
    }
    struct stat info;
    if (stat(path, &info) != 0) { return BD_IO; }
    if (!S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return BD_IO;
    }
    return BD_OK;
}

bool bd__file_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}
