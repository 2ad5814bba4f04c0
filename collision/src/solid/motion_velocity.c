// The velocity of a mesh on the screw of a step.
//
// Input: the motion, a fraction of the step. Output: the velocity of the mesh then. The derivative of
// [RKC01 2] by the fraction t of the step:
//     turning:  angular speed omega about the axis, the same for all t
//     sliding:  s f'(t) along it,  f(t) = tan(omega t / 2) / tan(omega / 2),
//               f'(t) = rate / cos^2(omega t / 2),  rate = (omega / 2) / tan(omega / 2)
// taken about the screw's reference point c, where the velocity across the axis is 2 rate bc, since the axis
// may be far away. A step of two screws passes through each in half the time.
#include "collision/culling.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"

cdVelocity cdGetMotionVelocity(const cdMotion *motion, double t) {
    if (!CD_REQUIRE(motion && t >= 0.0 && t <= 1.0)) return (cdVelocity){0};
    double local = t * motion->screwCount;
    int index = motion->screwCount == 2 && local >= 1.0 ? 1 : 0;
    const cdScrew *screw = &motion->screws[index];
    double half = 0.5 * screw->omega, cosine = cdCos(half * (local - index));
    double rate = motion->screwCount * (half > 0.0 ? half / cdTan(half) : 1.0);
    cdVec3 across = cdScale(2.0 * rate, screw->bc);
    double slide = rate / (cosine * cosine) * screw->s;
    return (cdVelocity){.origin = screw->c,
                        .linear = cdMulAdd(across, slide, screw->u),
                        .angular = cdScale(2.0 * rate, screw->g)};
}
