// Two doubles at once: SSE2, which every x86-64 has, or plain C elsewhere with bitwise identical results.
//
// Lane 0 and lane 1 are independent; comparisons give a mask with bit k for lane k.
#ifndef CD_LANES_H
#define CD_LANES_H

#include "collision/vecmath.h"
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>

typedef __m128d cdLanes;

static inline cdLanes cdLoadLanes(const double v[2]) {
    return _mm_loadu_pd(v);
}

static inline cdLanes cdLoadLanesOfFloats(const float v[2]) {
    return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)v)));
}

static inline cdLanes cdLoadLanesOfShorts(const int16_t v[2]) {
    return _mm_set_pd((double)v[1], (double)v[0]);
}

static inline void cdStoreLanes(double v[2], cdLanes a) {
    _mm_storeu_pd(v, a);
}

static inline void cdStoreLanesAsFloats(float v[2], cdLanes a) {
    _mm_storel_epi64((__m128i *)v, _mm_castps_si128(_mm_cvtpd_ps(a)));
}

static inline cdLanes cdSpreadLanes(double a) {
    return _mm_set1_pd(a);
}

static inline cdLanes cdPairLanes(double first, double second) {
    return _mm_set_pd(second, first);
}

// Loads eight bytes twice: a wider load would have to wait for narrow stores just made.
static inline cdLanes cdLoadLanePair(const double *first, const double *second) {
    return _mm_loadh_pd(_mm_load_sd(first), second);
}

static inline double cdGetFirstLane(cdLanes a) {
    return _mm_cvtsd_f64(a);
}

static inline double cdGetSecondLane(cdLanes a) {
    return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a));
}

// Returns the first lanes of both.
static inline cdLanes cdJoinFirstLanes(cdLanes a, cdLanes b) {
    return _mm_unpacklo_pd(a, b);
}

static inline cdLanes cdJoinSecondLanes(cdLanes a, cdLanes b) {
    return _mm_unpackhi_pd(a, b);
}

// Returns a and -a.
static inline cdLanes cdOpposeLanes(double a) {
    return _mm_xor_pd(_mm_set_pd(-0.0, 0.0), _mm_set1_pd(a));
}

static inline cdLanes cdNegateLanes(cdLanes a) {
    return _mm_xor_pd(_mm_set1_pd(-0.0), a);
}

static inline cdLanes cdAddLanes(cdLanes a, cdLanes b) {
    return _mm_add_pd(a, b);
}

static inline cdLanes cdSubLanes(cdLanes a, cdLanes b) {
    return _mm_sub_pd(a, b);
}

static inline cdLanes cdMulLanes(cdLanes a, cdLanes b) {
    return _mm_mul_pd(a, b);
}

static inline cdLanes cdMinLanes(cdLanes a, cdLanes b) {
    return _mm_min_pd(a, b);
}

static inline cdLanes cdMaxLanes(cdLanes a, cdLanes b) {
    return _mm_max_pd(a, b);
}

// Returns the larger lane in both.
static inline cdLanes cdSpreadLargerLane(cdLanes a) {
    return _mm_max_pd(a, _mm_shuffle_pd(a, a, 1));
}

static inline cdLanes cdAbsLanes(cdLanes a) {
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}

// Returns 1 or -1.
static inline cdLanes cdGetSignLanes(cdLanes a) {
    return _mm_or_pd(_mm_and_pd(_mm_set1_pd(-0.0), a), _mm_set1_pd(1.0));
}

static inline cdLanes cdSqrtLanes(cdLanes a) {
    return _mm_sqrt_pd(a);
}

static inline cdLanes cdDivLanes(cdLanes a, cdLanes b) {
    return _mm_div_pd(a, b);
}

static inline int cdLanesAbove(cdLanes a, cdLanes b) {
    return _mm_movemask_pd(_mm_cmpgt_pd(a, b));
}

static inline int cdLanesAtMost(cdLanes a, cdLanes b) {
    return _mm_movemask_pd(_mm_cmple_pd(a, b));
}

