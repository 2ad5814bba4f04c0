// Computes how deep two triangles penetrate each other; see triangle_depth.h.
//
// The depth of a pair is the minimum translation that separates it. (1) For triangles that cross: the minimum
// overlap of their extents over the directions that can separate them, both normals and the products of their
// edges, which are the normals of all facets of their Minkowski difference. (2) For coplanar triangles of two
// closed surfaces with their inside on the same side, as two identical boxes at one pose have: such a pair
// does not cross, but the solids behind it do. In the plane, then: the minimum overlap along the normals of
// their edges. Planes count as one within the tolerance where the solids can be queried: a point behind both
// triangles, two tolerances in, must then be inside both (a thin plate under a box ends before); else within
// the border tolerance. (3) The point: the middle of the part that the triangles share.
#include "contact/depth/triangle_depth.h"
#include "mesh/shapes/closest.h"

// Returns the overlap of the extents along a direction, which need not be unit; INFINITY for none.
static double overlapAlong(const cdVec3 a[3], const cdVec3 b[3], cdVec3 direction) {
    double length = cdLength(direction);
    if (!(length > 0.0)) return INFINITY;
    double a0 = cdDot(direction, a[0]), a1 = cdDot(direction, a[1]), a2 = cdDot(direction, a[2]);
    double b0 = cdDot(direction, b[0]), b1 = cdDot(direction, b[1]), b2 = cdDot(direction, b[2]);
    double up = cdMax(a0, cdMax(a1, a2)) - cdMin(b0, cdMin(b1, b2));
    double down = cdMax(b0, cdMax(b1, b2)) - cdMin(a0, cdMin(a1, a2));
    return cdMin(up, down) / length;
}

// --- (1)

// Edges so nearly parallel that rounding makes their product useless; then the normals suffice.
static const double PARALLEL_SINE = 1e-8;

// Returns the depth; a result not above `least` means no deeper than that.
static double findCrossingDepth(const cdWorkTriangle *a, const cdWorkTriangle *b, double least) {
    double depth = cdMin(overlapAlong(a->corners, b->corners, a->normal),
                         overlapAlong(a->corners, b->corners, b->normal));
    for (int i = 0; i < 3 && depth > least; i++) {
        cdVec3 edgeA = cdSub(a->corners[(i + 1) % 3], a->corners[i]);
        for (int k = 0; k < 3 && depth > least; k++) {
            cdVec3 edgeB = cdSub(b->corners[(k + 1) % 3], b->corners[k]), across = cdCross(edgeA, edgeB);
            double limit = PARALLEL_SINE * PARALLEL_SINE * cdLengthSq(edgeA) * cdLengthSq(edgeB);
            if (cdLengthSq(across) > limit)
                depth = cdMin(depth, overlapAlong(a->corners, b->corners, across));
        }
    }
    return depth;
}

static bool isOnOneSide(const cdWorkTriangle *plane, const cdWorkTriangle *t) {
    double h0 = cdDot(plane->normal, t->corners[0]), h1 = cdDot(plane->normal, t->corners[1]);
    double h2 = cdDot(plane->normal, t->corners[2]);
    return cdMin(h0, cdMin(h1, h2)) >= plane->upper || cdMax(h0, cdMax(h1, h2)) <= plane->lower;
}

// --- (2)

static double findPlaneDepth(const cdWorkTriangle *a, const cdWorkTriangle *b) {
    double depth = INFINITY;
    for (int k = 0; k < 3; k++) {
        cdVec3 edgeA = cdSub(a->corners[(k + 1) % 3], a->corners[k]);
        cdVec3 edgeB = cdSub(b->corners[(k + 1) % 3], b->corners[k]);
        depth = cdMin(depth, overlapAlong(a->corners, b->corners, cdCross(edgeA, b->normal)));
        depth = cdMin(depth, overlapAlong(a->corners, b->corners, cdCross(edgeB, b->normal)));
    }
    return depth;
}

static bool areInOnePlane(const cdWorkTriangle *a, const cdWorkTriangle *b, double tolerance) {
    if (!(cdDot(a->normal, b->normal) > 0.0)) return false;
    for (int k = 0; k < 3; k++) {
        double height = cdDot(b->normal, a->corners[k]);
        if (height > b->upper + tolerance || height < b->lower - tolerance) return false;
    }
    return true;
}

static bool isInsideSolid(const cdSolid *solid, const cdFeatures *features, cdVec3 stored) {
    return cdClassifySolidPoint(solid, cdAdd(stored, features->info.center), NULL).kind == CD_INSIDE;
}

