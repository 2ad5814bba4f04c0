// Sets up the search of one step: a frame near the pair, the relative motion, and the tolerances from its
// size.
#include "continuous/elements/clear_elements.h"
#include "continuous/first_contact.h"
#include "foundation/geometry/turn.h"

// Elements closer than this many rounding units of the query's size touch. The equations' error stays below a
// fifth of it.
static const double touchUnits = 1024.0;
static const double farShare = 1.0 / 64.0; // 16 rounding units of the distance from the mesh's own origin
// Keeps products of three lengths from overflowing and squares of lengths from vanishing.
static const double smallestSize = 1e-100, largestSize = 1e100;

// Derives the tolerances from the size of the query. False: lengths are out of range.
static bool setTolerances(cdSearch *search, double size, double path) {
    double units = touchUnits, largest = largestSize;
    if (search->clearance > 0.0) {
        units *= CD_CLEAR_UNITS;
        largest /= CD_CLEAR_UNITS;
    }
    if (!(size >= smallestSize && size <= largest)) return false; // nor with a pose that is not finite
    search->tolerance.distance = units * CD_EPSILON * size;
    double ratio = path > 0.0 ? size / path : INFINITY;
    search->tolerance.width = cdMin(0x1p-32, 0x1p-40 + units * CD_EPSILON * ratio);
    search->inflation = 4.0 * search->tolerance.distance + search->clearance;
    return isfinite(search->tolerance.distance); // false for a pose that is not a number
}

bool cdOpenSearch(cdSearch *search, const cdMesh *a, const cdMesh *b, cdPose startA, cdPose targetA,
                  cdPose poseB, cdWorkspace *workspace) {
    const cdFirstContactInput step = {
        .meshA = a, .meshB = b, .startA = startA, .targetA = targetA, .startB = poseB};
    return cdOpenStep(search, &step, workspace);
}

bool cdOpenStep(cdSearch *search, const cdFirstContactInput *input, cdWorkspace *workspace) {
    const cdMesh *a = input->meshA, *b = input->meshB;
    cdPose startA = input->startA, targetA = input->targetA, poseB = input->startB;
    *search = (cdSearch){.a = a,
                         .b = b,
                         .clearance = cdGetClearance(input),
                         .best.state = CD_FREE,
                         .firstShare = 1.0,
                         .profileScrew = -1,
                         .tests = cdChooseGridTests(),
                         .reason = CD_REASON_INPUT};
    search->reason = cdCheckPoses((const cdPose[]){startA, targetA, poseB}, 3);
    if (search->reason == CD_REASON_NONE) search->reason = cdCheckMargin(input->safetyDistance);
    if (search->reason != CD_REASON_NONE) return false;
    search->reason = CD_REASON_INPUT;
    // Positions first, so that an offset that both meshes share cancels before rounding.
    cdVec3 armA = cdRotate(startA.q, a->center), armB = cdRotate(poseB.q, b->center);
    cdVec3 toB = cdAdd(cdSub(poseB.p, startA.p), cdSub(armB, armA));
    cdVec3 step = cdAdd(cdSub(targetA.p, startA.p), cdSub(cdRotate(targetA.q, a->center), armA));
    cdQuat inverseB = cdConjugate(poseB.q);
    cdPose start = {{0.0, 0.0, 0.0}, cdNormalizeQuat(cdMulQuat(inverseB, startA.q))};
    cdPose target = {cdRotate(inverseB, step), cdNormalizeQuat(cdMulQuat(inverseB, targetA.q))};
    cdQuat turn = cdFindTurn(startA.q, targetA.q);
    cdVec3 axis = cdRotate(inverseB, (cdVec3){turn.x, turn.y, turn.z});
    turn = (cdQuat){turn.w, axis.x, axis.y, axis.z};
    search->motion = cdMakeMotionByTurn(start, target, turn, (cdVec3){0.0, 0.0, 0.0});
    search->offsetB = cdRotate(inverseB, toB);

    const cdScrew *screw = &search->motion.screws[0];
    double path = cdBoundPath(screw, a);
    double size = a->radius + b->radius + cdLength(toB);
    // Rotating a centre that is far from the mesh's own origin rounds against that distance.
    double far = farShare * (cdLength(a->center) + cdLength(b->center));
    if (!setTolerances(search, size + path + far + search->clearance, path)) return false;
    search->nearTau = (size + far + search->clearance) / path;
    search->reason = CD_REASON_WORKSPACE;
    return cdOpenSearchMemory(a, b, workspace, &search->memory);
}

cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point) {
    return cdTransformPoint(poseB, cdAdd(cdSub(point, search->offsetB), search->b->center));
}
