#include "base/pack.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { TAG = 4, SECTION_HEAD = TAG + 8, SUM = 8 };

/* ---- writing --------------------------------------------------------------------------------- */

void bd__pack_bytes(struct bd__pack *pack, const void *data, size_t size)
{
    bd__text_add(&pack->out, data, size);
}

void bd__pack_u8(struct bd__pack *pack, uint8_t number)
{
    bd__pack_bytes(pack, &number, 1);
}

void bd__pack_u32(struct bd__pack *pack, uint32_t number)
{
    uint32_t little = htole32(number);
    bd__pack_bytes(pack, &little, sizeof little);
}

void bd__pack_u64(struct bd__pack *pack, uint64_t number)
{
    uint64_t little = htole64(number);
    bd__pack_bytes(pack, &little, sizeof little);
}

void bd__pack_real(struct bd__pack *pack, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bd__pack_u64(pack, bits);
}

void bd__pack_u32s(struct bd__pack *pack, const uint32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++) { bd__pack_u32(pack, number[i]); }
}

void bd__pack_u64s(struct bd__pack *pack, const uint64_t *number, size_t count)
{
    if (__BYTE_ORDER == __LITTLE_ENDIAN) {
        bd__pack_bytes(pack, number, count * sizeof *number);
    } else {
        for (size_t i = 0; i < count; i++) { bd__pack_u64(pack, number[i]); }
    }
}

void bd__pack_string(struct bd__pack *pack, const char *string)
{
    uint32_t size = string ? (uint32_t)strlen(string) : UINT32_MAX;
    bd__pack_u32(pack, size);
    if (string) { bd__pack_bytes(pack, string, size); }
}

void bd__pack_rng(struct bd__pack *pack, const struct bd__rng *rng)
{
    bd__pack_u64s(pack, rng->state, 4);
}

static void end_section(struct bd__pack *pack)
{
    if (!pack->section) { return; }
    uint64_t size = htole64(pack->out.size - pack->section - sizeof size);
    memcpy(pack->out.data + pack->section, &size, sizeof size);
    pack->section = 0;
}

void bd__pack_begin(struct bd__pack *pack, const char *magic, uint32_t version)
{
    *pack = (struct bd__pack){0};
    bd__text_puts(&pack->out, magic);
    bd__pack_u32(pack, version);
}

void bd__pack_section(struct bd__pack *pack, const char *tag)
{
    end_section(pack);
    bd__pack_bytes(pack, tag, TAG);
    pack->section = pack->out.size;
    bd__pack_u64(pack, 0); /* filled in by end_section */
}

void bd__pack_end(struct bd__pack *pack)
{
    end_section(pack);
    bd__pack_u64(pack, bd__hash(pack->out.data, pack->out.size));
}

void bd__pack_clear(struct bd__pack *pack)
{
    bd__text_clear(&pack->out);
}

/* ---- reading --------------------------------------------------------------------------------- */

bool bd__unpack_fine(const struct bd__unpack *unpack)
{
    return unpack->why.size == 0;
}

bool bd__unpack_refuse(struct bd__unpack *unpack, const char *format, ...)
{
    if (bd__unpack_fine(unpack)) {
        va_list args;
        va_start(args, format);
        if (*unpack->tag) { bd__text_printf(&unpack->why, "section %s: ", unpack->tag); }
        bd__text_vprintf(&unpack->why, format, args);
        va_end(args);
    }
    unpack->at = unpack->end; /* nothing more is read */
    return false;
}

static uint64_t number_at(const uint8_t *at, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++) { number |= (uint64_t)at[i] << (8 * i); }
    return number;
}

bool bd__unpack_begin(struct bd__unpack *unpack, const void *data, size_t size, const char *magic, uint32_t version)
{
    size_t head = strlen(magic);
    const uint8_t *from = data;
    *unpack = (struct bd__unpack){.at = from, .end = from, .next = from, .last = from};
    if (size < head || memcmp(data, magic, head) != 0) { return bd__unpack_refuse(unpack, "it has the wrong format"); }
    if (size < head + 4 + SUM) { return bd__unpack_refuse(unpack, "it was cut short"); }
    uint64_t found = number_at(from + head, 4);
    if (found != version) {
        return bd__unpack_refuse(unpack, "it has version %llu, and this program reads version %u",
                                 (unsigned long long)found, version);
    }
    unpack->last = from + size - SUM;
    unpack->next = from + head + 4;
    unpack->at = unpack->end = unpack->next;
    if (number_at(unpack->last, SUM) != bd__hash(data, size - SUM)) {
        return bd__unpack_refuse(unpack, "it is damaged: its checksum is wrong");
    }
    return true;
}

bool bd__unpack_end(struct bd__unpack *unpack)
{
    if (unpack->at != unpack->end) { return bd__unpack_refuse(unpack, "it is longer than expected"); }
    if (unpack->next != unpack->last) { return bd__unpack_refuse(unpack, "there is more data after its end"); }
    return bd__unpack_fine(unpack);
}

