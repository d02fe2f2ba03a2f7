#include "store/home.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "store/setup_file.h"

bool bd__home_is_empty(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) { return false; }
    unsigned entries = 0;
    while (entries <= 2 && readdir(folder)) { entries++; }
    closedir(folder);
    return entries <= 2; /* . and .. */
}

enum bd_status bd__home_furnish(const struct bd__rundir *dir)
{
    static const char *const folders[] = {"corpus", "failures"};
    enum bd_status status = BD_OK;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && status == BD_OK; i++) {
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%s/%s", dir->path, folders[i]);
        status = bd__file_make_dirs(folder);
    }
    return status;
}

void bd__home_path(const struct bd__rundir *dir, const char *name, char path[PATH_MAX])
{
    struct stat info;
    snprintf(path, PATH_MAX, "/proc/self/fd/%d/%s", dir->lock, name);
    size_t folder = strlen(path) - strlen(name);
    path[folder] = 0;
    bool usable = dir->lock >= 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode); /* /proc may not be mounted */
    if (usable) {
        snprintf(path + folder, PATH_MAX - folder, "%s", name);
    } else {
        snprintf(path, PATH_MAX, "%s/%s", dir->path, name);
    }
}

static bool is_at(const char *path, const struct stat *self)
{
    struct stat info;
    return stat(path, &info) == 0 && info.st_dev == self->st_dev && info.st_ino == self->st_ino;
}

/* Removing a tree while a campaign writes to it may fail at the last step. Then the directory stays, without our
 * files. */
static bool is_emptied(const struct bd__rundir *dir)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" BD__SETUP_FILE, dir->path);
    return dir->setup_saved && !bd__file_exists(path);
}

/* The current name of the directory, from the kernel. False if it has none any more. */
static bool current_name(const struct bd__rundir *dir, const struct stat *self, char name[PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", dir->lock);
    ssize_t size = readlink(link, name, PATH_MAX - 1);
    if (size <= 0 || (size_t)size >= sizeof dir->path) { return false; }
    name[size] = 0;
    return is_at(name, self);
}

/* Locks the new directory. The descriptor keeps its number, because workers close it by number. */
static bool take(struct bd__rundir *dir)
{
    int fd = open(dir->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) { return false; }
    bool taken = (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && dup3(fd, dir->lock, O_CLOEXEC) >= 0;
    close(fd);
    return taken;
}

static bool make_again(struct bd__rundir *dir, bool emptied)
{
    char path[PATH_MAX];
    bool free = emptied || !bd__file_exists(dir->path) || bd__home_is_empty(dir->path);
    if (!free) {
        errno = EEXIST;
        return false;
    }
    if (bd__file_make_dirs(dir->path) != BD_OK || (!emptied && !take(dir)) || bd__home_furnish(dir) != BD_OK) {
        return false;
    }
    snprintf(path, sizeof path, "%s/" BD__SETUP_FILE, dir->path);
    if (bd__file_write(path, dir->setup.data, dir->setup.size) != BD_OK) { return false; }
    bd__error(dir->log,
              "the run directory %s was removed during the campaign. It is made again with the whole corpus; failures "
              "that were saved in it are saved again when they occur again",
              dir->path);
    dir->removals++;
    dir->row_torn = true; /* the earlier rows of plot_data are gone */
    return true;
}

bool bd__home_is_there(struct bd__rundir *dir)
{
    struct stat self;
    char name[PATH_MAX];
    /* We have no descriptor to check with; if something is wrong, writing will fail and say so. */
    if (dir->lock < 0 || fstat(dir->lock, &self) != 0 || !S_ISDIR(self.st_mode)) { return true; }
    bool in_place = is_at(dir->path, &self), emptied = in_place && is_emptied(dir);
    if (in_place && !emptied) {
        dir->told_lost = false;
        return true;
    }
    if (!in_place && current_name(dir, &self, name)) {
        bd__warn(dir->log, "the run directory %s was renamed to %s during the campaign, which continues there",
                 dir->path, name);
        memcpy(dir->path, name, strlen(name) + 1);
        dir->renames++;
        return true;
    }
    if (make_again(dir, emptied)) { return true; }
    int error = errno;
    if (!dir->told_lost) {
        bd__error(dir->log, "the run directory %s was removed during the campaign, and cannot be made again: %s",
                  dir->path, error == EEXIST ? "another file or folder is in its place" : bd__file_why());
    }
    dir->told_lost = true;
    errno = error;
    return false;
}
