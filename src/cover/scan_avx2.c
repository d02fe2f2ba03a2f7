/* scan_avx2.c: the fused pass with AVX2, compiled with -mavx2 and called only if the processor supports it. XXH3 gives
 * the same hash whatever it is compiled for. */
#include "cover/scan.h"

#if defined(__AVX2__)
#include <immintrin.h>

#include "base/hash.h"

/* bd__bucket for 32 counts: looks up both nibbles; the high one wins unless it is zero. */
static inline __m256i buckets(__m256i counts)
{
    const __m256i low_table = _mm256_setr_epi8(0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 0, 1, 2, 2, 4, 4, 4, 4,
                                               8, 8, 8, 8, 8, 8, 8, 8);
    const __m256i high_table =
        _mm256_setr_epi8(0, 16, 32, 32, 64, 64, 64, 64, -128, -128, -128, -128, -128, -128, -128, -128, 0, 16, 32, 32,
                         64, 64, 64, 64, -128, -128, -128, -128, -128, -128, -128, -128);
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i high = _mm256_shuffle_epi8(high_table, _mm256_and_si256(_mm256_srli_epi16(counts, 4), nibble));
    __m256i low = _mm256_shuffle_epi8(low_table, _mm256_and_si256(counts, nibble));
    return _mm256_blendv_epi8(high, low, _mm256_cmpeq_epi8(high, _mm256_setzero_si256()));
}

void bd__scan_avx2(struct bd__scan *scan, uint8_t *counters, size_t count, uint32_t first_block)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i novel = zero;
    struct bd__trace_block *out = scan->block + scan->block_count;
    uint32_t *out_mask = scan->mask + scan->block_count;
    size_t branches = 0, whole = count / BD__BLOCK * BD__BLOCK, at = 0;
    const uint8_t *seen = scan->seen + (size_t)first_block * BD__BLOCK;
    const uint8_t *seen_valid = scan->seen_valid + (size_t)first_block * BD__BLOCK;

    while (at < whole) {
        if (at + 4 * BD__BLOCK <= whole) { /* most of a large program is untouched: skip four blocks at once */
            const __m256i *four = (const __m256i *)(counters + at);
            __m256i any = _mm256_or_si256(_mm256_or_si256(_mm256_loadu_si256(four), _mm256_loadu_si256(four + 1)),
                                          _mm256_or_si256(_mm256_loadu_si256(four + 2), _mm256_loadu_si256(four + 3)));
            if (_mm256_testz_si256(any, any)) {
                at += 4 * BD__BLOCK;
                continue;
            }
        }
        size_t stop = at + 4 * BD__BLOCK <= whole ? at + 4 * BD__BLOCK : whole;
        for (; at < stop; at += BD__BLOCK) {
            __m256i counts = _mm256_loadu_si256((const __m256i *)(counters + at));
            if (_mm256_testz_si256(counts, counts)) { continue; }
            __m256i bucket = buckets(counts);
            __m256i known = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(seen + at)),
                                             _mm256_loadu_si256((const __m256i *)(seen_valid + at)));
            novel = _mm256_or_si256(novel, _mm256_andnot_si256(known, bucket));
            uint32_t mask = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(counts, zero));
            branches += (size_t)__builtin_popcount(mask);
            *out_mask++ = mask;
            out->index = first_block + (uint32_t)(at / BD__BLOCK);
            _mm256_storeu_si256((__m256i *)out->counts, counts);
            out++;
            _mm256_storeu_si256((__m256i *)(counters + at), zero);
        }
    }
    scan->block_count = (size_t)(out - scan->block);
    scan->branch_count += branches;
    scan->novel |= !_mm256_testz_si256(novel, novel);
    if (whole < count) {
        bd__scan_portable(scan, counters + whole, count - whole, first_block + (uint32_t)(whole / BD__BLOCK));
    }
}

uint64_t bd__scan_hash_avx2(const struct bd__trace_block *block, size_t count)
{
    return bd__hash(block, count * sizeof *block);
}

#else /* compiled without AVX2: never called */

void bd__scan_avx2(struct bd__scan *scan, uint8_t *counters, size_t count, uint32_t first_block)
{
    bd__scan_portable(scan, counters, count, first_block);
}

uint64_t bd__scan_hash_avx2(const struct bd__trace_block *block, size_t count)
{
    return bd__scan_hash_portable(block, count);
}
#endif
