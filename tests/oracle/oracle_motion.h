// The in-between motion of a step in long double, from its definition and without polynomials.
//
// Input: two poses of the moving mesh (collision/motion.h defines their screw). Output: the pose and moved
// points at any fraction t. With phi = omega t the point c moves by
//     sin(phi / 2) / sin(omega / 2) * Rot(u, (phi - omega) / 2) Dp + slide(t) u,
// where Dp is the part of c's whole displacement perpendicular to u: (Rot(phi) - 1) (Rot(omega) - 1)^-1
// expanded, so that no axis point is needed. slide(t) = s f(t), in two halves when omega > 90 degrees
// [numerics: sub-screws].
#ifndef ORACLE_MOTION_H
#define ORACLE_MOTION_H

#include "collision/vecmath.h"

typedef long double Real;

typedef struct RealVec3 {
    Real x, y, z;
} RealVec3;

// Row-major rotation and translation.
typedef struct RealPose {
    Real r[3][3];
    RealVec3 p;
} RealPose;

typedef struct OracleMotion {
    RealPose start;
    RealVec3 axis;          // unit; x when there is no rotation
    RealVec3 perpendicular; // of the displacement of the frame's origin
    Real omega, slide;
} OracleMotion;

static inline RealVec3 addReal(RealVec3 a, RealVec3 b) {
    return (RealVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline RealVec3 subReal(RealVec3 a, RealVec3 b) {
    return (RealVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline RealVec3 scaleReal(Real s, RealVec3 a) {
    return (RealVec3){s * a.x, s * a.y, s * a.z};
}
static inline Real dotReal(RealVec3 a, RealVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline RealVec3 crossReal(RealVec3 a, RealVec3 b) {
    return (RealVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline Real lengthReal(RealVec3 a) {
    return sqrtl(dotReal(a, a));
}
static inline RealVec3 toReal(cdVec3 v) {
    return (RealVec3){v.x, v.y, v.z};
}

RealPose MakeRealPose(cdPose pose, cdVec3 origin);
RealVec3 TransformReal(const RealPose *pose, RealVec3 local);

// Positions are relative to `origin`: near the meshes, so that long double resolves far-away scenes too.
OracleMotion MakeOracleMotion(cdPose start, cdPose target, cdVec3 origin);
RealPose GetOraclePoseAt(const OracleMotion *motion, Real t);

// Changes to points relative to `center` of the moving frame, and a frame with origin `origin` of the old
// one: a mesh far from its own origin then rounds by its size, not by that distance.
void RecenterOracleMotion(OracleMotion *motion, RealVec3 center, RealVec3 origin);

// Velocity of the moving frame with respect to t: a point at x has velocity + spin x (x - origin). At the
// seam of two sub-screws, t = 1/2, that of the second.
typedef struct OracleTwist {
    RealVec3 origin, velocity, spin;
} OracleTwist;

OracleTwist GetOracleTwist(const OracleMotion *motion, Real t, const RealPose *pose);

static inline RealVec3 getTwistVelocity(const OracleTwist *twist, RealVec3 x) {
    return addReal(twist->velocity, crossReal(twist->spin, subReal(x, twist->origin)));
}

// Bounds the speed and, within one sub-screw, the acceleration of a point of the moving frame, over the step.
Real BoundOracleSpeed(const OracleMotion *motion, RealVec3 local);
Real BoundOracleAcceleration(const OracleMotion *motion, RealVec3 local);

// Returns where one sub-screw ends and the next begins: 1/2, or 1 if there is only one.
Real GetOracleSeam(const OracleMotion *motion);

#endif
