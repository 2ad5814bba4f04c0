// The distance of two meshes as worlds ask for it; see clearance.h.
//
// (1) The descent of continuous/nearest/nearest.h, bounded by what is asked for: leaves that are far enough
// apart by themselves are not looked into, and after a bounded number of tests nothing is known. (2) Less
// what rounding may have added.
#include "world/contacts/clearance.h"
#include "continuous/nearest/nearest.h"
#include "foundation/numbers/rounding.h"

enum { TESTS = 8192 };

// Of what is asked for at most: leaves farther apart are not looked into.
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

double cdGetWayBound(const cdMesh *a, cdPose from, cdPose to) {
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z});
    if (!(sine <= 0.5)) return INFINITY;
    double chord = cdLength(cdSub(cdTransformPoint(to, a->center), cdTransformPoint(from, a->center)));
    // An arc of no more than 60 degrees is longer than its chord by less than this.
    return 1.048 * (chord + 2.0 * sine * a->radius);
}
