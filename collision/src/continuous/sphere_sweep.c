// Spheres around meshes over a step; see sphere_sweep.h.
#include "continuous/sphere_sweep.h"
#include "collision/motion.h"
#include "foundation/numbers/rounding.h"

cdSphereSweep cdMakeSphereSweep(const cdMesh *mesh, cdPose start, cdPose target) {
    cdMotion motion = cdMakeMotion(start, target, mesh->center);
    cdVec3 from = cdTransformPoint(start, mesh->center), to = cdTransformPoint(target, mesh->center);
    // In time, across the axis the centre moves on an arc, within |g| |b| / 2 of its chord; along the axis
    // f(t) differs from t by less than 0.1 up to 90 degrees.
    double reach = 0.0;
    for (int32_t i = 0; i < motion.screwCount; i++) {
        const cdScrew *screw = &motion.screws[i];
        reach +=
            cdLength(screw->bc) * sqrt(screw->k2) + 0.1 * fabs(screw->s) * cdMin(1.0, 2.0 * sqrt(screw->k2));
    }
    // Two screws: the chord of the whole may be far from both arcs; the length of the path bounds it.
    if (motion.screwCount == 2) reach = 2.0 * cdLength(motion.screws[0].bc) * 2.0 + fabs(motion.slide);
    double rounding = 64.0 * CD_EPSILON * (cdMaxAbs(from) + cdMaxAbs(to) + mesh->radius);
    double radius = mesh->radius + mesh->rounding;
    if (!cdIsUnitQuat(start.q) || !cdIsUnitQuat(target.q)) radius = INFINITY;
    return (cdSphereSweep){from, cdSub(to, from), reach + rounding, radius};
}

cdSphereSweep cdMakeStillSweep(const cdMesh *mesh, cdPose pose) {
    cdVec3 center = cdTransformPoint(pose, mesh->center);
    double rounding = 64.0 * CD_EPSILON * (cdMaxAbs(center) + mesh->radius);
    double radius = cdIsUnitQuat(pose.q) ? mesh->radius + mesh->rounding : INFINITY;
    return (cdSphereSweep){center, {0.0, 0.0, 0.0}, rounding, radius};
}

double cdFindReachTime(const cdSphereSweep *a, const cdSphereSweep *b, double clearance) {
    cdVec3 d = cdSub(a->from, b->from), step = cdSub(a->step, b->step);
    double radius = a->radius + a->bulge + b->radius + b->bulge + clearance;
    radius += 64.0 * CD_EPSILON * radius;
    double gapSq = cdLengthSq(d) - radius * radius, along = -cdDot(d, step), stepSq = cdLengthSq(step);
    if (!(gapSq > 0.0)) return 0.0; // also for an invalid pose
    if (along <= 0.0) return INFINITY;
    double discriminant = along * along - stepSq * gapSq;
    if (discriminant < -1e-12 * along * along) return INFINITY;
    // Where the path only grazes the sphere, the root is known to half the digits.
    double time = gapSq / (along + sqrt(cdMax(0.0, discriminant))) - 1e-6;
    return time <= 1.0 ? cdMax(0.0, time) : INFINITY;
}
