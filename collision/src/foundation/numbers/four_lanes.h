// Four doubles at once: AVX2 in files that are compiled for it, or two pairs (lanes.h) elsewhere, with
// bitwise identical results.
//
// A file that defines CD_WIDE_LANES before it includes this header gets AVX2 where the compiler may use it,
// so the same code compiles to both.
#ifndef CD_FOUR_LANES_H
#define CD_FOUR_LANES_H

#include "foundation/numbers/compiler.h"
#include "foundation/numbers/lanes.h"

#if defined(CD_WIDE_LANES) && CD_HAS_AVX2
#include <immintrin.h>

typedef __m256d cdFour;

static inline cdFour cdLoadFour(const double v[4]) {
    return _mm256_loadu_pd(v);
}

static inline void cdStoreFour(double v[4], cdFour a) {
    _mm256_storeu_pd(v, a);
}

static inline cdFour cdSpreadFour(double a) {
    return _mm256_set1_pd(a);
}

static inline cdFour cdAddFour(cdFour a, cdFour b) {
    return _mm256_add_pd(a, b);
}

static inline cdFour cdSubFour(cdFour a, cdFour b) {
    return _mm256_sub_pd(a, b);
}

static inline cdFour cdMulFour(cdFour a, cdFour b) {
    return _mm256_mul_pd(a, b);
}

static inline cdFour cdDivFour(cdFour a, cdFour b) {
    return _mm256_div_pd(a, b);
}

static inline cdFour cdSqrtFour(cdFour a) {
    return _mm256_sqrt_pd(a);
}

// b where a lane is NaN.
static inline cdFour cdMinFour(cdFour a, cdFour b) {
    return _mm256_min_pd(a, b);
}

static inline cdFour cdMaxFour(cdFour a, cdFour b) {
    return _mm256_max_pd(a, b);
}

static inline cdFour cdAbsFour(cdFour a) {
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}

// Bit k for lane k: a > b, a <= b.
static inline int cdFourAbove(cdFour a, cdFour b) {
    return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ));
}

static inline int cdFourAtMost(cdFour a, cdFour b) {
    return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LE_OQ));
}

// Returns `yes` where a <= b, otherwise `no`.
static inline cdFour cdChooseFour(cdFour a, cdFour b, cdFour yes, cdFour no) {
    return _mm256_blendv_pd(no, yes, _mm256_cmp_pd(a, b, _CMP_LE_OQ));
}

// Returns the first two lanes of a, and the last two of b.
static inline cdFour cdJoinHalves(cdFour a, cdFour b) {
    return _mm256_blend_pd(a, b, 12);
}

static inline cdFour cdLoadPairs(const double low[2], const double high[2]) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(low)), _mm_loadu_pd(high), 1);
}

// Loads two numbers of each of four places: lane k is of place k.
static inline void cdGatherFour(const double *const place[4], cdFour *first, cdFour *second) {
    cdFour even = cdLoadPairs(place[0], place[2]), odd = cdLoadPairs(place[1], place[3]);
    *first = _mm256_unpacklo_pd(even, odd);
    *second = _mm256_unpackhi_pd(even, odd);
}

// The reverse.
static inline void cdScatterFour(double *const place[4], cdFour first, cdFour second) {
    __m256d even = _mm256_unpacklo_pd(first, second), odd = _mm256_unpackhi_pd(first, second);
    _mm_storeu_pd(place[0], _mm256_castpd256_pd128(even));
    _mm_storeu_pd(place[1], _mm256_castpd256_pd128(odd));
    _mm_storeu_pd(place[2], _mm256_extractf128_pd(even, 1));
    _mm_storeu_pd(place[3], _mm256_extractf128_pd(odd, 1));
}

#else

typedef struct cdFour {
    cdLanes low, high;
} cdFour;

static inline cdFour cdLoadFour(const double v[4]) {
    return (cdFour){cdLoadLanes(v), cdLoadLanes(v + 2)};
}

