/* line_table.c: addresses → lines of source code, from the DWARF line table.
 *
 * The section .debug_line is a list of units. Each has a header, which lists folders and files, and a program for a
 * small machine whose registers are an address, a file and a line. A program makes rows, in sequences of ascending
 * addresses. A row applies up to the address of the next one. All of this is read from a file that may be damaged, so
 * everything is checked: a reader that runs out of bytes returns 0 and sets `spent`. */
#include <stdio.h>
#include <string.h>

#include "triage/elf.h"

struct section_reader {
    const unsigned char *at, *end;
    bool spent; /* a read went past the end */
};

static uint64_t fixed(struct section_reader *r, size_t size)
{
    uint64_t value = 0;
    if ((size_t)(r->end - r->at) < size || size > sizeof value) {
        r->spent = true;
        r->at = r->end;
        return 0;
    }
    memcpy(&value, r->at, size); /* both supported machines are little-endian */
    r->at += size;
    return value;
}

static void skip(struct section_reader *r, uint64_t size)
{
    if ((uint64_t)(r->end - r->at) < size) {
        r->spent = true;
        size = (uint64_t)(r->end - r->at);
    }
    r->at += size;
}

/* Reads a number stored as 7 bits per byte (LEB128). LAST gets its last byte, BITS the number of bits. */
static uint64_t number(struct section_reader *r, uint64_t *last, unsigned *bits)
{
    uint64_t value = 0;
    *bits = 0;
    do {
        *last = fixed(r, 1);
        if (*bits < 64) { value |= (*last & 0x7f) << *bits; }
        *bits += 7;
    } while (*last & 0x80);
    return value;
}

static uint64_t unsigned_number(struct section_reader *r)
{
    uint64_t last;
    unsigned bits;
    return number(r, &last, &bits);
}

static int64_t signed_number(struct section_reader *r)
{
    uint64_t last;
    unsigned bits;
    uint64_t value = number(r, &last, &bits);
    if (bits < 64 && (last & 0x40)) { value |= ~(uint64_t)0 << bits; }
    return (int64_t)value;
}

static const char *string(struct section_reader *r)
{
    const unsigned char *from = r->at, *nul = memchr(from, 0, (size_t)(r->end - from));
    if (!nul) {
        r->spent = true;
        r->at = r->end;
        return "";
    }
    r->at = nul + 1;
    return (const char *)from;
}

/* ---- headers ----------------------------------------------------------------------------------- */

/* The header of a unit. */
struct line_unit {
    unsigned version, offset_size, instruction, base_opcode, line_range;
    int line_base;
    const unsigned char *operands;                   /* number of operands of each standard opcode */
    struct section_reader folders, files;            /* the tables; in versions 2 to 4, lists of strings */
    struct bd__image line_strings, strings, program; /* two other sections; the bytes of the program */
};

/* The DWARF 5 forms that the tables of a line program use. */
enum form {
    STRING = 0x08,
    STRP = 0x0e,
    LINE_STRP = 0x1f,
    UDATA = 0x0f,
    DATA1 = 0x0b,
    DATA2 = 0x05,
    DATA4 = 0x06,
    DATA8 = 0x07,
    DATA16 = 0x1e,
    BLOCK = 0x09
};
enum content { PATH = 1, FOLDER = 2 };

static const char *string_at(struct bd__image section, uint64_t offset)
{
    bool inside = offset < section.size && memchr(section.data + offset, 0, section.size - offset);
    return inside ? (const char *)section.data + offset : "";
}

/* Reads a field of an entry: a text or a number. An unknown form ends the reading, because its size is not known. */
static void read_field(struct section_reader *r, const struct line_unit *unit, uint64_t form, const char **text,
                       uint64_t *number)
{
    switch (form) {
    case STRING: *text = string(r); break;
    case STRP: *text = string_at(unit->strings, fixed(r, unit->offset_size)); break;
    case LINE_STRP: *text = string_at(unit->line_strings, fixed(r, unit->offset_size)); break;
    case UDATA: *number = unsigned_number(r); break;
    case DATA1: *number = fixed(r, 1); break;
    case DATA2: *number = fixed(r, 2); break;
    case DATA4: *number = fixed(r, 4); break;
    case DATA8: *number = fixed(r, 8); break;
    case DATA16: skip(r, 16); break;
    case BLOCK: skip(r, unsigned_number(r)); break;
    default: r->spent = true; r->at = r->end;
    }
}

