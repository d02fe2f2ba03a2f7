/* elf.h: what a file of machine code says about its functions and lines, read by ourselves: it takes no other program and
 * no time to speak of, and works on whatever bytes it is given. */
#ifndef BD_TRIAGE_ELF_H
#define BD_TRIAGE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a file, or of a part of it; borrowed. Size 0: there is none. */
struct bd__image {
    const unsigned char *data;
    size_t size;
};

/* The bytes of the section NAME; none if it is missing, compressed or has no bytes. */
struct bd__image bd__elf_section(struct bd__image image, const char *name);

struct bd__elf_function {
    const char *name; /* borrowed from the image */
    uint64_t start;
};
/* The function at OFFSET, an address as the file counts them. */
bool bd__elf_function(struct bd__image image, uint64_t offset, struct bd__elf_function *found);

/* lines.c: a line of source. */
struct bd__elf_line {
    uint64_t offset; /* in: the address asked for; ascending in an array */
    char file[256];  /* out: "" if not known */
    unsigned line;   /* out: 0 if not known, or if the compiler says that the code belongs to none */
};
/* Finds the lines of COUNT addresses in the DWARF line table (.debug_line, versions 2 to 5). */
void bd__elf_lines(struct bd__image image, struct bd__elf_line *wanted, size_t count);

#endif