static inline void cdStoreFour(double v[4], cdFour a) {
    cdStoreLanes(v, a.low);
    cdStoreLanes(v + 2, a.high);
}

static inline cdFour cdSpreadFour(double a) {
    return (cdFour){cdSpreadLanes(a), cdSpreadLanes(a)};
}

static inline cdFour cdAddFour(cdFour a, cdFour b) {
    return (cdFour){cdAddLanes(a.low, b.low), cdAddLanes(a.high, b.high)};
}

static inline cdFour cdSubFour(cdFour a, cdFour b) {
    return (cdFour){cdSubLanes(a.low, b.low), cdSubLanes(a.high, b.high)};
}

static inline cdFour cdMulFour(cdFour a, cdFour b) {
    return (cdFour){cdMulLanes(a.low, b.low), cdMulLanes(a.high, b.high)};
}

static inline cdFour cdDivFour(cdFour a, cdFour b) {
    return (cdFour){cdDivLanes(a.low, b.low), cdDivLanes(a.high, b.high)};
}

static inline cdFour cdSqrtFour(cdFour a) {
    return (cdFour){cdSqrtLanes(a.low), cdSqrtLanes(a.high)};
}

static inline cdFour cdMinFour(cdFour a, cdFour b) {
    return (cdFour){cdMinLanes(a.low, b.low), cdMinLanes(a.high, b.high)};
}

static inline cdFour cdMaxFour(cdFour a, cdFour b) {
    return (cdFour){cdMaxLanes(a.low, b.low), cdMaxLanes(a.high, b.high)};
}

static inline cdFour cdAbsFour(cdFour a) {
    return (cdFour){cdAbsLanes(a.low), cdAbsLanes(a.high)};
}

static inline int cdFourAbove(cdFour a, cdFour b) {
    return cdLanesAbove(a.low, b.low) | cdLanesAbove(a.high, b.high) << 2;
}

static inline int cdFourAtMost(cdFour a, cdFour b) {
    return cdLanesAtMost(a.low, b.low) | cdLanesAtMost(a.high, b.high) << 2;
}

static inline cdFour cdChooseFour(cdFour a, cdFour b, cdFour yes, cdFour no) {
    return (cdFour){cdChooseLanes(a.low, b.low, yes.low, no.low),
                    cdChooseLanes(a.high, b.high, yes.high, no.high)};
}

static inline cdFour cdJoinHalves(cdFour a, cdFour b) {
    return (cdFour){a.low, b.high};
}

static inline cdFour cdLoadPairs(const double low[2], const double high[2]) {
    return (cdFour){cdLoadLanes(low), cdLoadLanes(high)};
}

static inline void cdGatherFour(const double *const place[4], cdFour *first, cdFour *second) {
    cdLanes zero = cdLoadLanes(place[0]), one = cdLoadLanes(place[1]), two = cdLoadLanes(place[2]),
            three = cdLoadLanes(place[3]);
    *first = (cdFour){cdJoinFirstLanes(zero, one), cdJoinFirstLanes(two, three)};
    *second = (cdFour){cdJoinSecondLanes(zero, one), cdJoinSecondLanes(two, three)};
}

static inline void cdScatterFour(double *const place[4], cdFour first, cdFour second) {
    cdStoreLanes(place[0], cdJoinFirstLanes(first.low, second.low));
    cdStoreLanes(place[1], cdJoinSecondLanes(first.low, second.low));
    cdStoreLanes(place[2], cdJoinFirstLanes(first.high, second.high));
    cdStoreLanes(place[3], cdJoinSecondLanes(first.high, second.high));
}

#endif

// Returns the sum of products of two vectors of two numbers in each lane.
static inline cdFour cdDotFour2(cdFour ax, cdFour ay, cdFour bx, cdFour by) {
    return cdAddFour(cdMulFour(ax, bx), cdMulFour(ay, by));
}

#endif
