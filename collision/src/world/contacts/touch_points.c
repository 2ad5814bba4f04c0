// Points of first contacts in a pair's contact points.
//
// Input: a pair with its points of regions, and points of first contacts, new or of earlier poses. Output:
// the pair's points with those that they do not imply. (1) A point stays while its elements, including their
// ends, are within the tolerance, beyond the distance that the two keep. (2) It is left out if points of
// regions imply it, if a point of the same elements, or with its position and normal, is there, or one of
// elements that meet farther from their ends. Such a point replaces those that it makes needless. (3) A path
// may cross a point that is left out though it crosses none of the others: then it is needed, and replaces
// one of the same elements, which have turned since.
#include "world/contacts/touch_points.h"
#include "continuous/first_contact.h"
#include "mesh/shapes/closest.h"
#include "world/contacts/point_choice.h"

#include <math.h>

// --- (1)

static double getVertexDistanceSq(const cdMesh *vertexMesh, cdPose vertexPose, int32_t vertex,
                                  const cdMesh *faceMesh, cdPose facePose, int32_t face) {
    cdVec3 c[3], p = cdPlaceMeshVertex(vertexMesh, vertexPose, vertex);
    cdPlaceMeshTriangle(faceMesh, facePose, face, c);
    return cdFindClosestPointTriangle(p, c[0], c[1], c[2]).distanceSq;
}

// Parallel edges have one point on A's, which must still be over B's.
static double getEdgeDistanceSq(const cdContactPoint *point, const cdMesh *meshA, cdPose poseA,
                                const cdMesh *meshB, cdPose poseB) {
    cdVec3 a[2], b[2];
    cdPlaceMeshEdge(meshA, poseA, point->locationA.index, a);
    cdPlaceMeshEdge(meshB, poseB, point->locationB.index, b);
    if (point->kind == CD_EDGE_ON_EDGE) return cdFindClosestSegments(a[0], a[1], b[0], b[1]).distanceSq;
    return cdGetSegmentDistanceSq(cdTransformPoint(poseA, point->localA), b[0], b[1]);
}

// Returns the squared distance of a vertex near a vertex or an edge.
static double getAroundDistanceSq(const cdContactPoint *point, const cdMesh *meshA, cdPose poseA,
                                  const cdMesh *meshB, cdPose poseB) {
    cdVec3 ends[2];
    cdVec3 a = cdTransformPoint(poseA, point->localA), b = cdTransformPoint(poseB, point->localB);
    if (point->featureA == CD_FEATURE_EDGE) {
        cdPlaceMeshEdge(meshA, poseA, point->locationA.index, ends);
        return cdGetSegmentDistanceSq(b, ends[0], ends[1]);
    }
    if (point->featureB != CD_FEATURE_EDGE) return cdLengthSq(cdSub(a, b));
    cdPlaceMeshEdge(meshB, poseB, point->locationB.index, ends);
    return cdGetSegmentDistanceSq(a, ends[0], ends[1]);
}

// Returns the squared distance of the elements that met, including their ends.
static double getElementDistanceSq(const cdContactPoint *point, const cdPlacedShape *a,
                                   const cdPlacedShape *b) {
    const cdMesh *meshA = a->mesh, *meshB = b->mesh;
    // In B's frame, which keeps accuracy far from the origin.
    cdPose relative = cdInvMulPose(b->pose, a->pose), none = cdIdentityPose();
    int32_t elementA = point->locationA.index, elementB = point->locationB.index;
    if (point->kind == CD_POINT_AROUND) return getAroundDistanceSq(point, meshA, relative, meshB, none);
    if (point->corner == CD_VERTEX_FACE)
        return getVertexDistanceSq(meshA, relative, elementA, meshB, none, elementB);
    if (point->corner == CD_FACE_VERTEX)
        return getVertexDistanceSq(meshB, none, elementB, meshA, relative, elementA);
    return getEdgeDistanceSq(point, meshA, relative, meshB, none);
}

bool cdDoElementsFace(const cdContactPoint *point, double gap, double slack, const cdPlacedShape *a,
                      const cdPlacedShape *b) {
    double height = fabs(gap + (point->offsets.a + point->offsets.b)) + slack;
    return getElementDistanceSq(point, a, b) <= height * height;
}

// True if the elements of a first contact are still within the tolerance, beyond the distance they keep.
static bool isStillNear(const cdContactPoint *point, const cdPlacedShape *a, const cdPlacedShape *b,
                        double tolerance) {
    double most = point->offsets.a + point->offsets.b + tolerance;
    return getElementDistanceSq(point, a, b) <= most * most &&
           fabs(cdGetPointGap(point, a->pose, b->pose)) <= tolerance;
}

