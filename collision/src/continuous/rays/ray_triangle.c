// One triangle and one ray, exactly; see ray_triangle.h.
//
// The ray's line meets a triangle iff it passes the three edges on one side; edges that it meets count for
// either side [Plücker]. (1) The sides in doubles, from a point of the line near the mesh, with one bound on
// their error for all triangles; (2) where that leaves a side open, the same about a corner of the edge,
// which keeps the digits of small triangles; (3) else exactly. If all three are 0, the line lies in the
// triangle's plane, or the triangle has no area: ray_in_plane.c. The parameter of the hit is a quotient in
// doubles unless the angle is flat or the triangle thin. Its bound decides most comparisons; the others are
// exact.
#include "continuous/rays/ray_in_plane.h"

// Triangles at flatter angles than this, or as thin, are intersected exactly.
static const double FLATTEST = 0.25;

// Corners less `near`.
typedef struct NearTriangle {
    cdVec3 at[3];
} NearTriangle;

static NearTriangle loadNear(const cdPlacedRay *ray, int32_t triangle) {
    NearTriangle near;
    cdGetRayCorners(ray, triangle, near.at);
    for (int k = 0; k < 3; k++)
        near.at[k] = cdSub(near.at[k], ray->near);
    return near;
}

// (2) Returns the side of edge k. A difference of corners rounds by a share of the edge, not of the mesh.
static double getCloseSide(const cdPlacedRay *ray, const NearTriangle *near, int k, double *error) {
    cdVec3 along = cdSub(near->at[(k + 1) % 3], near->at[k]);
    *error = 32.0 * 0x1p-52 * ray->size * cdMaxAbs(along);
    return cdDot(cdCross(ray->exact.direction, near->at[k]), along);
}

// (2), (3)
static double refineSide(const cdPlacedRay *ray, int32_t triangle, const NearTriangle *near, int k) {
    double error, side = getCloseSide(ray, near, k, &error);
    if (fabs(side) > error) return side;
    cdVec3 corners[3];
    cdGetRayCorners(ray, triangle, corners);
    ray->stats->exactTests++;
    return cdGetRaySide(&ray->exact, corners[k], corners[(k + 1) % 3]);
}

// Decides where (1) did not. True: the line meets the triangle; sets `passes` and `facing`.
static bool decideSides(const cdPlacedRay *ray, const NearTriangle *near, const double coarse[3],
                        cdTriangleHit *hit) {
    int below = 0, above = 0;
    hit->passes = 0;
    for (int k = 0; k < 3; k++) {
        double side = fabs(coarse[k]) > ray->signError ? coarse[k] : refineSide(ray, hit->triangle, near, k);
        below += side < 0.0;
        above += side > 0.0;
        hit->passes |= (side == 0.0) << k;
        if (below > 0 && above > 0) return false;
    }
    hit->facing = (above > 0) - (below > 0);
    return true;
}

// (1) False: the line misses the triangle.
static bool crossesLine(const cdPlacedRay *ray, const NearTriangle *near, cdTriangleHit *hit) {
    cdVec3 turnA = cdCross(ray->exact.direction, near->at[0]);
    cdVec3 turnB = cdCross(ray->exact.direction, near->at[1]);
    double sides[3] = {cdDot(turnA, near->at[1]), cdDot(turnB, near->at[2]), -cdDot(turnA, near->at[2])};
    double least = cdMin(sides[0], cdMin(sides[1], sides[2]));
    double most = cdMax(sides[0], cdMax(sides[1], sides[2]));
    double error = ray->signError;
    if (least < -error && most > error) return false;
    if (least <= error && most >= -error) return decideSides(ray, near, sides, hit);
    hit->passes = 0;
    hit->facing = least > 0.0 ? 1 : -1;
    return true;
}

// --- The parameter

static void getRatio(const cdPlacedRay *ray, const cdTriangleHit *hit, cdRayRatio *ratio) {
    cdVec3 c[3];
    cdGetRayCorners(ray, hit->triangle, c);
    ray->stats->exactTests++;
    int next = (hit->part + 1) % 3;
    if (hit->kind == CD_HIT_PLANE) cdGetPlaneRatio(&ray->exact, c, ratio);
    if (hit->kind == CD_HIT_EDGE) cdGetEdgeRatio(&ray->exact, c[hit->part], c[next], hit->axis, ratio);
    if (hit->kind == CD_HIT_CORNER) cdGetPointRatio(&ray->exact, c[hit->part], ratio);
    if (hit->kind == CD_HIT_ORIGIN) cdGetPointRatio(&ray->exact, ray->exact.origin, ratio);
}

// True if the triangle is neither thin nor seen at a flat angle.
static bool findPlainParameter(const cdPlacedRay *ray, const NearTriangle *near, double *t) {
    cdVec3 u = cdSub(near->at[1], near->at[0]), v = cdSub(near->at[2], near->at[0]);
    cdVec3 normal = cdCross(u, v);
    double bottom = cdDot(normal, ray->exact.direction);
    if (!(fabs(bottom) > FLATTEST * cdMaxAbs(u) * cdMaxAbs(v))) return false;
    *t = cdDot(normal, near->at[0]) / bottom;
    return true;
}