struct entry {
    const char *path;
    uint64_t folder;
};

/* Entry INDEX of a table of version 5, or an empty one if there are fewer. Moves R past the table. */
static struct entry read_entry5(struct section_reader *r, const struct line_unit *unit, uint64_t index)
{
    struct entry entry = {"", 0};
    uint64_t fields = fixed(r, 1);
    struct section_reader formats = *r;
    for (uint64_t i = 0; i < fields; i++) { unsigned_number(r), unsigned_number(r); }
    uint64_t count = unsigned_number(r);
    for (uint64_t i = 0; fields && i < count && !r->spent; i++) {
        struct section_reader format = formats;
        struct entry one = {"", 0};
        for (uint64_t j = 0; j < fields; j++) {
            const char *text = "";
            uint64_t number = 0, content = unsigned_number(&format), form = unsigned_number(&format);
            read_field(r, unit, form, &text, &number);
            if (content == PATH) { one.path = text; }
            if (content == FOLDER) { one.folder = number; }
        }
        if (i == index) { entry = one; }
    }
    return entry;
}

/* The same for versions 2 to 4, which count from 1; 0 is the folder in which the compiler ran. */
static struct entry read_entry4(struct section_reader *r, bool of_files, uint64_t index)
{
    struct entry entry = {"", 0};
    for (uint64_t i = 1; !r->spent; i++) {
        struct entry one = {string(r), 0};
        if (!*one.path) { break; }
        if (of_files) {
            one.folder = unsigned_number(r);
            unsigned_number(r), unsigned_number(r);
        }
        if (i == index) { entry = one; }
    }
    return entry;
}

/* Reads the header of a unit. R has the bytes of the unit after its length. */
static bool read_header(struct section_reader *r, struct line_unit *unit)
{
    unit->version = (unsigned)fixed(r, 2);
    if (unit->version < 2 || unit->version > 5) { return false; }
    if (unit->version == 5) { skip(r, 2); }
    uint64_t size = fixed(r, unit->offset_size);
    if (r->spent || size > (uint64_t)(r->end - r->at)) { return false; }
    unit->program = (struct bd__image){r->at + size, (size_t)(r->end - r->at) - size};
    struct section_reader h = {r->at, r->at + size, false};
    unit->instruction = (unsigned)fixed(&h, 1);
    if (unit->version >= 4) { skip(&h, 1); } /* operations per instruction: 1 on our machines */
    skip(&h, 1);
    unit->line_base = (int8_t)fixed(&h, 1);
    unit->line_range = (unsigned)fixed(&h, 1);
    unit->base_opcode = (unsigned)fixed(&h, 1);
    unit->operands = h.at;
    if (!unit->base_opcode || !unit->line_range) { return false; }
    skip(&h, unit->base_opcode - 1);
    unit->folders = h;
    if (unit->version == 5) {
        read_entry5(&h, unit, UINT64_MAX);
    } else {
        read_entry4(&h, false, UINT64_MAX);
    }
    unit->files = h;
    return !h.spent;
}

static void name_file(const struct line_unit *unit, uint64_t file, char *name, size_t room)
{
    bool five = unit->version == 5;
    struct section_reader files = unit->files, folders = unit->folders, base = unit->folders;
    struct entry entry = five ? read_entry5(&files, unit, file) : read_entry4(&files, true, file);
    const char *folder =
        (five ? read_entry5(&folders, unit, entry.folder) : read_entry4(&folders, false, entry.folder)).path;
    const char *root = five ? read_entry5(&base, unit, 0).path : "";
    if (*entry.path == '/' || !*folder) {
        snprintf(name, room, "%s", entry.path);
    } else if (*folder == '/' || !*root) {
        snprintf(name, room, "%s/%s", folder, entry.path);
    } else {
        snprintf(name, room, "%s/%s/%s", root, folder, entry.path);
    }
}

/* ---- programs ---------------------------------------------------------------------------------- */

struct row {
    uint64_t address, file, line;
};

