/* elf.c: names of functions from a file's symbol table, for machines without llvm-symbolizer. The file is the running
 * program or a library of it; it may have been replaced or cut short meanwhile, so every offset is checked. */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "triage/symbols.h"

struct image {
    const unsigned char *data;
    size_t size;
};

static const void *at(const struct image *image, uint64_t offset, uint64_t size)
{
    bool inside = offset <= image->size && size <= image->size - offset;
    return inside ? image->data + offset : NULL;
}

static const ElfW(Shdr) * section_at(const struct image *image, const ElfW(Ehdr) * header, size_t index)
{
    if (header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff % _Alignof(ElfW(Shdr))) { return NULL; }
    return at(image, header->e_shoff + index * sizeof(ElfW(Shdr)), sizeof(ElfW(Shdr)));
}

/* The function of the table TYPE that covers OFFSET; of those without a size, the nearest before it. */
static bool search(const struct image *image, const ElfW(Ehdr) * header, uint32_t type, uint64_t offset, char *name,
                   size_t room)
{
    const ElfW(Sym) *best = NULL;
    const char *best_name = NULL;
    for (size_t i = 0; i < header->e_shnum; i++) {
        const ElfW(Shdr) *table = section_at(image, header, i);
        if (!table || table->sh_type != type || table->sh_offset % _Alignof(ElfW(Sym))) { continue; }
        const ElfW(Shdr) *strings = section_at(image, header, table->sh_link);
        const ElfW(Sym) *symbol = at(image, table->sh_offset, table->sh_size);
        const char *text = strings ? at(image, strings->sh_offset, strings->sh_size) : NULL;
        if (!symbol || !text || !strings->sh_size || text[strings->sh_size - 1]) { continue; }
        for (size_t j = 0; j < table->sh_size / sizeof *symbol; j++) {
            const ElfW(Sym) *s = &symbol[j];
            bool is_function = ELF64_ST_TYPE(s->st_info) == STT_FUNC && s->st_shndx != SHN_UNDEF;
            bool covers = s->st_value <= offset && (s->st_size == 0 || offset - s->st_value < s->st_size);
            if (!is_function || !covers || s->st_name >= strings->sh_size) { continue; }
            if (!best || s->st_value > best->st_value) {
                best = s;
                best_name = text + s->st_name;
            }
        }
    }
    if (best) { snprintf(name, room, "%s", best_name); }
    return best && *name;
}

bool bd__symbols_of_elf(const struct bd__symbol_place *place, char *name, size_t room)
{
    struct stat info;
    bool found = false;
    int fd = open(place->module, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &info) == 0 && info.st_size > (off_t)sizeof(ElfW(Ehdr))) {
        void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data != MAP_FAILED) {
            struct image image = {data, (size_t)info.st_size};
            const ElfW(Ehdr) *header = data;
            bool is_elf = memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                          header->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32);
            found = is_elf && (search(&image, header, SHT_SYMTAB, place->offset, name, room) ||
                               search(&image, header, SHT_DYNSYM, place->offset, name, room));
            munmap(data, image.size);
        }
    }
    if (fd >= 0) { close(fd); }
    return found;
}
