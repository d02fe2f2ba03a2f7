#include "gen/bytes.h"

#include <ctype.h>

#include "gen/out.h"

enum chunk { END, BYTES, REPEAT, SKIP, WORD, CHUNKS };
enum { CHUNK_LARGEST = 16 };

/* Of 128, a power of two, so that one byte of parameters carries the answer: 16 chunks an input on average, and so some
 * hundred bytes. Measured, not tuned: what matters is that no chunk is rare. */
static const unsigned with_words[CHUNKS] = {[END] = 8, [BYTES] = 88, [REPEAT] = 8, [SKIP] = 8, [WORD] = 16};
static const unsigned without[CHUNKS] = {[END] = 8, [BYTES] = 104, [REPEAT] = 8, [SKIP] = 8, [WORD] = 0};

/* As libFuzzer's -only_ascii has it. */
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

void bd__bytes_generate(struct bd_source *s, struct bd_out *out)
{
    const struct bd_dict *dict = bd_dictionary(s);
    bool words = dict && dict->count;
    while (out->size < out->longest) {
        size_t room = out->longest - out->size;
        enum chunk chunk = (enum chunk)bd_pick_weighted(s, "chunk", words ? with_words : without, CHUNKS);
        if (chunk == END) { return; }
        if (chunk == WORD) {
            put_word(s, out, dict, room);
            continue;
        }
        /* What does not fit is no answer: replayed with more room, the same bytes come out. */
        size_t count = bd_pick(s, "size", room < CHUNK_LARGEST ? room : CHUNK_LARGEST) + 1;
        if (chunk == REPEAT) {
            repeat(out, count);
        } else {
            put_bytes(s, out, count, chunk == SKIP);
        }
    }
}

/* ---- the other way round --------------------------------------------------------------------- */

/* How many bytes make up the next chunk: in text it begins at the beginning of a word, so that chunks are about as
 * large as what is worth moving; in large inputs chunks are as large as can be, for each costs memory. */
static size_t chunk_at(const struct bd__bytes_reader *r, size_t most)
{
    enum { SMALLEST = 4, LARGE = 64 << 10 };
    const uint8_t *at = r->bytes.data + r->at;
    size_t left = r->bytes.size - r->at;
    if (left > most) { left = most; }
    if (r->bytes.size > LARGE) { return left; }
    for (size_t i = SMALLEST; i < left; i++) {
        if (isalnum(at[i]) && !isalnum(at[i - 1])) { return i; }
    }
    return left;
}

/* The three draws are told apart by their domains. */
static uint64_t answer(void *state, uint32_t site, const struct bd_domain *domain)
{
    (void)site;
    struct bd__bytes_reader *r = state;
    bool more = r->at < r->bytes.size;
    if (domain->shape == BD_WEIGHTED) { return more ? BYTES : END; }
    if (!more) { return 0; }
    return domain->max < CHUNK_LARGEST ? chunk_at(r, domain->max + 1) - 1 : r->bytes.data[r->at++];
}

static void enter(void *state, uint32_t rule)
{
    (void)state, (void)rule; /* there are no rules */
}

static void leave(void *state)
{
    (void)state;
}

void bd__bytes_read(struct bd__bytes_reader *reader, struct bd__bytes bytes)
{
    *reader = (struct bd__bytes_reader){.policy = {reader, answer, enter, leave}, .bytes = bytes};
}
