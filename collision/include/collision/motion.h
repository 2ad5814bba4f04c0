// The arbitrary in-between motion of one step: a screw at constant angular speed [RKC01 2].
//
// A step takes the moving mesh from pose `start` to pose `target`. The displacement is a screw with rotation
// omega in [0, pi] about the unit axis u and translation s along u. At the fraction t of the step it has
// turned by omega t and slid by s f(t), f(t) = tan(omega t / 2) / tan(omega / 2); with tau = f(t) every
// coordinate is a rational cubic. A step that turns by more than 90 degrees (3e-12 more, so that rounding
// cannot tell) is cut into two equal sub-screws about the same axis, the first for t in [0, 1/2]: f is
// singular at 180 degrees. At exactly 180 degrees the sense of turning is that of the quaternions as given
// (target.q * conjugate(start.q), taken with w >= 0; for w = 0 the first non-zero of x, y, z positive).
#ifndef COLLISION_MOTION_H
#define COLLISION_MOTION_H

#include "collision/base.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// One screw of at most 90 degrees in the frame of the fixed mesh, written about a reference point c near the
// moving mesh, never about the axis, which is far away when omega is small:
//     x(tau) = x + (2 tau b + 2 tau^2 (g x b)) / (1 + k2 tau^2) + tau s u,   b = bc + g x (x - c)
// With omega = 0, g = 0 and s = 0 this is the translation by 2 bc: no special case.
typedef struct cdScrew {
    cdVec3 c;     // reference point at tau = 0
    cdVec3 g;     // tan(omega / 2) u
    cdVec3 bc;    // half the perpendicular velocity of c, perpendicular to g
    cdVec3 u;     // unit axis; zero when omega = 0
    double k2;    // |g|^2
    double s;     // slide along u
    double omega; // of this screw, [0, pi / 2] but for rounding
} cdScrew;

// The motion of one step: one screw, or two halves of one that turns by more than 90 degrees.
typedef struct cdMotion {
    cdPose start, target; // of the moving mesh's frame
    cdScrew screws[2];    // screws[screwCount], in order; each has its own tau in [0, 1]
    int32_t screwCount;   // 1 or 2
    double omega;         // of the whole step, [0, pi]
    double slide;         // of the whole step
} cdMotion;

// The motion from `start` to `target`. `reference` is a point fixed in the moving mesh, in its local frame,
// best its centre: it is where the formulas lose no digits.
CD_API cdMotion cdMakeMotion(cdPose start, cdPose target, cdVec3 reference);

// The pose at the fraction t in [0, 1]; exactly `start` at 0 and `target` at 1.
CD_API cdPose cdGetPoseAt(const cdMotion *motion, double t);

// The fraction of one screw's time at which its polynomial parameter is tau = f(t), both in [0, 1].
CD_API double cdGetTimeFromTau(const cdScrew *screw, double tau);

#ifdef __cplusplus
}
#endif
#endif
