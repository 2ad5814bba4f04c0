// The in-between motion as a screw about a reference point near the moving mesh.
//
// Source: [RKC01] section 2, with f(t) = tan(omega t / 2) / tan(omega / 2) (the recognised text garbles it)
// and tau = f(t). The displacement's quaternion (w, v) has v = sin(omega / 2) u, so that
//     one screw:         g = tan(omega / 2) u = v / w
//     two sub-screws:    g = tan(omega / 4) u = v / (1 + w)
// and the half velocity of the reference point, b = g x (c - O), follows from the perpendicular displacement
// Dp without the axis point O (far away for small omega) and without tan(omega / 2) (infinite at 180
// degrees):
//     one screw:         b = (Dp - g x Dp) / 2
//     two sub-screws:    b = (w / (1 + w) Dp - g x Dp) / 2
#include "foundation/geometry/screw.h"
#include "foundation/geometry/turn.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"

// The cosine of omega / 2 at 90 degrees, less its rounding: a step of exactly 90 degrees is one screw however
// it is expressed, and has the same times in both meshes' frames.
static const double halvedBelow = 0.70710678118654752 - 1e-12;

// Returns a screw about the same axis whose reference point has moved to tau.
static cdScrew moveReference(const cdScrew *screw, double tau) {
    cdScrew moved = *screw;
    moved.c = cdGetPointAt(screw, screw->c, tau);
    moved.bc = cdAdd(screw->bc, cdCross(screw->g, cdSub(moved.c, screw->c)));
    return moved;
}

cdQuat cdMakeQuat(cdVec3 unitAxis, double angle) {
    double s = cdSin(0.5 * angle);
    return (cdQuat){cdCos(0.5 * angle), s * unitAxis.x, s * unitAxis.y, s * unitAxis.z};
}

cdQuat cdFindTurn(cdQuat start, cdQuat target) {
    // The product would leave a turn of rounding; a translation must be exact.
    if (start.w == target.w && start.x == target.x && start.y == target.y && start.z == target.z)
        return (cdQuat){1.0, 0.0, 0.0, 0.0};
    cdQuat q = cdMulQuat(target, cdConjugate(start));
    double first = q.w != 0.0 ? q.w : q.x != 0.0 ? q.x : q.y != 0.0 ? q.y : q.z;
    if (first < 0.0) q = (cdQuat){-q.w, -q.x, -q.y, -q.z};
    return cdNormalizeQuat(q);
}

cdMotion cdMakeMotion(cdPose start, cdPose target, cdVec3 reference) {
    return cdMakeMotionByTurn(start, target, cdFindTurn(start.q, target.q), reference);
}

cdMotion cdMakeMotionByTurn(cdPose start, cdPose target, cdQuat q, cdVec3 reference) {
    cdMotion motion = {.start = start, .target = target, .screwCount = 1};
    cdVec3 v = {q.x, q.y, q.z};
    double sine = cdLength(v);
    motion.omega = 2.0 * cdAtan2(sine, q.w);

    cdVec3 armStart = cdRotate(start.q, reference), armTarget = cdRotate(target.q, reference);
    cdVec3 displacement = cdAdd(cdSub(target.p, start.p), cdSub(armTarget, armStart));
    cdScrew screw = {.c = cdAdd(start.p, armStart)};
    screw.u = cdNormalize(v);
    motion.slide = cdDot(screw.u, displacement);
    cdVec3 across = cdMulAdd(displacement, -motion.slide, screw.u);
    bool halved = q.w < halvedBelow;
    motion.screwCount = halved ? 2 : 1;
    screw.omega = motion.omega / motion.screwCount;
    screw.s = motion.slide / motion.screwCount;
    screw.g = cdScale(1.0 / (halved ? 1.0 + q.w : q.w), v);
    screw.k2 = cdLengthSq(screw.g);
    double along = halved ? q.w / (1.0 + q.w) : 1.0;
    screw.bc = cdScale(0.5, cdSub(cdScale(along, across), cdCross(screw.g, across)));
    motion.screws[0] = screw;
    if (halved) motion.screws[1] = moveReference(&screw, 1.0);
    return motion;
}

double cdGetTauFromTime(const cdScrew *screw, double t) {
    if (t <= 0.0) return 0.0;
    if (t >= 1.0) return 1.0;
    // Below this angle f differs from the identity by less than rounding.
    if (screw->omega < 1e-8) return t;
    return cdMin(1.0, cdTan(0.5 * screw->omega * t) / cdTan(0.5 * screw->omega));
}

double cdGetTimeFromTau(const cdScrew *screw, double tau) {
    if (!CD_REQUIRE(screw != NULL)) return 0.0;
    if (tau <= 0.0) return 0.0;
    if (tau >= 1.0) return 1.0;
    if (screw->omega < 1e-8) return tau;
    return cdMin(1.0, cdAtan(tau * cdTan(0.5 * screw->omega)) * 2.0 / screw->omega);
}

cdVec3 cdGetPointAt(const cdScrew *screw, cdVec3 x, double tau) {
    cdVec3 b = cdAdd(screw->bc, cdCross(screw->g, cdSub(x, screw->c)));
    cdVec3 turn = cdMulAdd(b, tau, cdCross(screw->g, b));
    double share = 2.0 * tau / (1.0 + screw->k2 * tau * tau);
    return cdMulAdd(cdMulAdd(x, share, turn), tau * screw->s, screw->u);
}

cdScrew cdInvertScrew(const cdScrew *screw) {
    cdScrew inverse = *screw;
    inverse.g = cdNegate(screw->g);
    inverse.bc = cdNegate(screw->bc);
    inverse.s = -screw->s;
    return inverse;
}

// Returns the turn of one screw at tau: its half angle has the tangent tau |g|.
static cdQuat turnAt(const cdScrew *screw, double tau) {
    return cdNormalizeQuat((cdQuat){1.0, tau * screw->g.x, tau * screw->g.y, tau * screw->g.z});
}

cdPose cdGetPoseAt(const cdMotion *motion, double t) {
    if (!CD_REQUIRE(motion != NULL)) return cdIdentityPose();
    if (t <= 0.0) return motion->start;
    if (t >= 1.0) return motion->target;
    double local = t * motion->screwCount;
    int index = motion->screwCount == 2 && local >= 1.0 ? 1 : 0;
    const cdScrew *screw = &motion->screws[index];
    double tau = cdGetTauFromTime(screw, local - index);
    cdQuat turn = turnAt(screw, tau);
    if (index == 1) turn = cdMulQuat(turn, turnAt(&motion->screws[0], 1.0));
    // The frame's origin moves with the mesh: carry it as the arm from the reference point.
    cdVec3 arm = cdSub(motion->start.p, motion->screws[0].c);
    cdVec3 c = cdGetPointAt(screw, screw->c, tau);
    return (cdPose){cdAdd(c, cdRotate(turn, arm)), cdNormalizeQuat(cdMulQuat(turn, motion->start.q))};
}

bool cdGetScrewAxis(const cdMotion *motion, cdVec3 *point, cdVec3 *direction) {
    if (!CD_REQUIRE(motion && point && direction)) return false;
    const cdScrew *screw = &motion->screws[0];
    // b = g x (c - O) with (c - O) perpendicular to g: c - O = b x g / |g|^2.
    cdVec3 arm = cdScale(1.0 / screw->k2, cdCross(screw->bc, screw->g));
    if (!(screw->k2 > 0.0) || !isfinite(arm.x + arm.y + arm.z)) return false;
    *point = cdSub(screw->c, arm);
    *direction = screw->u;
    return true;
}
