/* elf.c: reads sections and functions of an ELF file, without a library. The file may be damaged or truncated, so every
 * offset is checked. */
#include "triage/elf.h"

#include <elf.h>
#include <link.h>
#include <string.h>

static const void *at(struct bd__image image, uint64_t offset, uint64_t size)
{
    bool inside = offset <= image.size && size <= image.size - offset;
    return inside ? image.data + offset : NULL;
}

/* NULL if it is not an ELF file of this machine's class (32 or 64 bits). */
static const ElfW(Ehdr) * header_of(struct bd__image image)
{
    const ElfW(Ehdr) *header = at(image, 0, sizeof *header);
    bool good = header && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                header->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32);
    return good ? header : NULL;
}

static const ElfW(Shdr) * section_at(struct bd__image image, const ElfW(Ehdr) * header, size_t index)
{
    if (header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff % _Alignof(ElfW(Shdr))) { return NULL; }
    return at(image, header->e_shoff + index * sizeof(ElfW(Shdr)), sizeof(ElfW(Shdr)));
}

/* The string table that is section INDEX. It ends with a NUL, or it is empty. */
static struct bd__image strings_at(struct bd__image image, const ElfW(Ehdr) * header, size_t index)
{
    const ElfW(Shdr) *section = section_at(image, header, index);
    const unsigned char *text = section ? at(image, section->sh_offset, section->sh_size) : NULL;
    if (!text || !section->sh_size || text[section->sh_size - 1]) { return (struct bd__image){0}; }
    return (struct bd__image){text, section->sh_size};
}

struct bd__image bd__elf_section(struct bd__image image, const char *name)
{
    const ElfW(Ehdr) *header = header_of(image);
    struct bd__image names = header ? strings_at(image, header, header->e_shstrndx) : (struct bd__image){0};
    for (size_t i = 0; names.size && i < header->e_shnum; i++) {
        const ElfW(Shdr) *s = section_at(image, header, i);
        if (!s || s->sh_name >= names.size || strcmp((const char *)names.data + s->sh_name, name) != 0) { continue; }
        if (s->sh_type == SHT_NOBITS || (s->sh_flags & SHF_COMPRESSED)) { break; }
        const unsigned char *data = at(image, s->sh_offset, s->sh_size);
        return (struct bd__image){data, data ? s->sh_size : 0};
    }
    return (struct bd__image){0};
}

/* Looks in the symbol tables of this TYPE for the function that covers OFFSET. A function without a size covers
 * everything after its start. Of several, the one that starts last is found. */
static bool search(struct bd__image image, const ElfW(Ehdr) * header, uint32_t type, uint64_t offset,
                   struct bd__elf_function *found)
{
    const ElfW(Sym) *best = NULL;
    for (size_t i = 0; i < header->e_shnum; i++) {
        const ElfW(Shdr) *table = section_at(image, header, i);
        if (!table || table->sh_type != type || table->sh_offset % _Alignof(ElfW(Sym))) { continue; }
        struct bd__image strings = strings_at(image, header, table->sh_link);
        const ElfW(Sym) *symbol = at(image, table->sh_offset, table->sh_size);
        if (!symbol || !strings.size) { continue; }
        for (size_t j = 0; j < table->sh_size / sizeof *symbol; j++) {
            const ElfW(Sym) *s = &symbol[j];
            bool is_function = ELF64_ST_TYPE(s->st_info) == STT_FUNC && s->st_shndx != SHN_UNDEF;
            bool covers = s->st_value <= offset && (s->st_size == 0 || offset - s->st_value < s->st_size);
            if (!is_function || !covers || s->st_name >= strings.size || !strings.data[s->st_name]) { continue; }
            if (!best || s->st_value > best->st_value) {
                best = s;
                *found = (struct bd__elf_function){(const char *)strings.data + s->st_name, s->st_value};
            }
        }
    }
    return best;
}

bool bd__elf_function(struct bd__image image, uint64_t offset, struct bd__elf_function *found)
{
    const ElfW(Ehdr) *header = header_of(image);
    return header &&
           (search(image, header, SHT_SYMTAB, offset, found) || search(image, header, SHT_DYNSYM, offset, found));
}
