// The separating-axis test of two boxes that stand still, with lengths; see box_gap.h.
#include "boxes/box_gap.h"
#include "boxes/route.h"

// Sine of the angle between edges below which the direction across them is made of rounding.
static const double parallel = 0x1p-26;

static double sumArms(const cdPlacedBox *box, cdVec3 n) {
    return fabs(cdDot(n, box->arms[0])) + fabs(cdDot(n, box->arms[1])) + fabs(cdDot(n, box->arms[2]));
}

static cdVec3 crossArms(cdVec3 a, cdVec3 b) {
    cdVec3 unitA = cdNormalize(a), unitB = cdNormalize(b), n = cdCross(unitA, unitB);
    return cdLength(n) > parallel ? cdNormalize(n) : (cdVec3){0.0, 0.0, 0.0};
}

static cdVec3 getDirection(const cdPlacedBox *a, const cdPlacedBox *b, int32_t direction) {
    int k = direction % 3;
    if (direction < 3) return crossArms(a->arms[(k + 1) % 3], a->arms[(k + 2) % 3]);
    if (direction < 6) return crossArms(b->arms[(k + 1) % 3], b->arms[(k + 2) % 3]);
    return crossArms(a->arms[(direction - 6) / 3], b->arms[k]);
}

double cdFindBoxGap(const cdPlacedBox *a, const cdPlacedBox *b, int32_t *direction, double *side) {
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
    return widest;
}

double cdGetBoxGapAlong(const cdPlacedBox *a, const cdPlacedBox *b, int32_t direction) {
    cdVec3 n = getDirection(a, b, direction);
    return fabs(cdDot(n, cdSub(a->center, b->center))) - sumArms(a, n) - sumArms(b, n);
}
