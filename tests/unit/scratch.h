/* scratch.h: a folder for one test program, removed when it ends; and what the library logs. */
#ifndef BD_UNIT_SCRATCH_H
#define BD_UNIT_SCRATCH_H

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

static char scratch_folder[200];
static pid_t scratch_owner;

static inline void scratch_remove(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char inside[1000];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) { continue; }
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        struct stat info;
        if (lstat(inside, &info) == 0 && S_ISDIR(info.st_mode)) {
            scratch_remove(inside);
        } else {
            unlink(inside);
        }
    }
    if (folder) { closedir(folder); }
    rmdir(path);
}

static inline void scratch_end(void)
{
    if (scratch_owner == getpid()) { scratch_remove(scratch_folder); }
}

/* The path of NAME in the scratch folder. Eight of them may be in use at a time. */
static inline const char *scratch(const char *name)
{
    static char path[8][1000];
    static unsigned turn;
    if (!*scratch_folder) {
        const char *base = getenv("TMPDIR");
        snprintf(scratch_folder, sizeof scratch_folder, "%s/bediv-unit-XXXXXX", base ? base : "/tmp");
        if (!mkdtemp(scratch_folder)) {
            perror(scratch_folder);
            exit(1);
        }
        scratch_owner = getpid();
        atexit(scratch_end);
    }
    char *at = path[turn++ % 8];
    snprintf(at, sizeof *path, "%s/%s", scratch_folder, name);
    return at;
}

/* Writes a file without using the library. */
static inline void scratch_write(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

static inline void scratch_puts(const char *path, const char *text)
{
    scratch_write(path, text, strlen(text));
}

/* The contents of a file, as a string; "(none)" if there is no such file. Valid until the next call. */
static inline const char *scratch_read(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file) { return "(none)"; }
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = 0;
    fclose(file);
    return text;
}

/* Until scratch_full(0), files cannot grow beyond SIZE bytes: a disk that is full. */
static inline void scratch_full(rlim_t size)
{
    static struct rlimit before;
    if (size) {
        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, before.rlim_max});
    } else {
        setrlimit(RLIMIT_FSIZE, &before);
    }
}

/* ---- what was logged ---- */

struct heard {
    char text[4096]; /* the last */
    unsigned count, errors;
};

static inline void heard_sink(enum bd_log_level level, const char *text, void *user)
{
    struct heard *heard = user;
    snprintf(heard->text, sizeof heard->text, "%s", text);
    heard->count++;
    heard->errors += level == BD_LOG_ERROR;
}

#endif
