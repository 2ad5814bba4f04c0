// Four floats at once: SSE, which every x86-64 has, or plain C elsewhere with bitwise identical results.
//
// For conservative culling tests: half the digits, twice the pairs.
#ifndef CD_FLOAT_LANES_H
#define CD_FLOAT_LANES_H

#include "collision/vecmath.h"
#include <stdint.h>

// Half a unit in the last place of a float near 1: maximum relative rounding error.
#define CD_FLOAT_EPSILON 0x1p-24f

#if defined(__SSE2__)
#include <emmintrin.h>

typedef __m128 cdFloats;

static inline cdFloats cdLoadFloats(const float v[4]) {
    return _mm_loadu_ps(v);
}

static inline cdFloats cdSpreadFloat(float a) {
    return _mm_set1_ps(a);
}

static inline __m128 cdLoadFloatPair(const float v[2]) {
    return _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)v));
}

// v0, v0, v1, v1
static inline cdFloats cdRepeatFloats(const float v[2]) {
    __m128 pair = cdLoadFloatPair(v);
    return _mm_unpacklo_ps(pair, pair);
}

// v0, v1, v0, v1
static inline cdFloats cdAlternateFloats(const float v[2]) {
    __m128 pair = cdLoadFloatPair(v);
    return _mm_movelh_ps(pair, pair);
}

// v0, v1, w0, w1
static inline cdFloats cdJoinFloats(const float v[2], const float w[2]) {
    return _mm_movelh_ps(cdLoadFloatPair(v), cdLoadFloatPair(w));
}

// v1, v2, v3, v3
static inline cdFloats cdDropFirstFloat(cdFloats v) {
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 3, 2, 1));
}

static inline void cdStoreFloats(float v[4], cdFloats a) {
    _mm_storeu_ps(v, a);
}

static inline cdFloats cdAddFloats(cdFloats a, cdFloats b) {
    return _mm_add_ps(a, b);
}

static inline cdFloats cdSubFloats(cdFloats a, cdFloats b) {
    return _mm_sub_ps(a, b);
}

static inline cdFloats cdMulFloats(cdFloats a, cdFloats b) {
    return _mm_mul_ps(a, b);
}

static inline cdFloats cdMinFloats(cdFloats a, cdFloats b) {
    return _mm_min_ps(a, b);
}

static inline cdFloats cdMaxFloats(cdFloats a, cdFloats b) {
    return _mm_max_ps(a, b);
}

static inline cdFloats cdDivFloats(cdFloats a, cdFloats b) {
    return _mm_div_ps(a, b);
}

static inline cdFloats cdSqrtFloats(cdFloats a) {
    return _mm_sqrt_ps(a);
}

