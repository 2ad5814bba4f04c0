// Rows of four floats, one row or two at once: SSE, AVX2 in files that are compiled for it, or plain C, all
// with bitwise identical results.
//
// For the tests of up to 4 x 4 pairs of nodes: lane k of row i has the pair of A's node i and B's node k. A
// file that defines CD_WIDE_ROWS before it includes this header gets two rows where the compiler may use
// AVX2, so the same code compiles to both.
#ifndef CD_ROW_LANES_H
#define CD_ROW_LANES_H

#include "foundation/numbers/compiler.h"
#include "foundation/numbers/float_lanes.h"

#if defined(CD_WIDE_ROWS) && CD_HAS_AVX2
#include <immintrin.h>

enum { CD_ROW_COUNT = 2 };
typedef __m256 cdRows;

// The same four in each row.
static inline cdRows cdRepeatFour(const float v[4]) {
    return _mm256_broadcast_ps((const __m128 *)(const void *)v);
}

// v[row] in each lane of the first row, the next one in the second.
static inline cdRows cdSpreadOverRows(const float v[4], int row) {
    __m256i pick = _mm256_add_epi32(_mm256_set1_epi32(row), _mm256_set_epi32(1, 1, 1, 1, 0, 0, 0, 0));
    return _mm256_permutevar_ps(cdRepeatFour(v), pick);
}

static inline cdRows cdSpreadRows(float a) {
    return _mm256_set1_ps(a);
}

static inline void cdStoreRows(float *v, cdRows a) {
    _mm256_storeu_ps(v, a);
}

static inline cdRows cdAddRows(cdRows a, cdRows b) {
    return _mm256_add_ps(a, b);
}

static inline cdRows cdSubRows(cdRows a, cdRows b) {
    return _mm256_sub_ps(a, b);
}

static inline cdRows cdMulRows(cdRows a, cdRows b) {
    return _mm256_mul_ps(a, b);
}

static inline cdRows cdMinRows(cdRows a, cdRows b) {
    return _mm256_min_ps(a, b);
}

static inline cdRows cdMaxRows(cdRows a, cdRows b) {
    return _mm256_max_ps(a, b);
}

static inline cdRows cdSqrtRows(cdRows a) {
    return _mm256_sqrt_ps(a);
}

static inline cdRows cdAbsRows(cdRows a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

// Bit 4 i + k for lane k of row i.
static inline int cdRowsAbove(cdRows a, cdRows b) {
    return _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ));
}

#else

enum { CD_ROW_COUNT = 1 };
typedef cdFloats cdRows;

static inline cdRows cdRepeatFour(const float v[4]) {
    return cdLoadFloats(v);
}

static inline cdRows cdSpreadOverRows(const float v[4], int row) {
    return cdSpreadFloat(v[row]);
}

static inline cdRows cdSpreadRows(float a) {
    return cdSpreadFloat(a);
}

static inline void cdStoreRows(float *v, cdRows a) {
    cdStoreFloats(v, a);
}

static inline cdRows cdAddRows(cdRows a, cdRows b) {
    return cdAddFloats(a, b);
}

static inline cdRows cdSubRows(cdRows a, cdRows b) {
    return cdSubFloats(a, b);
}

static inline cdRows cdMulRows(cdRows a, cdRows b) {
    return cdMulFloats(a, b);
}

static inline cdRows cdMinRows(cdRows a, cdRows b) {
    return cdMinFloats(a, b);
}

static inline cdRows cdMaxRows(cdRows a, cdRows b) {
    return cdMaxFloats(a, b);
}

static inline cdRows cdSqrtRows(cdRows a) {
    return cdSqrtFloats(a);
}

static inline cdRows cdAbsRows(cdRows a) {
    return cdAbsFloats(a);
}

static inline int cdRowsAbove(cdRows a, cdRows b) {
    return cdFloatsAbove(a, b);
}

#endif

// Vectors in each lane.
typedef struct cdRows3 {
    cdRows x, y, z;
} cdRows3;

static inline cdRows3 cdRepeatFour3(const float v[3][4]) {
    return (cdRows3){cdRepeatFour(v[0]), cdRepeatFour(v[1]), cdRepeatFour(v[2])};
}

static inline cdRows3 cdSpreadOverRows3(const float v[3][4], int row) {
    return (cdRows3){cdSpreadOverRows(v[0], row), cdSpreadOverRows(v[1], row), cdSpreadOverRows(v[2], row)};
}

static inline cdRows3 cdSubRows3(cdRows3 a, cdRows3 b) {
    return (cdRows3){cdSubRows(a.x, b.x), cdSubRows(a.y, b.y), cdSubRows(a.z, b.z)};
}

// Returns a + s b.
static inline cdRows3 cdMulAddRows3(cdRows3 a, cdRows s, cdRows3 b) {
    return (cdRows3){cdAddRows(a.x, cdMulRows(s, b.x)), cdAddRows(a.y, cdMulRows(s, b.y)),
                     cdAddRows(a.z, cdMulRows(s, b.z))};
}

static inline cdRows cdDotRows3(cdRows3 a, cdRows3 b) {
    return cdAddRows(cdAddRows(cdMulRows(a.x, b.x), cdMulRows(a.y, b.y)), cdMulRows(a.z, b.z));
}

static inline cdRows3 cdCrossRows3(cdRows3 a, cdRows3 b) {
    return (cdRows3){cdSubRows(cdMulRows(a.y, b.z), cdMulRows(a.z, b.y)),
                     cdSubRows(cdMulRows(a.z, b.x), cdMulRows(a.x, b.z)),
                     cdSubRows(cdMulRows(a.x, b.y), cdMulRows(a.y, b.x))};
}

#endif