struct machine {
    const struct line_unit *unit;
    struct row now, before; /* the row being made, and the previous one of its sequence */
    bool begun;             /* there is a previous one */
    struct bd__elf_line *wanted;
    size_t count;
};

/* Completes a row. The previous row applies up to this one: fills in the wanted addresses that lie in between. */
static void emit(struct machine *m)
{
    size_t low = 0, high = m->count;
    /* Code that the linker has removed still has rows, at address 0. */
    if (m->begun && m->before.address && m->now.address > m->before.address) {
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (m->wanted[middle].offset < m->before.address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (; low < m->count && m->wanted[low].offset < m->now.address; low++) {
            struct bd__elf_line *w = &m->wanted[low];
            name_file(m->unit, m->before.file, w->file, sizeof w->file);
            w->line = (unsigned)m->before.line;
        }
    }
    m->before = m->now;
    m->begun = true;
}

static void restart(struct machine *m)
{
    m->now = (struct row){.file = 1, .line = 1};
    m->begun = false;
}

static void advance(struct machine *m, uint64_t operations)
{
    m->now.address += operations * m->unit->instruction;
}

static void run_extended(struct machine *m, struct section_reader *r)
{
    enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };
    uint64_t size = unsigned_number(r);
    if (!size || size > (uint64_t)(r->end - r->at)) {
        r->spent = r->spent || size;
        return;
    }
    struct section_reader body = {r->at, r->at + size, false};
    r->at += size;
    switch (fixed(&body, 1)) {
    case END_SEQUENCE:
        emit(m);
        restart(m);
        break;
    case SET_ADDRESS: m->now.address = fixed(&body, size - 1); break;
    default: break;
    }
}

static void run_standard(struct machine *m, struct section_reader *r, unsigned opcode)
{
    enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN, NEGATE, BLOCK_START, CONST_ADD_PC, FIXED_ADVANCE };
    switch (opcode) {
    case COPY: emit(m); break;
    case ADVANCE_PC: advance(m, unsigned_number(r)); break;
    case ADVANCE_LINE: m->now.line += (uint64_t)signed_number(r); break;
    case SET_FILE: m->now.file = unsigned_number(r); break;
    case CONST_ADD_PC: advance(m, (255 - m->unit->base_opcode) / m->unit->line_range); break;
    case FIXED_ADVANCE: m->now.address += fixed(r, 2); break;
    default: /* not needed here, or unknown */
        for (unsigned i = m->unit->operands[opcode - 1]; i > 0; i--) { unsigned_number(r); }
    }
}

static void run(struct machine *m)
{
    struct section_reader r = {m->unit->program.data, m->unit->program.data + m->unit->program.size, false};
    restart(m);
    while (r.at < r.end && !r.spent) {
        unsigned opcode = (unsigned)fixed(&r, 1);
        if (opcode >= m->unit->base_opcode) {
            unsigned adjusted = opcode - m->unit->base_opcode;
            advance(m, adjusted / m->unit->line_range);
            m->now.line += (uint64_t)((int64_t)m->unit->line_base + adjusted % m->unit->line_range);
            emit(m);
        } else if (opcode == 0) {
            run_extended(m, &r);
        } else {
            run_standard(m, &r, opcode);
        }
    }
}

void bd__elf_lines(struct bd__image image, struct bd__elf_line *wanted, size_t count)
{
    struct bd__image section = bd__elf_section(image, ".debug_line");
    struct bd__image line_strings = bd__elf_section(image, ".debug_line_str");
    struct bd__image strings = bd__elf_section(image, ".debug_str");
    if (!section.size) { return; }
    struct section_reader r = {section.data, section.data + section.size, false};
    while (r.at < r.end) {
        struct line_unit unit = {.offset_size = 4, .line_strings = line_strings, .strings = strings};
        uint64_t size = fixed(&r, 4);
        if (size == 0xffffffff) {
            unit.offset_size = 8;
            size = fixed(&r, 8);
        }
        if (r.spent || size > (uint64_t)(r.end - r.at)) { return; }
        struct section_reader body = {r.at, r.at + size, false};
        r.at += size;
        if (read_header(&body, &unit)) { run(&(struct machine){.unit = &unit, .wanted = wanted, .count = count}); }
    }
}