static inline cdFloats cdAbsFloats(cdFloats a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

// Bit k for lane k.
static inline int cdFloatsAbove(cdFloats a, cdFloats b) {
    return _mm_movemask_ps(_mm_cmpgt_ps(a, b));
}

static inline float cdFindLargestFloat(cdFloats a) {
    __m128 pairs = _mm_max_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_max_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

// Rounds towards zero. The lanes fit 32 bits.
static inline void cdTruncateFloats(int32_t v[4], cdFloats a) {
    _mm_storeu_si128((__m128i *)(void *)v, _mm_cvttps_epi32(a));
}

#else

typedef struct cdFloats {
    float v[4];
} cdFloats;

static inline cdFloats cdLoadFloats(const float v[4]) {
    return (cdFloats){{v[0], v[1], v[2], v[3]}};
}

static inline cdFloats cdSpreadFloat(float a) {
    return (cdFloats){{a, a, a, a}};
}

// v0, v0, v1, v1
static inline cdFloats cdRepeatFloats(const float v[2]) {
    return (cdFloats){{v[0], v[0], v[1], v[1]}};
}

// v0, v1, v0, v1
static inline cdFloats cdAlternateFloats(const float v[2]) {
    return (cdFloats){{v[0], v[1], v[0], v[1]}};
}

// v0, v1, w0, w1
static inline cdFloats cdJoinFloats(const float v[2], const float w[2]) {
    return (cdFloats){{v[0], v[1], w[0], w[1]}};
}

// v1, v2, v3, v3
static inline cdFloats cdDropFirstFloat(cdFloats v) {
    return (cdFloats){{v.v[1], v.v[2], v.v[3], v.v[3]}};
}

static inline void cdStoreFloats(float v[4], cdFloats a) {
    for (int k = 0; k < 4; k++)
        v[k] = a.v[k];
}

static inline cdFloats cdAddFloats(cdFloats a, cdFloats b) {
    return (cdFloats){{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
}

static inline cdFloats cdSubFloats(cdFloats a, cdFloats b) {
    return (cdFloats){{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], a.v[3] - b.v[3]}};
}

static inline cdFloats cdMulFloats(cdFloats a, cdFloats b) {
    return (cdFloats){{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}};
}

// The same as SSE: the second if they are equal or NaN.
static inline cdFloats cdMaxFloats(cdFloats a, cdFloats b) {
    return (cdFloats){{a.v[0] > b.v[0] ? a.v[0] : b.v[0], a.v[1] > b.v[1] ? a.v[1] : b.v[1],
                       a.v[2] > b.v[2] ? a.v[2] : b.v[2], a.v[3] > b.v[3] ? a.v[3] : b.v[3]}};
}

static inline cdFloats cdMinFloats(cdFloats a, cdFloats b) {
    return (cdFloats){{a.v[0] < b.v[0] ? a.v[0] : b.v[0], a.v[1] < b.v[1] ? a.v[1] : b.v[1],
                       a.v[2] < b.v[2] ? a.v[2] : b.v[2], a.v[3] < b.v[3] ? a.v[3] : b.v[3]}};
}

static inline cdFloats cdDivFloats(cdFloats a, cdFloats b) {
    return (cdFloats){{a.v[0] / b.v[0], a.v[1] / b.v[1], a.v[2] / b.v[2], a.v[3] / b.v[3]}};
}

static inline cdFloats cdSqrtFloats(cdFloats a) {
    return (cdFloats){{sqrtf(a.v[0]), sqrtf(a.v[1]), sqrtf(a.v[2]), sqrtf(a.v[3])}};
}

static inline cdFloats cdAbsFloats(cdFloats a) {
    return (cdFloats){{fabsf(a.v[0]), fabsf(a.v[1]), fabsf(a.v[2]), fabsf(a.v[3])}};
}

// Bit k for lane k.
static inline int cdFloatsAbove(cdFloats a, cdFloats b) {
    return (a.v[0] > b.v[0]) | (a.v[1] > b.v[1]) << 1 | (a.v[2] > b.v[2]) << 2 | (a.v[3] > b.v[3]) << 3;
}

static inline float cdFindLargestFloat(cdFloats a) {
    float even = a.v[0] > a.v[2] ? a.v[0] : a.v[2], odd = a.v[1] > a.v[3] ? a.v[1] : a.v[3];
    return even > odd ? even : odd;
}

// Rounds towards zero. The lanes fit 32 bits.
static inline void cdTruncateFloats(int32_t v[4], cdFloats a) {
    for (int k = 0; k < 4; k++)
        v[k] = (int32_t)a.v[k];
}

#endif

static inline cdFloats cdSpreadFloats(double a) {
    return cdSpreadFloat((float)a);
}

// Four vectors at once.
typedef struct cdFloats3 {
    cdFloats x, y, z;
} cdFloats3;

static inline cdFloats3 cdLoadFloats3(float v[3][4]) {
    return (cdFloats3){cdLoadFloats(v[0]), cdLoadFloats(v[1]), cdLoadFloats(v[2])};
}

static inline void cdStoreFloats3(float v[3][4], cdFloats3 a) {
    cdStoreFloats(v[0], a.x);
    cdStoreFloats(v[1], a.y);
    cdStoreFloats(v[2], a.z);
}

static inline cdFloats3 cdSpreadFloats3(cdVec3 v) {
    return (cdFloats3){cdSpreadFloats(v.x), cdSpreadFloats(v.y), cdSpreadFloats(v.z)};
}

static inline cdFloats3 cdAddFloats3(cdFloats3 a, cdFloats3 b) {
    return (cdFloats3){cdAddFloats(a.x, b.x), cdAddFloats(a.y, b.y), cdAddFloats(a.z, b.z)};
}

static inline cdFloats3 cdSubFloats3(cdFloats3 a, cdFloats3 b) {
    return (cdFloats3){cdSubFloats(a.x, b.x), cdSubFloats(a.y, b.y), cdSubFloats(a.z, b.z)};
}

static inline cdFloats3 cdCrossFloats3(cdFloats3 a, cdFloats3 b) {
    return (cdFloats3){cdSubFloats(cdMulFloats(a.y, b.z), cdMulFloats(a.z, b.y)),
                       cdSubFloats(cdMulFloats(a.z, b.x), cdMulFloats(a.x, b.z)),
                       cdSubFloats(cdMulFloats(a.x, b.y), cdMulFloats(a.y, b.x))};
}

static inline cdFloats cdDotFloats3(cdFloats3 a, cdFloats3 b) {
    return cdAddFloats(cdAddFloats(cdMulFloats(a.x, b.x), cdMulFloats(a.y, b.y)), cdMulFloats(a.z, b.z));
}

#endif
