#include "triage/loaded.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "triage/frames.h"

/* Libraries that were loaded at the start. There is one set per process. */
static struct {
    struct held {
        uintptr_t base;
        int fd;
    } *one; /* owned */
    size_t count;
} held;

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int hold(struct dl_phdr_info *module, size_t size, void *user)
{
    (void)size, (void)user;
    const char *path = module->dlpi_name;
    if (*path != '/' || bd__frame_module_is_foreign(base_of(path))) { return 0; } /* the program; a system library */
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) { return 0; }
    held.one = bd__memory_grow(held.one, held.count, sizeof *held.one);
    held.one[held.count++] = (struct held){module->dlpi_addr, fd};
    return 0;
}

void bd__loaded_hold(void)
{
    if (!held.one) { dl_iterate_phdr(hold, NULL); }
}

/* ---- files ------------------------------------------------------------------------------------- */

/* A descriptor, owned by the caller, of the file that may be the running one. */
static int open_file(const struct dl_phdr_info *module)
{
    if (!*module->dlpi_name) { return open("/proc/self/exe", O_RDONLY | O_CLOEXEC); }
    for (size_t i = 0; i < held.count; i++) {
        if (held.one[i].base == module->dlpi_addr) { return fcntl(held.one[i].fd, F_DUPFD_CLOEXEC, 0); }
    }
    return open(module->dlpi_name, O_RDONLY | O_CLOEXEC);
}

/* The path of the module when it was loaded. */
static void find_path(char path[PATH_MAX], const struct dl_phdr_info *module)
{
    static const char DELETED[] = " (deleted)"; /* the kernel adds this if the file is no longer there */
    snprintf(path, PATH_MAX, "%s", module->dlpi_name);
    if (*path) { return; }
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    if (bd__text_ends_with(path, DELETED) && access(path, F_OK) != 0) { path[strlen(path) - strlen(DELETED)] = 0; }
}

static struct bd__image map(int fd)
{
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0 || info.st_size <= 0) { return (struct bd__image){0}; }
    void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    return data == MAP_FAILED ? (struct bd__image){0} : (struct bd__image){data, (size_t)info.st_size};
}

/* Does the file have the same machine code as the module in memory? */
static bool is_running(const struct dl_phdr_info *module, struct bd__image image)
{
    bool same = image.size;
    for (int i = 0; same && i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || (part->p_flags & (PF_R | PF_X)) != (PF_R | PF_X)) { continue; }
        same = part->p_offset <= image.size && part->p_filesz <= image.size - part->p_offset &&
               memcmp(image.data + part->p_offset,
                      (const void *)(module->dlpi_addr + part->p_vaddr), /* NOLINT(performance-no-int-to-ptr) */
                      part->p_filesz) == 0;
    }
    return same;
}

static bool is_same_file(const char *path, int fd)
{
    struct stat there, here;
    return stat(path, &there) == 0 && fstat(fd, &here) == 0 && there.st_dev == here.st_dev &&
           there.st_ino == here.st_ino;
}

static struct bd__loaded *open_module(const struct dl_phdr_info *module)
{
    char path[PATH_MAX];
    struct bd__loaded *m = bd__memory(1, sizeof *m);
    find_path(path, module);
    *m = (struct bd__loaded){.base = module->dlpi_addr, .fd = open_file(module)};
    snprintf(m->name, sizeof m->name, "%s", base_of(path));
    m->image = map(m->fd);
    if (*module->dlpi_name && !is_running(module, m->image)) { /* the running file was replaced by another one */
        if (m->image.size) { munmap((void *)m->image.data, m->image.size); }
        if (m->fd >= 0) { close(m->fd); }
        m->image = (struct bd__image){0};
        m->fd = -1;
    }
    if (m->fd >= 0) {
        if (!is_same_file(path, m->fd)) { snprintf(path, sizeof path, "/proc/self/fd/%d", m->fd); }
        m->path = bd__memory_copy(path);
    }
    return m;
}

/* ---- addresses --------------------------------------------------------------------------------- */

struct address_search {
    struct bd__loaded_set *set;
    uintptr_t at;
    const struct bd__loaded *found;
};

static const struct bd__loaded *opened(struct bd__loaded_set *set, const struct dl_phdr_info *module)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->one[i]->base == module->dlpi_addr) { return set->one[i]; }
    }
    set->one = bd__memory_grow(set->one, set->count, sizeof *set->one);
    return set->one[set->count++] = open_module(module);
}

static int look_into(struct dl_phdr_info *module, size_t size, void *user)
{
    struct address_search *search = user;
    (void)size;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        uintptr_t start = module->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD || search->at < start || search->at - start >= part->p_memsz) { continue; }
        search->found = opened(search->set, module);
        return 1;
    }
    return 0;
}

const struct bd__loaded *bd__loaded_find(struct bd__loaded_set *set, uintptr_t at)
{
    struct address_search search = {.set = set, .at = at};
    dl_iterate_phdr(look_into, &search);
    return search.found;
}

void bd__loaded_clear(struct bd__loaded_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        struct bd__loaded *m = set->one[i];
        if (m->image.size) { munmap((void *)m->image.data, m->image.size); }
        if (m->fd >= 0) { close(m->fd); }
        free(m->path);
        free(m);
    }
    free(set->one);
    *set = (struct bd__loaded_set){0};
}
