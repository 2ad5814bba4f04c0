// Eight vectors of 16-bit numbers against one direction at once: SSE2, which every x86-64 has, or plain C
// elsewhere with bitwise identical results.
#ifndef CD_SHORT_LANES_H
#define CD_SHORT_LANES_H

#include "foundation/numbers/compiler.h"
#include "foundation/numbers/lanes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CD_SHORT_LARGEST = 32767, // rounded value of the largest coordinate of eight vectors
    // Bound on the error of a height, in 2^14ths of it: half a unit of each coordinate adds at most
    // (3 * 32767 + 1.74 * 16384) / 2 < 2^16 to a sum that is divided by 2^15, and the division drops less
    // than one unit.
    CD_SHORT_ERROR = 3
};

typedef struct cdShortVectors {
    int16_t xy[16]; // x and y of each, interleaved
    int16_t z[8];
} cdShortVectors;

static inline int16_t cdRoundShort(double a) {
    return (int16_t)rint(a);
}

#if defined(__SSE2__)
#include <emmintrin.h>

// A unit direction, in 2^14ths.
typedef struct cdShortDirection {
    __m128i xy, z;
} cdShortDirection;

typedef __m128i cdShorts;

static inline cdShortDirection cdMakeShortDirection(cdVec3 unit) {
    __m128d scale = _mm_set1_pd(16384.0);
    __m128i xy = _mm_cvtpd_epi32(_mm_mul_pd(scale, _mm_set_pd(unit.y, unit.x)));
    __m128i z = _mm_cvtpd_epi32(_mm_mul_pd(scale, _mm_set_sd(unit.z)));
    return (cdShortDirection){_mm_shuffle_epi32(_mm_packs_epi32(xy, xy), 0), _mm_shuffle_epi32(z, 0)};
}

// Makes the directions of both lanes.
static inline void cdMakeShortDirections(cdLanes3 units, cdShortDirection *first, cdShortDirection *second) {
    __m128d scale = _mm_set1_pd(16384.0);
    __m128i x = _mm_cvtpd_epi32(_mm_mul_pd(scale, units.x));
    __m128i y = _mm_cvtpd_epi32(_mm_mul_pd(scale, units.y));
    __m128i z = _mm_cvtpd_epi32(_mm_mul_pd(scale, units.z)), xy = _mm_unpacklo_epi32(x, y);
    xy = _mm_packs_epi32(xy, xy);
    *first = (cdShortDirection){_mm_shuffle_epi32(xy, 0), _mm_shuffle_epi32(z, 0)};
    *second = (cdShortDirection){_mm_shuffle_epi32(xy, 0x55), _mm_shuffle_epi32(z, 0x55)};
}

// Returns the height of each vector along the direction.
static inline cdShorts cdGetShortHeights(const cdShortVectors *vectors, cdShortDirection direction) {
    const __m128i *xy = (const __m128i *)(const void *)vectors->xy;
    __m128i z = _mm_loadu_si128((const __m128i *)(const void *)vectors->z), zero = _mm_setzero_si128();
    __m128i low = _mm_add_epi32(_mm_madd_epi16(_mm_loadu_si128(xy), direction.xy),
                                _mm_madd_epi16(_mm_unpacklo_epi16(z, zero), direction.z));
    __m128i high = _mm_add_epi32(_mm_madd_epi16(_mm_loadu_si128(xy + 1), direction.xy),
                                 _mm_madd_epi16(_mm_unpackhi_epi16(z, zero), direction.z));
    return _mm_packs_epi32(_mm_srai_epi32(low, 15), _mm_srai_epi32(high, 15));
}

// Returns a bit for each height above `least`: bits 0 to 7 of the first eight, 8 to 15 of the second.
static inline uint32_t cdMaskShortsAbove(cdShorts first, cdShorts second, int16_t least) {
    __m128i limit = _mm_set1_epi16(least);
    return (uint32_t)_mm_movemask_epi8(
        _mm_packs_epi16(_mm_cmpgt_epi16(first, limit), _mm_cmpgt_epi16(second, limit)));
}

// Returns the largest height and the first lane that has it.
static inline int32_t cdFindLargestShort(cdShorts heights, int32_t *place) {
    __m128i best = _mm_max_epi16(heights, _mm_shuffle_epi32(heights, _MM_SHUFFLE(1, 0, 3, 2)));
    best = _mm_max_epi16(best, _mm_shuffle_epi32(best, _MM_SHUFFLE(2, 3, 0, 1)));
    best = _mm_max_epi16(best, _mm_shufflehi_epi16(_mm_shufflelo_epi16(best, _MM_SHUFFLE(2, 3, 0, 1)),
                                                   _MM_SHUFFLE(2, 3, 0, 1)));
    *place = cdFindLowestBit((uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(heights, best))) / 2;
    return (int16_t)_mm_extract_epi16(best, 0);
}

#else

typedef struct cdShortDirection {
    int16_t x, y, z;
} cdShortDirection;

typedef struct cdShorts {
    int16_t v[8];
} cdShorts;

static inline cdShortDirection cdMakeShortDirection(cdVec3 unit) {
    return (cdShortDirection){cdRoundShort(16384.0 * unit.x), cdRoundShort(16384.0 * unit.y),
                              cdRoundShort(16384.0 * unit.z)};
}

static inline void cdMakeShortDirections(cdLanes3 units, cdShortDirection *first, cdShortDirection *second) {
    *first = cdMakeShortDirection(cdGetFirstLane3(units));
    *second = cdMakeShortDirection(cdGetSecondLane3(units));
}

static inline cdShorts cdGetShortHeights(const cdShortVectors *vectors, cdShortDirection direction) {
    cdShorts heights;
    for (int32_t i = 0; i < 8; i++) {
        int32_t sum = vectors->xy[2 * i] * direction.x + vectors->xy[2 * i + 1] * direction.y +
                      vectors->z[i] * direction.z;
        heights.v[i] = (int16_t)((sum - (sum & 0x7FFF)) / 0x8000); // rounds down, as a shift does
    }
    return heights;
}

static inline uint32_t cdMaskShortsAbove(cdShorts first, cdShorts second, int16_t least) {
    uint32_t mask = 0;
    for (int32_t i = 0; i < 8; i++) {
        mask |= (uint32_t)(first.v[i] > least) << i;
        mask |= (uint32_t)(second.v[i] > least) << (8 + i);
    }
    return mask;
}

static inline int32_t cdFindLargestShort(cdShorts heights, int32_t *place) {
    *place = 0;
    for (int32_t i = 1; i < 8; i++)
        if (heights.v[i] > heights.v[*place]) *place = i;
    return heights.v[*place];
}

#endif
#endif
