/* elf.h: reads functions and lines from a file of machine code. Needs no other program and hardly any time, and accepts
 * any bytes. */
#ifndef BD_TRIAGE_ELF_H
#define BD_TRIAGE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a file, or of a part of it; borrowed. Size 0: there are none. */
struct bd__image {
    const unsigned char *data;
    size_t size;
};

/* The bytes of section NAME. Empty if the section is missing, compressed or has no bytes in the file. */
struct bd__image bd__elf_section(struct bd__image image, const char *name);

struct bd__elf_function {
    const char *name; /* borrowed from the image */
    uint64_t start;
};
/* Finds the function at OFFSET, an address as used in the file. */
bool bd__elf_function(struct bd__image image, uint64_t offset, struct bd__elf_function *found);

/* line_table.c: a line of source code. */
struct bd__elf_line {
    uint64_t offset; /* in: the address; arrays must be in ascending order */
    char file[256];  /* out: "" if not known */
    unsigned line;   /* out: 0 if not known, or if the compiler says that the code belongs to no line */
};
/* Finds the lines of COUNT addresses in the DWARF line table (.debug_line, versions 2 to 5). */
void bd__elf_lines(struct bd__image image, struct bd__elf_line *wanted, size_t count);

#endif
