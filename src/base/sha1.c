#include "base/sha1.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64 };

static uint32_t rotate(uint32_t x, int by)
{
    return (x << by) | (x >> (32 - by));
}

/* FIPS 180-4, 6.1.2: compresses one block into the state. */
static void compress(uint32_t h[5], const uint8_t *block)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int t = 0; t < 16; t++) {
        const uint8_t *at = block + 4 * t;
        w[t] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int t = 16; t < 80; t++) { w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1); }
    for (int t = 0; t < 80; t++) {
        uint32_t f = t < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                     : t < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                     : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                              : (b ^ c ^ d) + 0xca62c1d6;
        uint32_t next = rotate(a, 5) + f + e + w[t];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

const char *bd__sha1(const void *data, size_t size, char text[BD__SHA1_TEXT])
{
    static const char digit[] = "0123456789abcdef";
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const uint8_t *at = data;
    size_t left = size;
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK) { compress(h, at); }
    uint8_t last[2 * BLOCK] = {0}; /* the rest of the data, a 1 bit, zeros, and the number of bits */
    if (left) { memcpy(last, at, left); }
    last[left] = 0x80;
    size_t end = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    for (int i = 0; i < 8; i++) { last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >> 8 * i); }
    compress(h, last);
    if (end > BLOCK) { compress(h, last + BLOCK); }
    for (int i = 0; i < 40; i++) { text[i] = digit[h[i / 8] >> (28 - 4 * (i % 8)) & 15]; }
    text[40] = 0;
    return text;
}