void cdDropFarTouches(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    double tolerance = pair->regions.tolerance;
    int32_t kept = pair->regionPointCount;
    for (int32_t i = kept; i < pair->pointCount; i++) {
        const cdContactPoint *own = &pair->points[i];
        if (isStillNear(own, a, b, tolerance)) pair->points[kept++] = *own;
    }
    pair->pointCount = kept;
}

// --- (2)

static bool isOfSameFeatures(const cdContactPoint *x, const cdContactPoint *y) {
    return x->corner == y->corner && x->featureA == y->featureA && x->featureB == y->featureB &&
           cdIsSameLocation(x->locationA, y->locationA) && cdIsSameLocation(x->locationB, y->locationB);
}

static bool isImpliedByTouches(const cdWorldPair *pair, const cdContactPoint *point,
                               const cdPlacedPoint *placed) {
    double tolerance = pair->regions.tolerance / (2.0 * CD_LARGEST_GAP);
    for (int32_t i = pair->regionPointCount; i < pair->pointCount; i++) {
        const cdContactPoint *own = &pair->points[i];
        if (isOfSameFeatures(own, point)) return true;
        cdPlacedPoint there = cdPlacePoint(own, pair->seenA, pair->seenB);
        if (cdIsSameNormal(there.normal, placed->normal) &&
            cdLengthSq(cdSub(there.point, placed->point)) <= tolerance * tolerance)
            return true;
    }
    return false;
}

// Returns how reliable a point's elements are: edges that meet at an end lowest, elements that meet inside
// highest.
static int getRank(const cdContactPoint *point) {
    if (!cdIsTouchPoint(point) || !point->atBorder) return 2;
    return point->kind == CD_EDGE_ON_EDGE ? 0 : 1;
}

// True if the two points coincide and push in about the same direction.
static bool isBeside(const cdWorldPair *pair, const cdContactPoint *own, const cdPlacedPoint *placed) {
    double margin = pair->regions.tolerance / (2.0 * CD_LARGEST_GAP);
    cdPlacedPoint there = cdPlacePoint(own, pair->seenA, pair->seenB);
    return cdLengthSq(cdSub(there.point, placed->point)) <= margin * margin &&
           cdDot(there.normal, placed->normal) > 1e-3;
}

static bool isKnownBetter(const cdWorldPair *pair, const cdContactPoint *point, const cdPlacedPoint *placed) {
    for (int32_t i = 0; i < pair->pointCount; i++)
        if (getRank(&pair->points[i]) > getRank(point) && isBeside(pair, &pair->points[i], placed))
            return true;
    return false;
}

static void dropWorse(cdWorldPair *pair, const cdContactPoint *point, const cdPlacedPoint *placed) {
    int32_t kept = pair->regionPointCount;
    for (int32_t i = kept; i < pair->pointCount; i++) {
        const cdContactPoint *own = &pair->points[i];
        if (getRank(own) < getRank(point) && isBeside(pair, own, placed)) continue;
        pair->points[kept++] = *own;
    }
    pair->pointCount = kept;
}

bool cdAddPairPoint(cdWorldPair *pair, const cdContactPoint *point) {
    cdPlacedPoint placed = cdPlacePoint(point, pair->seenA, pair->seenB);
    bool implied = cdIsPointImplied(pair->points, pair->regionPointCount, pair->seenA, pair->seenB,
                                    pair->regions.tolerance, &placed);
    if (implied || isImpliedByTouches(pair, point, &placed) || isKnownBetter(pair, point, &placed))
        return false;
    dropWorse(pair, point, &placed);
    if (pair->pointCount == CD_PAIR_POINTS) return false;
    pair->points[pair->pointCount++] = *point;
    pair->touches = true;
    return true;
}

bool cdAddNeededPoint(cdWorldPair *pair, const cdContactPoint *point) {
    int32_t at = 0;
    while (at < pair->pointCount &&
           !(cdIsTouchPoint(&pair->points[at]) && isOfSameFeatures(&pair->points[at], point)))
        at++;
    if (at == CD_PAIR_POINTS) return false;
    pair->points[at] = *point;
    if (at == pair->pointCount) pair->pointCount++;
    pair->touches = true;
    return true;
}

void cdKeepTouchPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                       const cdContactPoint *before, int32_t count) {
    double tolerance = pair->regions.tolerance;
    for (int32_t i = 0; i < count; i++) {
        if (!cdIsTouchPoint(&before[i]) || !isStillNear(&before[i], a, b, tolerance)) continue;
        cdContactPoint kept = before[i];
        if (kept.kind == CD_EDGE_ON_EDGE) // the side of its perpendicular is that of the last pose
            kept.normal = cdInvRotate(b->pose.q, cdPlacePoint(&kept, a->pose, b->pose).normal);
        cdAddPairPoint(pair, &kept);
    }
}
