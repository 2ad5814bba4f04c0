// The origin inside or outside a tetrahedron; see origin_test.h.
#include "convex/separation/origin_test.h"

// A face's normal and heights over it are products of three lengths, with a dozen roundings.
static const double heightError = 16.0 * CD_EPSILON;

bool cdHoldsOrigin(const cdVec3 m[4], double margin) {
    static const int faces[4][4] = {{1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}, {0, 1, 2, 3}};
    for (int k = 0; k < 4; k++) {
        cdVec3 corner = m[faces[k][0]];
        cdVec3 u = cdSub(m[faces[k][1]], corner), v = cdSub(m[faces[k][2]], corner);
        cdVec3 n = cdCross(u, v);
        double opposite = cdDot(n, cdSub(m[faces[k][3]], corner)), origin = -cdDot(n, corner);
        if (opposite < 0.0) origin = -origin;
        double spread = 3.0 * heightError * cdMaxAbs(u) * cdMaxAbs(v);
        // A flat tetrahedron has no inside, and rounding would decide the side.
        if (!(fabs(opposite) > spread * cdMaxAbs(cdSub(m[faces[k][3]], corner)))) return false;
        if (!(origin > margin * cdLength(n) + spread * cdMaxAbs(corner))) return false;
    }
    return true;
}
