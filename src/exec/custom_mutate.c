/* custom_mutate.c: what LLVMFuzzerMutate does: one mutation of bytes, of the same kinds as in libFuzzer. */
#include "base/rng.h"
#include "exec/custom.h"

struct change {
    uint8_t *data;
    size_t size, longest;
    struct bd__rng *rng;
    const struct bd_dict *dict;
};

/* Each returns the new size; 0: not possible here. */
typedef size_t kind(struct change *c);

/* Chooses a position and a number of bytes from there on: 1 to MOST, usually few. The input must not be empty. */
static size_t choose_place(struct change *c, size_t most, size_t *count)
{
    size_t at = bd__rng_upto(c->rng, c->size - 1), left = c->size - at;
    *count = bd__rng_geometric(c->rng, 4);
    if (*count > most) { *count = most; }
    if (*count > left) { *count = left; }
    return at;
}

/* Makes room for COUNT bytes at AT. */
static void open_gap(struct change *c, size_t at, size_t count)
{
    memmove(c->data + at + count, c->data + at, c->size - at);
}

static size_t erase(struct change *c)
{
    if (c->size < 2) { return 0; }
    size_t count, at = choose_place(c, c->size - 1, &count);
    memmove(c->data + at, c->data + at + count, c->size - at - count);
    return c->size - count;
}

static size_t insert(struct change *c)
{
    if (c->size == c->longest) { return 0; }
    size_t at = bd__rng_upto(c->rng, c->size);
    open_gap(c, at, 1);
    c->data[at] = (uint8_t)bd__rng_next(c->rng);
    return c->size + 1;
}

static size_t insert_run(struct change *c)
{
    enum { SHORTEST = 3 };
    if (c->longest - c->size < SHORTEST) { return 0; }
    size_t at = bd__rng_upto(c->rng, c->size), count = SHORTEST + bd__rng_geometric(c->rng, 16);
    if (count > c->longest - c->size) { count = c->longest - c->size; }
    open_gap(c, at, count);
    memset(c->data + at,
           bd__rng_coin(c->rng)   ? (int)(bd__rng_next(c->rng) & 0xff)
           : bd__rng_coin(c->rng) ? 0xff
                                  : 0,
           count);
    return c->size + count;
}

static size_t change_byte(struct change *c)
{
    if (c->size == 0) { return 0; }
    c->data[bd__rng_upto(c->rng, c->size - 1)] = (uint8_t)bd__rng_next(c->rng);
    return c->size;
}

static size_t change_bit(struct change *c)
{
    if (c->size == 0) { return 0; }
    c->data[bd__rng_upto(c->rng, c->size - 1)] ^= (uint8_t)(1u << bd__rng_upto(c->rng, 7));
    return c->size;
}

static size_t shuffle(struct change *c)
{
    if (c->size == 0) { return 0; }
    size_t count, at = choose_place(c, 8, &count);
    for (size_t i = count - 1; i > 0; i--) {
        size_t other = bd__rng_upto(c->rng, i);
        uint8_t byte = c->data[at + i];
        c->data[at + i] = c->data[at + other];
        c->data[at + other] = byte;
    }
    return c->size;
}

/* Copies a part of the input over another part, or inserts it. */
static size_t copy_part(struct change *c)
{
    enum { MOST = 64 };
    if (c->size == 0) { return 0; }
    uint8_t part[MOST];
    size_t count, from = choose_place(c, MOST, &count);
    memcpy(part, c->data + from, count);
    size_t to = bd__rng_upto(c->rng, c->size - 1);
    if (bd__rng_coin(c->rng) && count <= c->longest - c->size) {
        open_gap(c, to, count);
        memcpy(c->data + to, part, count);
        return c->size + count;
    }
    memcpy(c->data + to, part, count < c->size - to ? count : c->size - to);
    return c->size;
}

/* Changes a decimal number: plus one, minus one, doubled, halved, or another number with as many digits. */
static size_t change_digits(struct change *c)
{
    size_t begin = c->size ? bd__rng_upto(c->rng, c->size - 1) : 0, end;
    while (begin < c->size && (c->data[begin] < '0' || c->data[begin] > '9')) { begin++; }
    for (end = begin; end < c->size && end - begin < 18 && c->data[end] >= '0' && c->data[end] <= '9'; end++) {}
    if (begin == end) { return 0; }
    uint64_t number = 0;
    for (size_t i = begin; i < end; i++) { number = number * 10 + (c->data[i] - '0'); }
    switch (bd__rng_upto(c->rng, 4)) {
    case 0: number++; break;
    case 1: number--; break;
    case 2: number /= 2; break;
    case 3: number *= 2; break;
    default: number = bd__rng_next(c->rng); break;
    }
    for (size_t i = end; i-- > begin; number /= 10) { c->data[i] = (uint8_t)('0' + number % 10); }
    return c->size;
}

/* Changes a binary number of 1, 2, 4 or 8 bytes, in either byte order: a little more or less, or the size of the
 * input. */
static size_t change_number(struct change *c)
{
    size_t width = (size_t)1 << bd__rng_upto(c->rng, 3);
    if (c->size < width) { return 0; }
    uint8_t *at = c->data + bd__rng_upto(c->rng, c->size - width);
    bool big = bd__rng_coin(c->rng);
    uint64_t number = 0;
    for (size_t i = 0; i < width; i++) { number |= (uint64_t)at[big ? width - 1 - i : i] << 8 * i; }
    number = bd__rng_upto(c->rng, 7) == 0 ? c->size : number + bd__rng_upto(c->rng, 20) - 10;
    for (size_t i = 0; i < width; i++) { at[big ? width - 1 - i : i] = (uint8_t)(number >> 8 * i); }
    return c->size;
}

static size_t use_word(struct change *c)
{
    if (!c->dict || !c->dict->count) { return 0; }
    const char *word = c->dict->words[bd__rng_upto(c->rng, c->dict->count - 1)];
    size_t count = strlen(word), at = bd__rng_upto(c->rng, c->size);
    if (count == 0) { return 0; }
    if (bd__rng_coin(c->rng) && count <= c->longest - c->size) {
        open_gap(c, at, count);
        memcpy(c->data + at, word, count);
        return c->size + count;
    }
    if (count > c->size - at) { return 0; }
    memcpy(c->data + at, word, count);
    return c->size;
}

size_t bd__custom_change(uint8_t *data, size_t size, size_t longest, struct bd__rng *rng, const struct bd_dict *dict)
{
    static kind *const kinds[] = {erase,   insert,    insert_run,    change_byte,   change_bit,
                                  shuffle, copy_part, change_digits, change_number, use_word};
    enum { KINDS = sizeof kinds / sizeof *kinds, TRIES = 100 };
    struct change change = {data, size, longest, rng, dict};
    for (int i = 0; i < TRIES; i++) {
        size_t changed = kinds[bd__rng_upto(rng, KINDS - 1)](&change);
        if (changed) { return changed; }
    }
    data[0] = ' ';
    return 1;
}