// Returns `yes` where a <= b, otherwise `no`.
static inline cdLanes cdChooseLanes(cdLanes a, cdLanes b, cdLanes yes, cdLanes no) {
    cdLanes mask = _mm_cmple_pd(a, b);
    return _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
}

#else

typedef struct cdLanes {
    double v[2];
} cdLanes;

static inline cdLanes cdLoadLanes(const double v[2]) {
    return (cdLanes){{v[0], v[1]}};
}

static inline cdLanes cdLoadLanesOfFloats(const float v[2]) {
    return (cdLanes){{(double)v[0], (double)v[1]}};
}

static inline cdLanes cdLoadLanesOfShorts(const int16_t v[2]) {
    return (cdLanes){{(double)v[0], (double)v[1]}};
}

static inline void cdStoreLanes(double v[2], cdLanes a) {
    v[0] = a.v[0];
    v[1] = a.v[1];
}

static inline void cdStoreLanesAsFloats(float v[2], cdLanes a) {
    v[0] = (float)a.v[0];
    v[1] = (float)a.v[1];
}

static inline cdLanes cdSpreadLanes(double a) {
    return (cdLanes){{a, a}};
}

static inline cdLanes cdPairLanes(double first, double second) {
    return (cdLanes){{first, second}};
}

static inline cdLanes cdLoadLanePair(const double *first, const double *second) {
    return (cdLanes){{*first, *second}};
}

static inline double cdGetFirstLane(cdLanes a) {
    return a.v[0];
}

static inline double cdGetSecondLane(cdLanes a) {
    return a.v[1];
}

static inline cdLanes cdJoinFirstLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{a.v[0], b.v[0]}};
}

static inline cdLanes cdJoinSecondLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{a.v[1], b.v[1]}};
}

static inline cdLanes cdOpposeLanes(double a) {
    return (cdLanes){{a, -a}};
}

static inline cdLanes cdNegateLanes(cdLanes a) {
    return (cdLanes){{-a.v[0], -a.v[1]}};
}

static inline cdLanes cdAddLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{a.v[0] + b.v[0], a.v[1] + b.v[1]}};
}

static inline cdLanes cdSubLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{a.v[0] - b.v[0], a.v[1] - b.v[1]}};
}

static inline cdLanes cdMulLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{a.v[0] * b.v[0], a.v[1] * b.v[1]}};
}

static inline cdLanes cdMinLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{cdMin(a.v[0], b.v[0]), cdMin(a.v[1], b.v[1])}};
}

static inline cdLanes cdMaxLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{cdMax(a.v[0], b.v[0]), cdMax(a.v[1], b.v[1])}};
}

static inline cdLanes cdSpreadLargerLane(cdLanes a) {
    return (cdLanes){{cdMax(a.v[0], a.v[1]), cdMax(a.v[1], a.v[0])}};
}

static inline cdLanes cdAbsLanes(cdLanes a) {
    return (cdLanes){{fabs(a.v[0]), fabs(a.v[1])}};
}

static inline cdLanes cdGetSignLanes(cdLanes a) {
    return (cdLanes){{copysign(1.0, a.v[0]), copysign(1.0, a.v[1])}};
}

static inline cdLanes cdSqrtLanes(cdLanes a) {
    return (cdLanes){{sqrt(a.v[0]), sqrt(a.v[1])}};
}

static inline cdLanes cdDivLanes(cdLanes a, cdLanes b) {
    return (cdLanes){{a.v[0] / b.v[0], a.v[1] / b.v[1]}};
}

static inline int cdLanesAbove(cdLanes a, cdLanes b) {
    return (a.v[0] > b.v[0]) | (a.v[1] > b.v[1]) << 1;
}

static inline int cdLanesAtMost(cdLanes a, cdLanes b) {
    return (a.v[0] <= b.v[0]) | (a.v[1] <= b.v[1]) << 1;
}

static inline cdLanes cdChooseLanes(cdLanes a, cdLanes b, cdLanes yes, cdLanes no) {
    return (cdLanes){{a.v[0] <= b.v[0] ? yes.v[0] : no.v[0], a.v[1] <= b.v[1] ? yes.v[1] : no.v[1]}};
}

#endif

