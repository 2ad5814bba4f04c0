// The in-between motion of one step: a screw at constant angular speed [RKC01 2].
//
// A step moves the mesh from pose `start` to pose `target`. The displacement is a screw: a rotation omega in
// [0, pi] about the unit axis u and a translation s along u. At the fraction t of the step the mesh has
// turned by omega t and moved along u by s f(t), f(t) = tan(omega t / 2) / tan(omega / 2). With tau = f(t)
// every coordinate is a rational cubic. f is singular at 180 degrees, so a step of more than 90 degrees (plus
// 3e-12, for rounding) is cut into two equal sub-screws about the same axis, the first for t in [0, 1/2]. At
// exactly 180 degrees the quaternions as given decide the sense of rotation: target.q * conjugate(start.q),
// taken with w >= 0; for w = 0 the first non-zero of x, y, z is positive.
#ifndef COLLISION_MOTION_H
#define COLLISION_MOTION_H

#include "collision/base.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// A screw of at most 90 degrees, in the frame of the fixed mesh. The reference point c is near the moving
// mesh, not on the axis, which is far away if omega is small:
//     x(tau) = x + (2 tau b + 2 tau^2 (g x b)) / (1 + k2 tau^2) + tau s u,   b = bc + g x (x - c)
// With omega = 0, g = 0 and s = 0 this is the translation by 2 bc: no special case.
typedef struct cdScrew {
    cdVec3 c;     // reference point at tau = 0
    cdVec3 g;     // tan(omega / 2) u
    cdVec3 bc;    // half the perpendicular velocity of c, perpendicular to g
    cdVec3 u;     // unit axis; zero when omega = 0
    double k2;    // |g|^2
    double s;     // translation along u, length
    double omega; // angle of this screw, radians, [0, pi / 2] up to rounding
} cdScrew;

// The motion of one step: one screw, or two halves of one that turns by more than 90 degrees.
typedef struct cdMotion {
    cdPose start, target; // poses of the moving mesh
    cdScrew screws[2];    // screws[screwCount], in order; each has its own tau in [0, 1]
    int32_t screwCount;   // 1 or 2
    double omega;         // angle of the whole step, radians, [0, pi]
    double slide;         // translation of the whole step along the axis, length
} cdMotion;

// A pose of a path, and the time at which the body is there. A body moves from node to node on screws.
typedef struct cdPathNode {
    double time; // seconds, not negative; above the time of the node before
    cdPose pose; // of the body's frame
} cdPathNode;

// Returns the motion from `start` to `target`. `reference` is a point of the moving mesh, local frame, best
// its centre: the formulas lose no digits there.
CD_API cdMotion cdMakeMotion(cdPose start, cdPose target, cdVec3 reference);

// Returns the pose at the fraction t in [0, 1]; exactly `start` at 0 and `target` at 1.
CD_API cdPose cdGetPoseAt(const cdMotion *motion, double t);

// Returns the fraction of one screw's time at which its polynomial parameter is tau = f(t), both in [0, 1].
CD_API double cdGetTimeFromTau(const cdScrew *screw, double tau);

#ifdef __cplusplus
}
#endif
#endif
