#include "gen/bytes.h"

#include <ctype.h>

#include "gen/out.h"

/* The weights add up to 128, a power of two, so that one byte of parameters carries the answer. On average an input has
 * 16 chunks and therefore about a hundred bytes. The weights are not tuned; what matters is that no kind is rare. */
static const unsigned with_words[BD__CHUNKS] = {
    [BD__CHUNK_END] = 8, [BD__CHUNK_BYTES] = 88, [BD__CHUNK_REPEAT] = 8, [BD__CHUNK_SKIP] = 8, [BD__CHUNK_WORD] = 16};
static const unsigned without[BD__CHUNKS] = {
    [BD__CHUNK_END] = 8, [BD__CHUNK_BYTES] = 104, [BD__CHUNK_REPEAT] = 8, [BD__CHUNK_SKIP] = 8, [BD__CHUNK_WORD] = 0};

/* The same conversion as libFuzzer's -only_ascii. */
static uint8_t to_ascii(uint8_t byte)
{
    byte &= 0x7f;
    return isprint(byte) || isspace(byte) ? byte : ' ';
}

static void put_byte(struct bd_out *out, uint8_t byte)
{
    if (out->ascii) { byte = to_ascii(byte); }
    bd_put_bytes(out, &byte, 1);
}

static void put_bytes(struct bd_source *s, struct bd_out *out, size_t count, bool skip)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t byte;
        bd_bytes(s, "byte", &byte, 1);
        if (!skip) { put_byte(out, byte); }
    }
}

static void repeat(struct bd_out *out, size_t count)
{
    if (count > out->size) { count = out->size; }
    for (size_t i = 0, from = out->size - count; i < count; i++) { bd_put_bytes(out, &out->data[from + i], 1); }
}

static void put_word(struct bd_source *s, struct bd_out *out, const struct bd_dict *dict, size_t room)
{
    const char *word = bd_word(s, "word", dict);
    for (size_t i = 0; word[i] && i < room; i++) { put_byte(out, (uint8_t)word[i]); }
}

/* Writes one chunk into the ROOM that is left; false after the last one. */
static bool put_chunk(struct bd_source *s, struct bd_out *out, size_t room)
{
    BD_RULE(s, "chunk");
    const struct bd_dict *dict = bd_dictionary(s);
    size_t kind = bd_pick_weighted(s, "kind", dict && dict->count ? with_words : without, BD__CHUNKS);
    if (kind == BD__CHUNK_END) { return false; }
    if (kind == BD__CHUNK_WORD) {
        put_word(s, out, dict, room);
        return true;
    }
    /* The domain ends at the room left, so no answer is too large. A replay with more room gives the same bytes. */
    size_t count = bd_pick(s, "size", room < BD__CHUNK_LARGEST ? room : BD__CHUNK_LARGEST) + 1;
    if (kind == BD__CHUNK_REPEAT) {
        repeat(out, count);
    } else {
        put_bytes(s, out, count, kind == BD__CHUNK_SKIP);
    }
    return true;
}

void bd__bytes_generate(struct bd_source *s, struct bd_out *out)
{
    while (out->size < out->longest && put_chunk(s, out, out->longest - out->size)) {}
}

/* ---- in reverse -------------------------------------------------------------------------------- */

/* In text, a chunk begins at the beginning of a word, so that chunks are about as large as what is worth moving. In
 * large inputs, chunks are as large as possible, because each one costs memory. */
size_t bd__bytes_chunk(struct bd__bytes bytes, size_t at, size_t most)
{
    enum { SMALLEST = 4, LARGE = 64 << 10 };
    const uint8_t *from = bytes.data + at;
    size_t left = bytes.size - at < most ? bytes.size - at : most;
    if (bytes.size > LARGE) { return left; }
    for (size_t i = SMALLEST; i < left; i++) {
        if (isalnum(from[i]) && !isalnum(from[i - 1])) { return i; }
    }
    return left;
}

/* The domains tell the three draws apart. */
static uint64_t answer(void *state, uint32_t site, const struct bd_domain *domain)
{
    (void)site;
    struct bd__bytes_reader *r = state;
    bool more = r->at < r->bytes.size;
    if (domain->shape == BD_WEIGHTED) { return more ? BD__CHUNK_BYTES : BD__CHUNK_END; }
    if (!more) { return 0; }
    if (domain->max < BD__CHUNK_LARGEST) { return bd__bytes_chunk(r->bytes, r->at, domain->max + 1) - 1; }
    return r->bytes.data[r->at++];
}

static void enter(void *state, uint32_t rule)
{
    (void)state, (void)rule; /* a chunk; its draws say all we need */
}

static void leave(void *state)
{
    (void)state;
}

void bd__bytes_read(struct bd__bytes_reader *reader, struct bd__bytes bytes)
{
    *reader = (struct bd__bytes_reader){.policy = {reader, answer, enter, leave}, .bytes = bytes};
}
