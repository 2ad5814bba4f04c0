// Vectors, quaternions and poses in double precision: plain values, right-handed, column vectors.
//
// A pose (p, q) maps local to world: x_world = R(q) x_local + p. Lengths are in the mesh's unit, angles in
// radians.
#ifndef COLLISION_VECMATH_H
#define COLLISION_VECMATH_H

#include "collision/base.h"
#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// A point, a direction or another triple, in the frame that its use documents.
typedef struct cdVec3 {
    double x, y, z; // along the three axes
} cdVec3;

// A rotation as a unit quaternion w + x i + y j + z k; q and -q are the same rotation.
typedef struct cdQuat {
    double w, x, y, z; // cos(angle / 2), then sin(angle / 2) times the unit axis
} cdQuat;

// Position and orientation of a frame: a local point is at R(q) local + p.
typedef struct cdPose {
    cdVec3 p; // position of the local origin
    cdQuat q; // unit quaternion
} cdPose;

// An axis-aligned box.
typedef struct cdBox3 {
    cdVec3 lower, upper; // corners of the minimum and the maximum coordinates
} cdBox3;

// The smaller one; b if one is NaN. Unlike fmin it is one instruction.
static inline double cdMin(double a, double b) {
    return a < b ? a : b;
}

// The larger one; b if one is NaN.
static inline double cdMax(double a, double b) {
    return a > b ? a : b;
}

// (x, y, z)
static inline cdVec3 cdMakeVec3(double x, double y, double z) {
    cdVec3 result = {x, y, z};
    return result;
}

// No displacement, no rotation.
static inline cdPose cdIdentityPose(void) {
    cdPose result = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    return result;
}

// a + b
static inline cdVec3 cdAdd(cdVec3 a, cdVec3 b) {
    cdVec3 result = {a.x + b.x, a.y + b.y, a.z + b.z};
    return result;
}

// a - b
static inline cdVec3 cdSub(cdVec3 a, cdVec3 b) {
    cdVec3 result = {a.x - b.x, a.y - b.y, a.z - b.z};
    return result;
}

// s a
static inline cdVec3 cdScale(double s, cdVec3 a) {
    cdVec3 result = {s * a.x, s * a.y, s * a.z};
    return result;
}

// -a
static inline cdVec3 cdNegate(cdVec3 a) {
    cdVec3 result = {-a.x, -a.y, -a.z};
    return result;
}

// a + s b
static inline cdVec3 cdMulAdd(cdVec3 a, double s, cdVec3 b) {
    cdVec3 result = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return result;
}

// a . b
static inline double cdDot(cdVec3 a, cdVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// a x b, right-handed
static inline cdVec3 cdCross(cdVec3 a, cdVec3 b) {
    cdVec3 result = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return result;
}

// |a|^2
static inline double cdLengthSq(cdVec3 a) {
    return cdDot(a, a);
}

// |a|, for components below 1e150 in absolute value
static inline double cdLength(cdVec3 a) {
    return sqrt(cdDot(a, a));
}

// a + t (b - a): a at t = 0, b up to rounding at t = 1.
static inline cdVec3 cdLerp(cdVec3 a, cdVec3 b, double t) {
    return cdMulAdd(a, t, cdSub(b, a));
}

// The largest absolute value of a component.
static inline double cdMaxAbs(cdVec3 a) {
    return cdMax(fabs(a.x), cdMax(fabs(a.y), fabs(a.z)));
}

// The unit vector along a; zero stays zero.
static inline cdVec3 cdNormalize(cdVec3 a) {
    double largest = cdMaxAbs(a);
    if (!(largest > 0.0)) return cdMakeVec3(0.0, 0.0, 0.0);
    cdVec3 b = cdScale(1.0 / largest, a);
    return cdScale(1.0 / cdLength(b), b);
}

// The rotation by b, then by a.
static inline cdQuat cdMulQuat(cdQuat a, cdQuat b) {
    cdQuat result = {
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return result;
}

// The inverse of a unit quaternion.
static inline cdQuat cdConjugate(cdQuat q) {
    cdQuat result = {q.w, -q.x, -q.y, -q.z};
    return result;
}

// The unit quaternion along q; zero becomes the identity.
static inline cdQuat cdNormalizeQuat(cdQuat q) {
    double lengthSq = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!(lengthSq > 0.0)) return cdIdentityPose().q;
    double s = 1.0 / sqrt(lengthSq);
    cdQuat result = {s * q.w, s * q.x, s * q.y, s * q.z};
    return result;
}

// The rotation by `angle` radians about a unit axis, counter-clockwise seen from its tip. The same bits on
// every system.
CD_API cdQuat cdMakeQuat(cdVec3 unitAxis, double angle);

// Converts a rigid 4x4 matrix, rows first, into a pose whose quaternion is of unit length with w >= 0. Rigid:
// the columns' lengths squared and dot products, and the last row 0 0 0 1, are exact within 1e-6, and the
// determinant is positive. Returns false, and leaves `pose` as it was, if the matrix has scale, shear or a
// reflection, or if a number is not finite. The same bits on every system.
CD_API bool cdMakePoseFromMatrix(const double rows[16], cdPose *pose);

// Calls cdMakePoseFromMatrix for each matrix: rows[16 * count] gives poses[count]. Ends before the first
// matrix that it refuses. Returns the number of poses written.
CD_API int32_t cdMakePosesFromMatrices(const double *rows, int32_t count, cdPose *poses);

// R(q) v, for a unit quaternion.
static inline cdVec3 cdRotate(cdQuat q, cdVec3 v) {
    cdVec3 r = {q.x, q.y, q.z};
    cdVec3 twice = cdScale(2.0, cdCross(r, v));
    return cdAdd(cdMulAdd(v, q.w, twice), cdCross(r, twice));
}

// R(q)^-1 v, for a unit quaternion.
static inline cdVec3 cdInvRotate(cdQuat q, cdVec3 v) {
    return cdRotate(cdConjugate(q), v);
}

// True if all seven numbers are equal.
static inline bool cdIsSamePose(cdPose a, cdPose b) {
    return a.p.x == b.p.x && a.p.y == b.p.y && a.p.z == b.p.z && a.q.w == b.q.w && a.q.x == b.q.x &&
           a.q.y == b.q.y && a.q.z == b.q.z;
}

// Local to world.
static inline cdVec3 cdTransformPoint(cdPose pose, cdVec3 local) {
    return cdAdd(cdRotate(pose.q, local), pose.p);
}

// World to local.
static inline cdVec3 cdInvTransformPoint(cdPose pose, cdVec3 world) {
    return cdInvRotate(pose.q, cdSub(world, pose.p));
}

// The pose that applies b first, then a.
static inline cdPose cdMulPose(cdPose a, cdPose b) {
    cdPose result = {cdTransformPoint(a, b.p), cdNormalizeQuat(cdMulQuat(a.q, b.q))};
    return result;
}

// inverse(a) b: pose b relative to pose a. Subtracts positions first, so a large common offset cancels.
static inline cdPose cdInvMulPose(cdPose a, cdPose b) {
    cdPose result = {cdInvTransformPoint(a, b.p), cdNormalizeQuat(cdMulQuat(cdConjugate(a.q), b.q))};
    return result;
}

#ifdef __cplusplus
}
#endif
#endif
