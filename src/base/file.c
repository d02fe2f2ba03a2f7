#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
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

/* Makes a rename in the folder of PATH durable. Some file systems cannot do that; it is not an error. */
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

static bool same_folder(const char *a, const char *b)
{
    const char *end = strrchr(a, '/'), *other = strrchr(b, '/');
    return end && other && end - a == other - b && strncmp(a, b, (size_t)(end - a)) == 0;
}

static bool temporary_name(char name[PATH_MAX], const char *path)
{
    bool fits = snprintf(name, PATH_MAX, "%s.tmp", path) < PATH_MAX;
    if (!fits) { errno = ENAMETOOLONG; }
    return fits;
}

static void note(struct bd__file_item *item, bool good)
{
    if (!good && !item->error) { item->error = errno ? errno : EIO; }
}

/* Creates a new file NAME. Removes what a killed process left under this name, and does not follow a link there. */
static int open_new(const char *name)
{
    enum { FLAGS = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC };
    int fd = open(name, FLAGS, 0644);
    return fd < 0 && errno == EEXIST && unlink(name) == 0 ? open(name, FLAGS, 0644) : fd;
}

static void stage(struct bd__file_item *item)
{
    char name[PATH_MAX];
    item->error = 0;
    item->fd = -1;
    note(item, temporary_name(name, item->path));
    if (!item->error) { item->fd = open_new(name); }
    note(item, item->fd >= 0 && write_all(item->fd, item->data, item->size));
}

/* Flushes the file to disk, then renames it. If anything failed, removes the temporary file. */
static void commit(struct bd__file_item *item)
{
    char name[PATH_MAX];
    if (item->fd < 0) { return; }
    note(item, item->error || fsync(item->fd) == 0);
    note(item, close(item->fd) == 0);
    temporary_name(name, item->path);
    note(item, item->error || rename(name, item->path) == 0);
    if (item->error) { unlink(name); }
}

void bd__file_write_all(struct bd__file_item *item, size_t count)
{
    for (size_t i = 0; i < count; i++) { stage(&item[i]); }
    for (size_t i = 0; i < count; i++) { commit(&item[i]); }
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !same_folder(item[i].path, item[i - 1].path)) { flush_folder(item[i].path); }
    }
}

enum bd_status bd__file_write(const char *path, const void *data, size_t size)
{
    struct bd__file_item item = {.path = path, .data = data, .size = size};
    bd__file_write_all(&item, 1);
    errno = item.error;
    return item.error ? BD_IO : BD_OK;
}

/* Opens PATH for writing in place: only a regular file, never through a link. Never waits for the reader of a pipe. */
static int open_in_place(const char *path, int flags, struct stat *info)
{
    int fd = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0644);
    if (fd < 0) { return -1; }
    int error = fstat(fd, info) != 0 ? errno : S_ISREG(info->st_mode) ? 0 : EINVAL;
    if (!error) { return fd; }
    close(fd);
    errno = error;
    return -1;
}

enum bd_status bd__file_append(const char *path, const void *data, size_t size)
{
    struct stat before;
    int fd = open_in_place(path, O_CREAT | O_APPEND, &before);
    if (fd < 0) { return BD_IO; }
    bool good = write_all(fd, data, size);
    int error = errno;
    if (!good && ftruncate(fd, before.st_size) != 0) { /* nothing more can be done; the write error is reported */
    }
    if (close(fd) != 0 && good) { return BD_IO; }
    errno = error;
    return good ? BD_OK : BD_IO;
}

enum bd_status bd__file_truncate(const char *path, uint64_t size)
{
    struct stat info;
    int fd = open_in_place(path, 0, &info);
    if (fd < 0) { return BD_IO; }
    bool good = ftruncate(fd, (off_t)size) == 0;
    int error = errno;
    close(fd);
    errno = error;
    return good ? BD_OK : BD_IO;
}

/* Gives BUFFER to the caller, or frees it after an ERROR. BUFFER holds HAVE bytes and has room for one more. */
static enum bd_status hand_over(char *buffer, size_t have, int error, char **data, size_t *size)
{
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
    return hand_over(buffer, have, error, data, size);
}

static bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool bd__file_is_stream(const char *path)
{
    struct stat info;
    if (is_stdin(path)) { return true; }
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

enum bd_status bd__file_read_stream(const char *path, size_t limit, char **data, size_t *size)
{
    enum { PORTION = 1 << 16 };
    *data = NULL;
    *size = 0;
    int fd = is_stdin(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), error = 0;
    if (fd < 0) { return BD_IO; }
    char *buffer = malloc(PORTION + 1);
    size_t have = 0, room = PORTION;
    while (buffer) {
        ssize_t n = read(fd, buffer + have, room - have);
        if (n < 0 && errno == EINTR) { continue; }
        if (n < 0) { error = errno; }
        if (n <= 0) { break; }
        have += (size_t)n;
        if (have > limit) { error = EFBIG; }
        if (error) { break; }
        if (have < room) { continue; }
        char *larger = realloc(buffer, 2 * room + 1);
        if (!larger) { free(buffer); }
        buffer = larger;
        room *= 2;
    }
    if (!buffer) { error = ENOMEM; }
    if (fd != STDIN_FILENO) { close(fd); }
    return hand_over(buffer, have, error, data, size);
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

bool bd__file_find_odd(const char *folder, unsigned depth, char odd[PATH_MAX])
{
    DIR *open = opendir(folder);
    bool found = false;
    for (struct dirent *entry; open && !found && (entry = readdir(open));) {
        char path[PATH_MAX];
        struct stat info;
        bool above = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        bool fits = (size_t)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < sizeof path;
        if (above || !fits || lstat(path, &info) != 0) { continue; }
        if (S_ISDIR(info.st_mode)) {
            found = depth && bd__file_find_odd(path, depth - 1, odd);
        } else if (!S_ISREG(info.st_mode)) {
            found = true;
            memcpy(odd, path, sizeof path);
        }
    }
    if (open) { closedir(open); }
    return found;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info, (void)type, (void)where;
    remove(path);
    return 0;
}

bool bd__file_remove_tree(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return !bd__file_exists(path);
}
