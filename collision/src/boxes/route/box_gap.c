// The separating-axis test of two boxes that stand still, with lengths; see box_gap.h.
#include "boxes/route/box_gap.h"
#include "boxes/route/route.h"

static double sumArms(const cdBoxAt *box, cdVec3 n) {
    return fabs(cdDot(n, box->arms[0])) + fabs(cdDot(n, box->arms[1])) + fabs(cdDot(n, box->arms[2]));
}

static cdVec3 crossUnit(cdVec3 a, cdVec3 b) {
    cdVec3 n = cdCross(cdNormalize(a), cdNormalize(b));
    return cdLengthSq(n) > CD_PARALLEL_SINE * CD_PARALLEL_SINE ? cdNormalize(n) : cdMakeVec3(0.0, 0.0, 0.0);
}

static cdVec3 getDirection(const cdBoxAt *a, const cdBoxAt *b, int32_t direction) {
    int k = direction % 3;
    if (direction >= 6) return crossUnit(a->arms[(direction - 6) / 3], b->arms[k]);
    const cdVec3 *arms = direction < 3 ? a->arms : b->arms;
    return crossUnit(arms[(k + 1) % 3], arms[(k + 2) % 3]);
}

static double getVolume(const cdBoxAt *box) {
    return cdDot(cdCross(cdNormalize(box->arms[0]), cdNormalize(box->arms[1])), cdNormalize(box->arms[2]));
}

// Routes turn the axes of a mirrored box over, which turns its normals only across edges.
static double turnSide(const cdBoxAt *a, const cdBoxAt *b, int32_t direction, double side) {
    return direction >= 6 && (getVolume(a) < 0.0) != (getVolume(b) < 0.0) ? -side : side;
}

cdVec3 cdGetBoxNormal(const cdBoxAt *a, const cdBoxAt *b, int32_t direction, double side) {
    return cdScale(turnSide(a, b, direction, side), getDirection(a, b, direction));
}

double cdFindBoxGap(const cdBoxAt *a, const cdBoxAt *b, int32_t *direction, double *side) {
    cdVec3 d = cdSub(a->center, b->center);
    double widest = -INFINITY;
    for (int32_t j = 0; j < CD_BOX_DIRECTIONS; j++) {
        cdVec3 n = getDirection(a, b, j);
        if (cdLengthSq(n) == 0.0) continue;
        double offset = cdDot(n, d), gap = fabs(offset) - sumArms(a, n) - sumArms(b, n);
        if (!(gap > widest)) continue;
        widest = gap;
        *direction = j;
        *side = offset < 0.0 ? -1.0 : 1.0;
    }
    *side = turnSide(a, b, *direction, *side);
    return widest;
}

double cdGetBoxGapAlong(const cdBoxAt *a, const cdBoxAt *b, int32_t direction) {
    cdVec3 n = getDirection(a, b, direction);
    return fabs(cdDot(n, cdSub(a->center, b->center))) - sumArms(a, n) - sumArms(b, n);
}
