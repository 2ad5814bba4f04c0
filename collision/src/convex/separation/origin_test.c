// The origin inside or outside a tetrahedron; see origin_test.h.
#include "convex/separation/origin_test.h"
#include "foundation/numbers/lanes.h"

// A face's normal and heights over it are products of three lengths, with a dozen roundings.
static const double heightError = 16.0 * CD_EPSILON;

static cdLanes getMaxAbs(cdLanes3 a) {
    return cdMaxLanes(cdAbsLanes(a.x), cdMaxLanes(cdAbsLanes(a.y), cdAbsLanes(a.z)));
}

// True if the origin is inside of two faces: those of the corners at[0] to at[2], lane by lane, with the
// fourth corner at[3] opposite.
static bool isWithin(const cdVec3 m[4], const int8_t at[4][2], double margin) {
    cdLanes3 corner = cdLoadLanePair3(&m[at[0][0]], &m[at[0][1]]);
    cdLanes3 u = cdSubLanes3(cdLoadLanePair3(&m[at[1][0]], &m[at[1][1]]), corner);
    cdLanes3 v = cdSubLanes3(cdLoadLanePair3(&m[at[2][0]], &m[at[2][1]]), corner);
    cdLanes3 across = cdSubLanes3(cdLoadLanePair3(&m[at[3][0]], &m[at[3][1]]), corner);
    cdLanes3 n = cdCrossLanes3(u, v);
    cdLanes opposite = cdDotLanes3(n, across), origin = cdNegateLanes(cdDotLanes3(n, corner));
    origin = cdMulLanes(origin, cdGetSignLanes(opposite));
    cdLanes spread = cdMulLanes(cdSpreadLanes(3.0 * heightError), getMaxAbs(u));
    spread = cdMulLanes(spread, getMaxAbs(v));
    cdLanes least = cdMulLanes(cdSpreadLanes(margin), cdSqrtLanes(cdDotLanes3(n, n)));
    least = cdAddLanes(least, cdMulLanes(spread, getMaxAbs(corner)));
    // A flat tetrahedron has no inside, and rounding would decide the side.
    int clear = cdLanesAbove(cdAbsLanes(opposite), cdMulLanes(spread, getMaxAbs(across)));
    return (clear & cdLanesAbove(origin, least)) == 3;
}

bool cdHoldsOrigin(const cdVec3 m[4], double margin) {
    static const int8_t faces[2][4][2] = {{{1, 2}, {2, 3}, {3, 0}, {0, 1}}, {{3, 0}, {0, 1}, {1, 2}, {2, 3}}};
    return isWithin(m, faces[0], margin) && isWithin(m, faces[1], margin);
}
