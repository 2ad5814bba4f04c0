// Checks that allow for rounding.
#ifndef CD_ROUNDING_H
#define CD_ROUNDING_H

#include "collision/state.h"
#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"
#include <stdbool.h>

#define CD_EPSILON 0x1p-52

// Returns the length of a vector whose squares may overflow or vanish.
static inline double cdGetLengthOfAnySize(cdVec3 a) {
    double square = cdDot(a, a), largest = cdMaxAbs(a);
    bool isCertain = (square > 1e-280 && square < 1e280) || !(largest > 0.0 && largest < INFINITY);
    return isCertain ? sqrt(square) : largest * cdLength(cdScale(1.0 / largest, a));
}

// True if a quaternion has unit length, up to the rounding of many products; false for NaN.
static inline bool cdIsUnitQuat(cdQuat q) {
    return fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) <= 1e-6;
}

static inline bool cdIsValidPose(cdPose pose) {
    return isfinite(pose.p.x + pose.p.y + pose.p.z) && cdIsUnitQuat(pose.q);
}

// Returns the defect of a pose; CD_REASON_NONE: it is valid.
static inline cdReason cdCheckPose(cdPose pose) {
    if (!isfinite(pose.p.x + pose.p.y + pose.p.z)) return CD_REASON_NOT_FINITE;
    if (cdIsUnitQuat(pose.q)) return CD_REASON_NONE;
    return isfinite(pose.q.w + pose.q.x + pose.q.y + pose.q.z) ? CD_REASON_NOT_UNIT : CD_REASON_NOT_FINITE;
}

// Returns the first defect of several poses.
static inline cdReason cdCheckPoses(const cdPose *poses, int count) {
    cdReason reason = CD_REASON_NONE;
    for (int i = 0; i < count && reason == CD_REASON_NONE; i++)
        reason = cdCheckPose(poses[i]);
    return reason;
}

// Returns the defect of a length that limits a search; CD_REASON_NONE: it is valid. Infinity: no limit.
static inline cdReason cdCheckLimit(double most) {
    if (isnan(most)) return CD_REASON_NOT_FINITE;
    return most < 0.0 ? CD_REASON_INPUT : CD_REASON_NONE;
}

static inline double cdSumAbs(cdVec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

#endif