static bool isInsideBoth(const cdRegionWork *work, cdVec3 point) {
    return isInsideSolid(work->solidB, work->b, point) &&
           isInsideSolid(work->solidA, work->a, cdInvTransformPoint(work->toWork, point));
}

// --- (3)

// Returns the middle of the shared segment. Among the points where an edge of one triangle meets the plane of
// the other, its ends are the two that lie in the other triangle: the two nearest to it.
static cdVec3 findSharedPoint(const cdWorkTriangle *a, const cdWorkTriangle *b) {
    cdVec3 ends[2] = {a->corners[0], a->corners[0]};
    double distancesSq[2] = {INFINITY, INFINITY};
    for (int i = 0; i < 6; i++) {
        const cdWorkTriangle *t = i < 3 ? a : b, *other = i < 3 ? b : a;
        cdVec3 p = t->corners[i % 3], q = t->corners[(i + 1) % 3];
        double hp = cdDot(other->normal, cdSub(p, other->corners[0]));
        double hq = cdDot(other->normal, cdSub(q, other->corners[0]));
        if ((hp > 0.0) == (hq > 0.0)) continue;
        cdVec3 x = cdLerp(p, q, hp / (hp - hq));
        const cdVec3 *c = other->corners;
        double distanceSq = cdFindClosestPointTriangle(x, c[0], c[1], c[2]).distanceSq;
        int slot = distanceSq < distancesSq[0] ? 0 : 1;
        if (distanceSq >= distancesSq[slot]) continue;
        if (slot == 0) ends[1] = ends[0], distancesSq[1] = distancesSq[0];
        ends[slot] = x, distancesSq[slot] = distanceSq;
    }
    return distancesSq[1] < INFINITY ? cdScale(0.5, cdAdd(ends[0], ends[1])) : ends[0];
}

// Returns the middle of the corners of the first triangle cut to the prism over the second.
static cdVec3 findOverlapMiddle(const cdWorkTriangle *a, const cdWorkTriangle *b) {
    cdVec3 polygon[2][7], sum = {0.0, 0.0, 0.0};
    int count = 3, now = 0;
    for (int k = 0; k < 3; k++)
        polygon[0][k] = a->corners[k];
    for (int k = 0; k < 3 && count > 0; k++) {
        cdVec3 inwards = cdCross(b->normal, cdSub(b->corners[(k + 1) % 3], b->corners[k]));
        int kept = 0;
        for (int i = 0; i < count; i++) {
            cdVec3 p = polygon[now][i], q = polygon[now][(i + 1) % count];
            double hp = cdDot(inwards, cdSub(p, b->corners[k]));
            double hq = cdDot(inwards, cdSub(q, b->corners[k]));
            if (hp >= 0.0) polygon[1 - now][kept++] = p;
            if ((hp >= 0.0) != (hq >= 0.0)) polygon[1 - now][kept++] = cdLerp(p, q, hp / (hp - hq));
        }
        count = kept;
        now = 1 - now;
    }
    for (int i = 0; i < count; i++)
        sum = cdAdd(sum, polygon[now][i]);
    return count > 0 ? cdScale(1.0 / count, sum) : a->corners[0];
}

// --- the depth

static double findCoverDepth(const cdRegionWork *work, const cdWorkTriangle *a, const cdWorkTriangle *b,
                             double least, cdVec3 *point) {
    if (!work->a->info.closed || !work->b->info.closed) return 0.0;
    bool solids = work->solidA != NULL && work->solidB != NULL;
    if (!areInOnePlane(a, b, solids ? work->tolerance : work->borderTolerance)) return 0.0;
    double depth = findPlaneDepth(a, b);
    if (!(depth > work->tolerance && depth > least && depth < INFINITY)) return 0.0;
    *point = findOverlapMiddle(a, b);
    cdVec3 behind = cdMulAdd(*point, -2.0 * work->tolerance, b->normal);
    return solids && !isInsideBoth(work, behind) ? 0.0 : depth;
}

double cdFindTriangleDepth(const cdRegionWork *work, const cdWorkTriangle *a, const cdWorkTriangle *b,
                           double least, cdVec3 *point) {
    if (!cdAreBoxesNear(&a->box, &b->box, work->tolerance)) return 0.0;
    double cover = findCoverDepth(work, a, b, least, point);
    if (cover > 0.0 || isOnOneSide(a, b) || isOnOneSide(b, a)) return cover;
    double depth = findCrossingDepth(a, b, least);
    if (!(depth > least && depth < INFINITY)) return 0.0;
    *point = findSharedPoint(a, b);
    return depth;
}
