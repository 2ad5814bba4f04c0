// Rays in the planes of triangles, and triangles without area: rare, so everything is exact.
//
// The line meets a triangle of its plane in a segment from corner or edge to corner or edge. (1) The side of
// the line on which each corner lies: the turns d x (p - o) are parallel vectors, so one component decides.
// (2) The ends of the segment are among the corners on the line and the edges whose ends lie on either side.
// (3) The ray enters at the first of them, or begins in the triangle if they lie on both sides of its origin.
#include "continuous/rays/ray_in_plane.h"
#include "foundation/numbers/predicates.h"

static int signOf(double x) {
    return (x > 0.0) - (x < 0.0);
}

// (1) Returns a component that is not 0 for all corners; any if all lie on the line.
static int findSides(const cdPlacedRay *ray, const cdVec3 corners[3], double turns[3]) {
    for (int axis = 0;; axis++) {
        for (int k = 0; k < 3; k++)
            turns[k] = cdGetRayTurn(&ray->exact, corners[k], axis);
        if (axis == 2 || turns[0] != 0.0 || turns[1] != 0.0 || turns[2] != 0.0) return axis;
    }
}

typedef struct Stretch {
    bool behind, ahead; // it has an end at or before the origin, at or beyond it
    cdRayRatio first;   // the first end ahead
} Stretch;

static void addEnd(Stretch *stretch, const cdRayRatio *end, cdHitKind kind, int part, cdTriangleHit *hit) {
    int sign = cdGetRatioSign(end);
    if (sign <= 0) stretch->behind = true;
    if (sign < 0 || (stretch->ahead && cdCompareRatios(end, &stretch->first) >= 0)) return;
    stretch->ahead = true;
    stretch->first = *end;
    hit->kind = kind;
    hit->part = part;
}

bool cdEnterInPlane(const cdPlacedRay *ray, cdTriangleHit *hit) {
    cdVec3 corners[3];
    double turns[3];
    cdGetRayCorners(ray, hit->triangle, corners);
    ray->stats->exactTests++;
    hit->axis = findSides(ray, corners, turns);
    Stretch stretch = {.behind = false};
    cdRayRatio end;
    for (int k = 0; k < 3; k++) {
        if (turns[k] != 0.0) continue;
        cdGetPointRatio(&ray->exact, corners[k], &end);
        addEnd(&stretch, &end, CD_HIT_CORNER, k, hit);
    }
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        if (signOf(turns[k]) * signOf(turns[next]) >= 0) continue;
        cdGetEdgeRatio(&ray->exact, corners[k], corners[next], hit->axis, &end);
        addEnd(&stretch, &end, CD_HIT_EDGE, k, hit);
    }
    if (stretch.ahead && stretch.behind) hit->kind = CD_HIT_ORIGIN;
    hit->passes = 0;
    return stretch.ahead;
}

static double getComponent(cdVec3 v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// Computes weights of a point of a triangle without area: along its longest edge.
static void weighOnLine(const cdVec3 corners[3], cdVec3 p, double weights[3]) {
    int longest = 0;
    double lengthSq = -1.0;
    for (int k = 0; k < 3; k++) {
        double sq = cdLengthSq(cdSub(corners[(k + 1) % 3], corners[k]));
        if (sq > lengthSq) longest = k, lengthSq = sq;
    }
    cdVec3 a = corners[longest], along = cdSub(corners[(longest + 1) % 3], a);
    double share = lengthSq > 0.0 ? cdDot(cdSub(p, a), along) / lengthSq : 0.0;
    share = cdMin(cdMax(share, 0.0), 1.0);
    weights[longest] = 1.0 - share;
    weights[(longest + 1) % 3] = share;
}

// Computes weights of a point of a triangle by its areas with the edges. They keep their digits in slivers.
static void weighPoint(const cdVec3 corners[3], cdVec3 p, double weights[3]) {
    cdVec3 normal = cdGetTriangleCross(corners[0], corners[1], corners[2]);
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(getComponent(normal, k)) > fabs(getComponent(normal, axis))) axis = k;
    if (getComponent(normal, axis) == 0.0) {
        weighOnLine(corners, p, weights);
        return;
    }
    for (int k = 0; k < 3; k++) {
        cdVec3 cross = cdGetTriangleCross(p, corners[(k + 1) % 3], corners[(k + 2) % 3]);
        weights[k] = fabs(getComponent(cross, axis));
    }
}

void cdGetInPlaneWeights(const cdPlacedRay *ray, const cdTriangleHit *hit, double weights[3]) {
    cdVec3 corners[3];
    cdGetRayCorners(ray, hit->triangle, corners);
    weights[0] = weights[1] = weights[2] = 0.0;
    int next = (hit->part + 1) % 3;
    if (hit->kind == CD_HIT_CORNER) weights[hit->part] = 1.0;
    if (hit->kind == CD_HIT_ORIGIN) weighPoint(corners, ray->exact.origin, weights);
    if (hit->kind == CD_HIT_EDGE) {
        weights[hit->part] = fabs(cdGetRayTurn(&ray->exact, corners[next], hit->axis));
        weights[next] = fabs(cdGetRayTurn(&ray->exact, corners[hit->part], hit->axis));
    }
}
