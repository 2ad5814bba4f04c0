// Exact overlap of two closed triangles, from the signs of orientation determinants.
//
// Input: the corners as doubles. Output: true if they share a point; touching counts, and a triangle without
// area counts as a segment or point. No tolerance: every decision is the sign of a determinant in exact
// arithmetic.
//
// 1. All corners of one triangle strictly on one side of the other's plane: disjoint. Most pairs end here.
// 2. All corners strictly off the other's plane, on both sides: each triangle cuts the planes' common line in
//    an interval, and two more signs compare the intervals' ends (Guigue, Devillers 2003, "Fast and robust
//    triangle-triangle overlap test using orientation predicates").
// 3. Some corner in the other's plane: an edge of one triangle must meet the other triangle, edge by edge.
// 4. Both triangles in one plane: the same test for the projections along x, y and z. Along an axis outside
//    the plane the projection is one to one, and along an axis in the plane it can only find false overlaps,
//    so the triangles overlap if they do in all three. No projection needs to be chosen.
#include "mesh/shapes/triangle_overlap.h"

#include "foundation/numbers/predicates.h"

typedef struct Point2 {
    double x, y;
} Point2;

static bool haveOppositeSides(const int signs[3]) {
    return (signs[0] > 0 || signs[1] > 0 || signs[2] > 0) && (signs[0] < 0 || signs[1] < 0 || signs[2] < 0);
}

static bool isAllZero(const int signs[3]) {
    return signs[0] == 0 && signs[1] == 0 && signs[2] == 0;
}

// --- one plane
// --------------------------------------------------------------------------------------------------

static int getTurn(Point2 a, Point2 b, Point2 c) {
    return cdGetOrientation2(a.x, a.y, b.x, b.y, c.x, c.y);
}

static bool rangesMeet(double a0, double a1, double b0, double b1) {
    return cdMin(a0, a1) <= cdMax(b0, b1) && cdMin(b0, b1) <= cdMax(a0, a1);
}

// True if each segment's ends are on both sides of the other's line, or on it; on a common line their ranges
// decide.
static bool segmentsMeet(Point2 a0, Point2 a1, Point2 b0, Point2 b1) {
    if (!rangesMeet(a0.x, a1.x, b0.x, b1.x) || !rangesMeet(a0.y, a1.y, b0.y, b1.y)) return false;
    return getTurn(a0, a1, b0) * getTurn(a0, a1, b1) <= 0 && getTurn(b0, b1, a0) * getTurn(b0, b1, a1) <= 0;
}

static bool holdsPoint(const Point2 t[3], Point2 p) {
    int signs[3] = {getTurn(t[0], t[1], p), getTurn(t[1], t[2], p), getTurn(t[2], t[0], p)};
    return !haveOppositeSides(signs) && !isAllZero(signs);
}

static bool overlapInProjection(const Point2 a[3], const Point2 b[3]) {
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            if (segmentsMeet(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3])) return true;
        }
    }
    return holdsPoint(a, b[0]) || holdsPoint(b, a[0]);
}

static bool overlapInPlane(const cdVec3 a[3], const cdVec3 b[3]) {
    Point2 projectedA[3][3], projectedB[3][3];
    for (int k = 0; k < 3; k++) {
        projectedA[0][k] = (Point2){a[k].x, a[k].y}, projectedB[0][k] = (Point2){b[k].x, b[k].y};
        projectedA[1][k] = (Point2){a[k].y, a[k].z}, projectedB[1][k] = (Point2){b[k].y, b[k].z};
        projectedA[2][k] = (Point2){a[k].z, a[k].x}, projectedB[2][k] = (Point2){b[k].z, b[k].x};
    }
    return overlapInProjection(projectedA[0], projectedB[0]) &&
           overlapInProjection(projectedA[1], projectedB[1]) &&
           overlapInProjection(projectedA[2], projectedB[2]);
}

// --- edges against triangles
// ------------------------------------------------------------------------------------

// sides[i][k]: the side on which edge i of a passes edge k of b.
static void findEdgeSides(const cdVec3 a[3], const cdVec3 b[3], int sides[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            sides[i][k] = cdGetOrientation3(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]);
        }
    }
}