// Two vectors at once.
typedef struct cdLanes3 {
    cdLanes x, y, z;
} cdLanes3;

static inline cdLanes3 cdSpreadLanes3(cdVec3 v) {
    return (cdLanes3){cdSpreadLanes(v.x), cdSpreadLanes(v.y), cdSpreadLanes(v.z)};
}

static inline cdLanes3 cdLoadLanes3(const double x[2], const double y[2], const double z[2]) {
    return (cdLanes3){cdLoadLanes(x), cdLoadLanes(y), cdLoadLanes(z)};
}

static inline cdLanes3 cdPairLanes3(cdVec3 first, cdVec3 second) {
    return (cdLanes3){cdPairLanes(first.x, second.x), cdPairLanes(first.y, second.y),
                      cdPairLanes(first.z, second.z)};
}

static inline cdLanes3 cdLoadLanePair3(const cdVec3 *first, const cdVec3 *second) {
    return (cdLanes3){cdLoadLanePair(&first->x, &second->x), cdLoadLanePair(&first->y, &second->y),
                      cdLoadLanePair(&first->z, &second->z)};
}

// Returns v and -v.
static inline cdLanes3 cdOpposeLanes3(cdVec3 v) {
    return (cdLanes3){cdOpposeLanes(v.x), cdOpposeLanes(v.y), cdOpposeLanes(v.z)};
}

static inline cdVec3 cdGetFirstLane3(cdLanes3 a) {
    return (cdVec3){cdGetFirstLane(a.x), cdGetFirstLane(a.y), cdGetFirstLane(a.z)};
}

static inline cdVec3 cdGetSecondLane3(cdLanes3 a) {
    return (cdVec3){cdGetSecondLane(a.x), cdGetSecondLane(a.y), cdGetSecondLane(a.z)};
}

static inline cdLanes3 cdNegateLanes3(cdLanes3 a) {
    return (cdLanes3){cdNegateLanes(a.x), cdNegateLanes(a.y), cdNegateLanes(a.z)};
}

static inline cdLanes3 cdAddLanes3(cdLanes3 a, cdLanes3 b) {
    return (cdLanes3){cdAddLanes(a.x, b.x), cdAddLanes(a.y, b.y), cdAddLanes(a.z, b.z)};
}

static inline cdLanes3 cdSubLanes3(cdLanes3 a, cdLanes3 b) {
    return (cdLanes3){cdSubLanes(a.x, b.x), cdSubLanes(a.y, b.y), cdSubLanes(a.z, b.z)};
}

// Returns a + s b.
static inline cdLanes3 cdMulAddLanes3(cdLanes3 a, cdLanes s, cdLanes3 b) {
    return (cdLanes3){cdAddLanes(a.x, cdMulLanes(s, b.x)), cdAddLanes(a.y, cdMulLanes(s, b.y)),
                      cdAddLanes(a.z, cdMulLanes(s, b.z))};
}

static inline cdLanes cdDotLanes3(cdLanes3 a, cdLanes3 b) {
    return cdAddLanes(cdAddLanes(cdMulLanes(a.x, b.x), cdMulLanes(a.y, b.y)), cdMulLanes(a.z, b.z));
}

static inline cdLanes3 cdCrossLanes3(cdLanes3 a, cdLanes3 b) {
    return (cdLanes3){cdSubLanes(cdMulLanes(a.y, b.z), cdMulLanes(a.z, b.y)),
                      cdSubLanes(cdMulLanes(a.z, b.x), cdMulLanes(a.x, b.z)),
                      cdSubLanes(cdMulLanes(a.x, b.y), cdMulLanes(a.y, b.x))};
}

// As cdRotate: the rotation by the unit quaternion of w and r.
static inline cdLanes3 cdRotateLanes3(cdLanes w, cdLanes3 r, cdLanes3 v) {
    cdLanes3 across = cdCrossLanes3(r, v),
             two = {cdAddLanes(across.x, across.x), cdAddLanes(across.y, across.y),
                    cdAddLanes(across.z, across.z)};
    return cdAddLanes3(cdMulAddLanes3(v, w, two), cdCrossLanes3(r, two));
}

#endif
