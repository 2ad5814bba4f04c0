// What rounding makes of numbers.
#ifndef CD_ROUNDING_H
#define CD_ROUNDING_H

#include "collision/vecmath.h"
#include "foundation/float_mode.h"
#include <stdbool.h>

#define CD_EPSILON 0x1p-52

// Whether a quaternion is of unit length, up to what many products leave of it; not if it is no number.
static inline bool cdIsUnitQuat(cdQuat q) {
    return fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) <= 1e-6;
}

static inline bool cdIsValidPose(cdPose pose) {
    return isfinite(pose.p.x + pose.p.y + pose.p.z) && cdIsUnitQuat(pose.q);
}

static inline double cdSumAbs(cdVec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

#endif
