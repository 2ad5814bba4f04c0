// Vectors, quaternions and poses in double precision: plain values, right-handed, column vectors.
//
// A pose (p, q) maps local to world: x_world = R(q) x_local + p. Lengths are in the mesh's unit, angles in
// radians.
#ifndef COLLISION_VECMATH_H
#define COLLISION_VECMATH_H

#include <math.h>

typedef struct cdVec3 {
    double x, y, z;
} cdVec3;

typedef struct cdQuat {
    double w, x, y, z;
} cdQuat;

typedef struct cdPose {
    cdVec3 p;
    cdQuat q; // unit
} cdPose;

typedef struct cdBox3 {
    cdVec3 lower, upper;
} cdBox3;

// Unlike fmin and fmax these are one instruction; with a NaN they give the second argument.
static inline double cdMin(double a, double b) {
    return a < b ? a : b;
}

static inline double cdMax(double a, double b) {
    return a > b ? a : b;
}

static inline cdVec3 cdMakeVec3(double x, double y, double z) {
    return (cdVec3){x, y, z};
}

static inline cdPose cdIdentityPose(void) {
    return (cdPose){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

static inline cdVec3 cdAdd(cdVec3 a, cdVec3 b) {
    return (cdVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline cdVec3 cdSub(cdVec3 a, cdVec3 b) {
    return (cdVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline cdVec3 cdScale(double s, cdVec3 a) {
    return (cdVec3){s * a.x, s * a.y, s * a.z};
}

static inline cdVec3 cdNegate(cdVec3 a) {
    return (cdVec3){-a.x, -a.y, -a.z};
}

// a + s b
static inline cdVec3 cdMulAdd(cdVec3 a, double s, cdVec3 b) {
    return (cdVec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double cdDot(cdVec3 a, cdVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline cdVec3 cdCross(cdVec3 a, cdVec3 b) {
    return (cdVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double cdLengthSq(cdVec3 a) {
    return cdDot(a, a);
}

static inline double cdLength(cdVec3 a) {
    return sqrt(cdDot(a, a));
}

static inline cdVec3 cdLerp(cdVec3 a, cdVec3 b, double t) {
    return cdMulAdd(a, t, cdSub(b, a));
}

static inline double cdMaxAbs(cdVec3 a) {
    return cdMax(fabs(a.x), cdMax(fabs(a.y), fabs(a.z)));
}

// The unit vector along a; zero stays zero.
static inline cdVec3 cdNormalize(cdVec3 a) {
    double largest = cdMaxAbs(a);
    if (!(largest > 0.0)) return (cdVec3){0.0, 0.0, 0.0};
    cdVec3 b = cdScale(1.0 / largest, a);
    return cdScale(1.0 / cdLength(b), b);
}

static inline cdQuat cdMulQuat(cdQuat a, cdQuat b) {
    return (cdQuat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline cdQuat cdConjugate(cdQuat q) {
    return (cdQuat){q.w, -q.x, -q.y, -q.z};
}

// The unit quaternion along q; zero becomes the identity.
static inline cdQuat cdNormalizeQuat(cdQuat q) {
    double lengthSq = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!(lengthSq > 0.0)) return (cdQuat){1.0, 0.0, 0.0, 0.0};
    double s = 1.0 / sqrt(lengthSq);
    return (cdQuat){s * q.w, s * q.x, s * q.y, s * q.z};
}

static inline cdQuat cdMakeQuat(cdVec3 unitAxis, double angle) {
    double s = sin(0.5 * angle);
    return (cdQuat){cos(0.5 * angle), s * unitAxis.x, s * unitAxis.y, s * unitAxis.z};
}

static inline cdVec3 cdRotate(cdQuat q, cdVec3 v) {
    cdVec3 r = {q.x, q.y, q.z};
    cdVec3 twice = cdScale(2.0, cdCross(r, v));
    return cdAdd(cdMulAdd(v, q.w, twice), cdCross(r, twice));
}

static inline cdVec3 cdInvRotate(cdQuat q, cdVec3 v) {
    return cdRotate(cdConjugate(q), v);
}

static inline cdVec3 cdTransformPoint(cdPose pose, cdVec3 local) {
    return cdAdd(cdRotate(pose.q, local), pose.p);
}

static inline cdVec3 cdInvTransformPoint(cdPose pose, cdVec3 world) {
    return cdInvRotate(pose.q, cdSub(world, pose.p));
}

// The pose that applies b first, then a.
static inline cdPose cdMulPose(cdPose a, cdPose b) {
    return (cdPose){cdTransformPoint(a, b.p), cdNormalizeQuat(cdMulQuat(a.q, b.q))};
}

// inverse(a) b: pose b as seen from pose a. Subtracts positions first, so a shared far offset cancels.
static inline cdPose cdInvMulPose(cdPose a, cdPose b) {
    return (cdPose){cdInvTransformPoint(a, b.p), cdNormalizeQuat(cdMulQuat(cdConjugate(a.q), b.q))};
}

#endif