// Tests edges that are not in the other triangle's plane: the line of such an edge passes through the other
// triangle if it passes its three edges on one side. Edges in the plane need no test: whatever they touch, an
// edge that leaves the plane also touches, of one triangle or the other. A triangle without area has no
// plane, but then it consists of its edges.
static bool edgesMeetTriangles(const cdVec3 a[3], const int sidesOfA[3], const cdVec3 b[3],
                               const int sidesOfB[3]) {
    int sides[3][3];
    findEdgeSides(a, b, sides);
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        int acrossB[3] = {sides[i][0], sides[i][1], sides[i][2]};
        int acrossA[3] = {sides[0][i], sides[1][i], sides[2][i]};
        bool endsOfA = sidesOfA[i] * sidesOfA[next] <= 0 && sidesOfA[i] != sidesOfA[next];
        bool endsOfB = sidesOfB[i] * sidesOfB[next] <= 0 && sidesOfB[i] != sidesOfB[next];
        if (endsOfA && !haveOppositeSides(acrossB)) return true;
        if (endsOfB && !haveOppositeSides(acrossA)) return true;
    }
    return false;
}

// --- intervals on the common line
// -------------------------------------------------------------------------------

// Returns the index of the corner that is alone on its side of the other's plane, if no corner is in it.
static int findLoneCorner(const int signs[3]) {
    if (signs[1] == signs[2]) return 0;
    return signs[2] == signs[0] ? 1 : 2;
}

// [Guigue, Devillers 2003, section 3.1]: with the lone corners first, and each triangle oriented so that the
// other's lone corner is on its positive side, the two edges from one lone corner pass those from the other
// in order if the intervals overlap.
static bool intervalsMeet(const cdVec3 a[3], const int sidesOfA[3], const cdVec3 b[3],
                          const int sidesOfB[3]) {
    int i = findLoneCorner(sidesOfA), k = findLoneCorner(sidesOfB);
    int nextA = sidesOfB[k] > 0 ? 1 : 2, nextB = sidesOfA[i] > 0 ? 1 : 2;
    cdVec3 a0 = a[i], a1 = a[(i + nextA) % 3], a2 = a[(i + 3 - nextA) % 3];
    cdVec3 b0 = b[k], b1 = b[(k + nextB) % 3], b2 = b[(k + 3 - nextB) % 3];
    return cdGetOrientation3(a0, a1, b0, b1) <= 0 && cdGetOrientation3(a0, a2, b2, b0) <= 0;
}

// --- degenerate pairs
// -------------------------------------------------------------------------------------------

static bool hasArea(const cdVec3 t[3]) {
    return cdGetOrientation2(t[0].x, t[0].y, t[1].x, t[1].y, t[2].x, t[2].y) != 0 ||
           cdGetOrientation2(t[0].y, t[0].z, t[1].y, t[1].z, t[2].y, t[2].z) != 0 ||
           cdGetOrientation2(t[0].z, t[0].x, t[1].z, t[1].x, t[2].z, t[2].x) != 0;
}

// For triangles with all corners in the plane of the other: they are coplanar, unless both are segments
// that pass each other.
static bool shareOnePlane(const cdVec3 a[3], const cdVec3 b[3]) {
    if (hasArea(a) || hasArea(b)) return true;
    int sides[3][3];
    findEdgeSides(a, b, sides);
    return isAllZero(sides[0]) && isAllZero(sides[1]) && isAllZero(sides[2]);
}

bool cdTrianglesOverlap(const cdVec3 a[3], const cdVec3 b[3]) {
    int sidesOfA[3], sidesOfB[3]; // sides of a's corners of b's plane, and of b's of a's
    int sumOfA = cdGetPlaneSides(b, a, sidesOfA);
    if (sumOfA == 3 || sumOfA == -3) return false;
    int sumOfB = cdGetPlaneSides(a, b, sidesOfB);
    if (sumOfB == 3 || sumOfB == -3) return false;

    bool noneInPlane =
        sidesOfA[0] * sidesOfA[1] * sidesOfA[2] != 0 && sidesOfB[0] * sidesOfB[1] * sidesOfB[2] != 0;
    if (noneInPlane) return intervalsMeet(a, sidesOfA, b, sidesOfB);
    if (!isAllZero(sidesOfA) || !isAllZero(sidesOfB)) return edgesMeetTriangles(a, sidesOfA, b, sidesOfB);
    return shareOnePlane(a, b) && overlapInPlane(a, b);
}
