// The distance of two meshes for the world; see clearance.h.
//
// (1) The descent of continuous/nearest/nearest.h, bounded by the maximum distance: leaves that are far
// enough from each other are not opened, and a bounded number of tests ends it without a result. (2) The
// result is reduced by the rounding error.
#include "world/contacts/clearance.h"
#include "continuous/nearest/nearest.h"
#include "foundation/numbers/rounding.h"

enum { TESTS = 8192 };

// Fraction of the maximum distance: leaves farther from each other are not opened.
static const double ENOUGH = 0.0625;

double cdFindClearance(const cdMesh *a, const cdMesh *b, cdPose poseA, double most, cdMeter *meter) {
    cdMeter own = cdOpenMeter(&(cdBudget){0});
    if (meter == NULL) meter = &own;
    cdDescent descent = {.a = a, .b = b, .least = most, .coarse = ENOUGH * most, .meter = meter};
    cdOpenDescent(&descent, poseA);
    cdStartSlice(meter, TESTS);
    bool found = cdDescend(&descent);
    cdEndSlice(meter);
    if (!found) return 0.0;                           // (1)
    return cdMax(0.0, descent.least - descent.error); // (2)
}

double cdGetWayBound(cdVec3 center, double radius, cdPose from, cdPose to) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z});
    if (!(sine <= 0.5)) return INFINITY;
    double chord = cdLength(cdSub(cdTransformPoint(to, center), cdTransformPoint(from, center)));
    // An arc of at most 60 degrees is less than 1.048 times as long as its chord.
    return 1.048 * (chord + 2.0 * sine * radius);
}