// False: the ray meets the triangle's plane before its origin.
static bool findParameter(const cdPlacedRay *ray, const NearTriangle *near, cdTriangleHit *hit) {
    if (findPlainParameter(ray, near, &hit->t)) {
        if (hit->t > ray->first + ray->timeError) return true;
        if (hit->t < ray->first - ray->timeError) return false;
    }
    cdRayRatio ratio;
    getRatio(ray, hit, &ratio);
    if (cdGetRatioSign(&ratio) < 0) return false;
    hit->t = cdRoundRatio(&ratio, ray->shift);
    return true;
}

double cdGetHitDistance(const cdPlacedRay *ray, const cdTriangleHit *hit) {
    return cdMax(0.0, ray->shift[0] + (ray->shift[1] + hit->t)) * ray->length;
}

bool cdHitTriangle(const cdPlacedRay *ray, int32_t triangle, cdTriangleHit *hit) {
    *hit = (cdTriangleHit){.triangle = triangle};
    NearTriangle near = loadNear(ray, triangle);
    ray->stats->triangleTests++;
    if (!crossesLine(ray, &near, hit) || (ray->cull && hit->facing >= 0)) return false;
    if (hit->facing != 0) {
        if (!findParameter(ray, &near, hit)) return false;
    } else {
        if (!cdEnterInPlane(ray, hit)) return false;
        cdRayRatio ratio;
        getRatio(ray, hit, &ratio);
        hit->t = cdRoundRatio(&ratio, ray->shift);
    }
    return cdGetHitDistance(ray, hit) <= ray->maxDistance;
}

// --- Comparison

static bool shareMetEdge(const cdMesh *mesh, const cdTriangleHit *p, const cdTriangleHit *q) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if ((p->passes >> i & 1) && (q->passes >> k & 1) &&
                mesh->triangleEdges[3 * p->triangle + i] == mesh->triangleEdges[3 * q->triangle + k])
                return true;
    return false;
}

bool cdIsHitBefore(const cdPlacedRay *ray, const cdTriangleHit *p, const cdTriangleHit *q) {
    if (fabs(p->t - q->t) > 2.0 * ray->timeError) return p->t < q->t;
    if (!shareMetEdge(ray->mesh, p, q)) {
        cdRayRatio ratioP, ratioQ;
        getRatio(ray, p, &ratioP);
        getRatio(ray, q, &ratioQ);
        int order = cdCompareRatios(&ratioP, &ratioQ);
        if (order != 0) return order < 0;
    }
    return p->triangle < q->triangle;
}

// --- Weights

static void divideBySum(double weights[3]) {
    double sum = weights[0] + weights[1] + weights[2];
    for (int k = 0; k < 3; k++)
        weights[k] = weights[k] / sum;
}

static double clampWeight(double weight) {
    return cdMin(cdMax(weight, 0.0), 1.0);
}

// Computes weights of corners 1 and 2 whose errors move the point by no more than rounding does; corner 0
// gets the remainder. A weight's error grows with the length of the edge across from it, so any excess over a
// sum of 1 is subtracted from the corner across from the longer one.
static void findPlainWeights(const cdPlacedRay *ray, const cdTriangleHit *hit, const NearTriangle *near,
                             double weights[3]) {
    cdVec3 u = cdSub(near->at[1], near->at[0]), v = cdSub(near->at[2], near->at[0]);
    double error, bottom = cdDot(cdCross(u, v), ray->exact.direction);
    weights[1] = hit->passes & 4 ? 0.0 : clampWeight(getCloseSide(ray, near, 2, &error) / bottom);
    weights[2] = hit->passes & 1 ? 0.0 : clampWeight(getCloseSide(ray, near, 0, &error) / bottom);
    int loose = cdLengthSq(u) > cdLengthSq(v) ? 2 : 1;
    if (hit->passes & (1 << (loose % 2 ? 2 : 0))) loose = 3 - loose; // its weight is 0
    bool isFull = hit->passes & 2 || weights[1] + weights[2] > 1.0;
    if (isFull) weights[loose] = 1.0 - weights[3 - loose];
    weights[0] = isFull ? 0.0 : clampWeight(1.0 - weights[1] - weights[2]);
}

static void findPlaneWeights(const cdPlacedRay *ray, const cdTriangleHit *hit, double weights[3]) {
    NearTriangle near = loadNear(ray, hit->triangle);
    double t;
    if (findPlainParameter(ray, &near, &t)) {
        findPlainWeights(ray, hit, &near, weights);
        return;
    }
    cdVec3 corners[3];
    cdGetRayCorners(ray, hit->triangle, corners);
    for (int k = 0; k < 3; k++)
        weights[(k + 2) % 3] = fabs(cdGetRaySide(&ray->exact, corners[k], corners[(k + 1) % 3]));
    divideBySum(weights);
}

void cdGetHitWeights(const cdPlacedRay *ray, const cdTriangleHit *hit, double weights[3]) {
    if (hit->kind == CD_HIT_PLANE) {
        findPlaneWeights(ray, hit, weights);
    } else {
        cdGetInPlaneWeights(ray, hit, weights);
        divideBySum(weights);
    }
}
