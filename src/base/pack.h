/* pack.h: the bytes of a checkpoint: a writer, and a reader that trusts nothing.
 *
 *   magic  version  │ tag size │ fields …  │ tag size │ fields …  │ XXH3 of all before
 *                   └──── section ─────────┴──── section ─────────┘
 *
 * Numbers are little-endian and have a fixed width. The checksum detects damage but says nothing about whether the
 * fields make sense, so every read gives the largest value allowed. The reader remembers the first error. After it,
 * every read returns 0 (bd__unpack_real: LEAST) and no count exceeds what is left to read, so callers need to check
 * only at the end.
 */
#ifndef BD_BASE_PACK_H
#define BD_BASE_PACK_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/text.h"

/* ---- writing --------------------------------------------------------------------------------- */

struct bd__pack {
    struct bd__text out; /* owned */
    size_t section;      /* offset of the open section's size field; 0: none is open */
};

/* Begins a file with this MAGIC (a constant text) and VERSION. */
void bd__pack_begin(struct bd__pack *pack, const char *magic, uint32_t version);
/* Ends the open section, if any, and begins section TAG, four characters. */
void bd__pack_section(struct bd__pack *pack, const char *tag);
/* Ends the file with its checksum. The bytes are in pack->out. */
void bd__pack_end(struct bd__pack *pack);
void bd__pack_clear(struct bd__pack *pack);

void bd__pack_u8(struct bd__pack *pack, uint8_t number);
void bd__pack_u32(struct bd__pack *pack, uint32_t number);
void bd__pack_u64(struct bd__pack *pack, uint64_t number);
void bd__pack_real(struct bd__pack *pack, double number);
void bd__pack_bytes(struct bd__pack *pack, const void *data, size_t size); /* bare: the reader must know SIZE */
void bd__pack_u32s(struct bd__pack *pack, const uint32_t *number, size_t count);
void bd__pack_u64s(struct bd__pack *pack, const uint64_t *number, size_t count);
/* With its length; NULL and "" stay different. */
void bd__pack_string(struct bd__pack *pack, const char *string);
void bd__pack_rng(struct bd__pack *pack, const struct bd__rng *rng);

/* ---- reading --------------------------------------------------------------------------------- */

struct bd__unpack {
    const uint8_t *at, *end;    /* the open section; borrowed */
    const uint8_t *next, *last; /* the section after it, the checksum; borrowed */
    char tag[5];
    struct bd__text why; /* owned; what is wrong; empty: nothing so far */
};

/* Opens DATA. False if it does not begin with MAGIC, has another VERSION, or is damaged. */
bool bd__unpack_begin(struct bd__unpack *unpack, const void *data, size_t size, const char *magic, uint32_t version);
/* Opens the next section, which must be TAG. The previous one must have been read to its end. */
bool bd__unpack_section(struct bd__unpack *unpack, const char *tag);
/* Was the last section read to its end, without any error? */
bool bd__unpack_end(struct bd__unpack *unpack);
void bd__unpack_clear(struct bd__unpack *unpack);

bool bd__unpack_fine(const struct bd__unpack *unpack);
/* Records an error; only the first one is kept. Returns false. */
bool bd__unpack_refuse(struct bd__unpack *unpack, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Each refuses numbers above MOST. WHAT names the field in messages. */
uint8_t bd__unpack_u8(struct bd__unpack *unpack, uint8_t most, const char *what);
uint32_t bd__unpack_u32(struct bd__unpack *unpack, uint32_t most, const char *what);
uint64_t bd__unpack_u64(struct bd__unpack *unpack, uint64_t most, const char *what);
static inline bool bd__unpack_bool(struct bd__unpack *unpack, const char *what)
{
    return bd__unpack_u8(unpack, 1, what);
}
/* Refuses numbers outside LEAST to MOST, and NaN. */
double bd__unpack_real(struct bd__unpack *unpack, double least, double most, const char *what);
/* The number of elements that follow, each at least SIZE bytes: never more than fit into what is left. */
uint64_t bd__unpack_count(struct bd__unpack *unpack, uint64_t most, size_t size, const char *what);
/* The next SIZE bytes, in place; NULL if there are fewer. */
const void *bd__unpack_bytes(struct bd__unpack *unpack, size_t size, const char *what);
bool bd__unpack_u32s(struct bd__unpack *unpack, uint32_t *number, size_t count, const char *what);
bool bd__unpack_u64s(struct bd__unpack *unpack, uint64_t *number, size_t count, const char *what);
/* A copy that the caller frees. NULL if NULL was packed, or if the string is refused: longer than MOST, or with a NUL
 * inside. */
char *bd__unpack_string(struct bd__unpack *unpack, size_t most, const char *what);
void bd__unpack_rng(struct bd__unpack *unpack, struct bd__rng *rng, const char *what);

#endif