bool bd__unpack_section(struct bd__unpack *unpack, const char *tag)
{
    if (!bd__unpack_fine(unpack)) { return false; }
    if (unpack->at != unpack->end) { return bd__unpack_refuse(unpack, "it is longer than expected"); }
    size_t left = (size_t)(unpack->last - unpack->next);
    bool found = left >= SECTION_HEAD && memcmp(unpack->next, tag, TAG) == 0;
    memcpy(unpack->tag, tag, TAG);
    if (!found) { return bd__unpack_refuse(unpack, "it is missing"); }
    uint64_t size = number_at(unpack->next + TAG, 8);
    if (size > left - SECTION_HEAD) { return bd__unpack_refuse(unpack, "it was cut short"); }
    unpack->at = unpack->next + SECTION_HEAD;
    unpack->end = unpack->next = unpack->at + size;
    return true;
}

void bd__unpack_clear(struct bd__unpack *unpack)
{
    bd__text_clear(&unpack->why);
}

const void *bd__unpack_bytes(struct bd__unpack *unpack, size_t size, const char *what)
{
    if (size > (size_t)(unpack->end - unpack->at)) {
        bd__unpack_refuse(unpack, "it ends in the middle of %s", what);
        return NULL;
    }
    const void *found = unpack->at;
    unpack->at += size;
    return found;
}

static uint64_t read_number(struct bd__unpack *unpack, unsigned size, uint64_t most, const char *what)
{
    const uint8_t *at = bd__unpack_bytes(unpack, size, what);
    uint64_t number = at ? number_at(at, size) : 0;
    if (number > most) {
        bd__unpack_refuse(unpack, "%s is %llu, and may be at most %llu", what, (unsigned long long)number,
                          (unsigned long long)most);
        return 0;
    }
    return number;
}

uint8_t bd__unpack_u8(struct bd__unpack *unpack, uint8_t most, const char *what)
{
    return (uint8_t)read_number(unpack, 1, most, what);
}

uint32_t bd__unpack_u32(struct bd__unpack *unpack, uint32_t most, const char *what)
{
    return (uint32_t)read_number(unpack, 4, most, what);
}

uint64_t bd__unpack_u64(struct bd__unpack *unpack, uint64_t most, const char *what)
{
    return read_number(unpack, 8, most, what);
}

double bd__unpack_real(struct bd__unpack *unpack, double least, double most, const char *what)
{
    uint64_t bits = read_number(unpack, 8, UINT64_MAX, what);
    double number;
    memcpy(&number, &bits, sizeof number);
    if (!bd__unpack_fine(unpack)) { return least; }
    if (!(number >= least && number <= most)) {
        bd__unpack_refuse(unpack, "%s is %g, and must be from %g to %g", what, number, least, most);
        return least;
    }
    return number;
}

uint64_t bd__unpack_count(struct bd__unpack *unpack, uint64_t most, size_t size, const char *what)
{
    uint64_t count = read_number(unpack, 8, most, what), left = (uint64_t)(unpack->end - unpack->at);
    if (size && count > left / size) {
        bd__unpack_refuse(unpack, "%s is %llu, more than the file holds", what, (unsigned long long)count);
        return 0;
    }
    return count;
}

bool bd__unpack_u32s(struct bd__unpack *unpack, uint32_t *number, size_t count, const char *what)
{
    const uint8_t *at = count > SIZE_MAX / 4 ? NULL : bd__unpack_bytes(unpack, 4 * count, what);
    for (size_t i = 0; at && i < count; i++) { number[i] = (uint32_t)number_at(at + 4 * i, 4); }
    return bd__unpack_fine(unpack);
}

bool bd__unpack_u64s(struct bd__unpack *unpack, uint64_t *number, size_t count, const char *what)
{
    const uint8_t *at = count > SIZE_MAX / 8 ? NULL : bd__unpack_bytes(unpack, 8 * count, what);
    for (size_t i = 0; at && i < count; i++) { number[i] = number_at(at + 8 * i, 8); }
    return bd__unpack_fine(unpack);
}

char *bd__unpack_string(struct bd__unpack *unpack, size_t most, const char *what)
{
    uint32_t size = (uint32_t)read_number(unpack, 4, UINT32_MAX, what);
    if (!bd__unpack_fine(unpack) || size == UINT32_MAX) { return NULL; }
    const char *at = bd__unpack_bytes(unpack, size, what);
    if (!at) { return NULL; }
    if (size > most || memchr(at, 0, size)) {
        bd__unpack_refuse(unpack, "%s is not a text of at most %zu bytes", what, most);
        return NULL;
    }
    char *copy = bd__memory((size_t)size + 1, 1);
    memcpy(copy, at, size);
    return copy;
}

void bd__unpack_rng(struct bd__unpack *unpack, struct bd__rng *rng, const char *what)
{
    struct bd__rng read = {{0}};
    bd__unpack_u64s(unpack, read.state, 4, what);
    /* xoshiro never leaves the all-zero state. */
    if (!(read.state[0] | read.state[1] | read.state[2] | read.state[3])) {
        bd__unpack_refuse(unpack, "%s is all zero", what);
        return;
    }
    *rng = read;
}
