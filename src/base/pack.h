/* pack.h: the bytes of a checkpoint: packed by its writer, unpacked by a reader that trusts nothing.
 *
 *   magic  version  │ tag size │ fields …  │ tag size │ fields …  │ XXH3 of all before
 *                   └──── section ─────────┴──── section ─────────┘
 *
 * Numbers are little-endian and of fixed width. The sum tells damage from what was written; it proves nothing
 * about the fields, so each is read with the largest value it may have. The first mistake is remembered; from then
 * on every read answers 0 and no count is more than what is left to read, so that whoever reads need only look at the end.
 */
#ifndef BD_BASE_PACK_H
#define BD_BASE_PACK_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/text.h"

/* ---- writing --------------------------------------------------------------------------------- */

struct bd__pack {
    struct bd__text out; /* owned */
    size_t section;      /* where its size belongs; 0: none is open */
};

/* Begins a file of that MAGIC (a constant text) and VERSION. */
void bd__pack_begin(struct bd__pack *pack, const char *magic, uint32_t version);
/* Ends the section that is open, if any, and begins TAG: four characters. */
void bd__pack_section(struct bd__pack *pack, const char *tag);
/* Ends the file with its sum; it is in pack->out. */
void bd__pack_end(struct bd__pack *pack);
void bd__pack_clear(struct bd__pack *pack);

void bd__pack_u8(struct bd__pack *pack, uint8_t number);
void bd__pack_u32(struct bd__pack *pack, uint32_t number);
void bd__pack_u64(struct bd__pack *pack, uint64_t number);
void bd__pack_real(struct bd__pack *pack, double number);
void bd__pack_bytes(struct bd__pack *pack, const void *data, size_t size); /* bare: the reader must know SIZE */
void bd__pack_u32s(struct bd__pack *pack, const uint32_t *number, size_t count);
void bd__pack_u64s(struct bd__pack *pack, const uint64_t *number, size_t count);
/* With its length; NULL is told apart from "". */
void bd__pack_string(struct bd__pack *pack, const char *string);
void bd__pack_rng(struct bd__pack *pack, const struct bd__rng *rng);

/* ---- reading --------------------------------------------------------------------------------- */

struct bd__unpack {
    const uint8_t *at, *end;    /* of the section that is open; borrowed */
    const uint8_t *next, *last; /* the section after it, the sum; borrowed */
    char tag[5];
    struct bd__text why; /* owned; what is wrong; empty: nothing so far */
};

/* Opens the DATA of a file of MAGIC and VERSION. False if it is none, of another version, or damaged. */
bool bd__unpack_begin(struct bd__unpack *unpack, const void *data, size_t size, const char *magic, uint32_t version);
/* The next section must be TAG; the one before must have been read to its end. */
bool bd__unpack_section(struct bd__unpack *unpack, const char *tag);
/* Was the last section read to its end, and is everything right? */
bool bd__unpack_end(struct bd__unpack *unpack);
void bd__unpack_clear(struct bd__unpack *unpack);

bool bd__unpack_fine(const struct bd__unpack *unpack);
/* Something is wrong: the first such text stays. Returns false. */
bool bd__unpack_refuse(struct bd__unpack *unpack, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Each at most MOST, else refused; WHAT names it in messages. */
uint8_t bd__unpack_u8(struct bd__unpack *unpack, uint8_t most, const char *what);
uint32_t bd__unpack_u32(struct bd__unpack *unpack, uint32_t most, const char *what);
uint64_t bd__unpack_u64(struct bd__unpack *unpack, uint64_t most, const char *what);
static inline bool bd__unpack_bool(struct bd__unpack *unpack, const char *what)
{
    return bd__unpack_u8(unpack, 1, what);
}
/* From LEAST to MOST; never NaN. */
double bd__unpack_real(struct bd__unpack *unpack, double least, double most, const char *what);
/* How many things of at least SIZE bytes each follow: no more than fit into what is left. */
uint64_t bd__unpack_count(struct bd__unpack *unpack, uint64_t most, size_t size, const char *what);
/* The next SIZE bytes where they lie; NULL if there are not so many. */
const void *bd__unpack_bytes(struct bd__unpack *unpack, size_t size, const char *what);
bool bd__unpack_u32s(struct bd__unpack *unpack, uint32_t *number, size_t count, const char *what);
bool bd__unpack_u64s(struct bd__unpack *unpack, uint64_t *number, size_t count, const char *what);
/* A copy, to be freed; NULL for none, and for what is refused: longer than MOST, or with a NUL inside. */
char *bd__unpack_string(struct bd__unpack *unpack, size_t most, const char *what);
void bd__unpack_rng(struct bd__unpack *unpack, struct bd__rng *rng, const char *what);

#endif
