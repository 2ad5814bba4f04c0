// The contact points of a pair of bodies, found anew where they are now.
//
// Input: a pair with its points of the last time, and both bodies. Output: its points at the present poses.
// Source: [BV92 3], the temporary contacts C_t from C_(t - dt); steps: (1) the sufficient subset of the
// contact regions, with those of the last time, so that chosen normals persist; a point for each corner and
// normal. A polygon has fewer corners when there is no room for all, and a quarter of the room is left to
// (2), the points of first contacts: kept while their elements are within the tolerance of each other, and
// dropped where a region tells the same: another point at the same place, or the hull of a region's points,
// has the same normal. (3) What is known of a point before gives it its impulses: same features and normal,
// and nearest in the frame of either body, so that bodies may slide and roll. Points between first contacts
// and regions are matched by place alone. (4) Where regions are of no use, because the surfaces cross by
// rounding or memory is too small, points are those of first contacts alone.
#include "world/contact_set.h"

#include "continuous/first_contact.h"
#include "foundation/hooks.h"
#include "mesh/closest.h"

#include <string.h>

enum { PAIR_REGIONS = 64, PAIR_CORNERS = 512, REGION_POINTS = CD_PAIR_POINTS - CD_PAIR_POINTS / 4 };

// Normals this close are one: a slide of a tenth of the radius along both parts them by a margin.
static const double SAME_NORMAL = 1e-3;
// Of warm starts, a wrong one of which costs sweeps: normals, and how far a point may have moved, of the
// smaller radius.
static const double LIKE_NORMAL = 0.9, MATCH_REACH = 0.1;

typedef struct PairMemory {
    cdWorldPair pair; // first: both have the same address
    cdContactRegion regions[2][PAIR_REGIONS];
    cdVec3 corners[2][PAIR_CORNERS];
} PairMemory;

cdWorldPair *cdCreatePair(void) {
    PairMemory *memory = cdAllocate(sizeof *memory);
    if (memory == NULL) return NULL;
    cdContactRegions *buffers[2] = {&memory->pair.regions, &memory->pair.previousRegions};
    for (int i = 0; i < 2; i++) {
        buffers[i]->regions = memory->regions[i];
        buffers[i]->points = memory->corners[i];
        buffers[i]->regionCapacity = PAIR_REGIONS;
        buffers[i]->pointCapacity = PAIR_CORNERS;
    }
    return &memory->pair;
}

void cdDestroyPair(cdWorldPair *pair) {
    cdFree(pair);
}

static cdContactRegions getEmptyRegions(const cdContactRegions *memory) {
    return (cdContactRegions){.regions = memory->regions,
                              .points = memory->points,
                              .regionCapacity = memory->regionCapacity,
                              .pointCapacity = memory->pointCapacity};
}

void cdResetPair(cdWorldPair *pair, int32_t bodyA, int32_t bodyB) {
    cdContactRegions regions = getEmptyRegions(&pair->regions);
    cdContactRegions previous = getEmptyRegions(&pair->previousRegions);
    *pair = (cdWorldPair){.bodyA = bodyA, .bodyB = bodyB, .regions = regions, .previousRegions = previous};
}

double cdGetTouchTolerance(double margin) {
    return 2.0 * CD_LARGEST_GAP * margin;
}

size_t cdGetPairScratchSize(const cdSurface *a, const cdSurface *b) {
    return cdGetContactScratchSize(a, b, PAIR_REGIONS, PAIR_CORNERS);
}

// --- (1)

static cdBodyVelocity getBodyVelocity(const cdWorldBody *body) {
    return (cdBodyVelocity){cdGetCentroid(body, body->pose), body->velocity,
                            cdApplyTensor(body->inertia.inverse, body->pose.q, body->spin)};
}

static bool areSpheresApart(const cdSurface *a, cdPose poseA, const cdSurface *b, cdPose poseB,
                            double tolerance) {
    cdVec3 turnedA = cdRotate(poseA.q, a->info.center), turnedB = cdRotate(poseB.q, b->info.center);
    cdVec3 between = cdAdd(cdSub(poseA.p, poseB.p), cdSub(turnedA, turnedB));
    return cdLength(between) > 1.000001 * (a->info.radius + b->info.radius + tolerance);
}

static void swapRegions(cdWorldPair *pair) {
    cdContactRegions regions = pair->regions;
    pair->regions = pair->previousRegions;
    pair->previousRegions = regions;
}

// Leaves pair->regions empty where they are of no use.
static void findRegions(cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b, double tolerance,
                        cdScratch scratch) {
    swapRegions(pair);
    cdContactRegions *regions = &pair->regions;
    *regions = getEmptyRegions(regions);
    regions->tolerance = tolerance;
    if (areSpheresApart(a->surface, a->pose, b->surface, b->pose, tolerance)) return;
    cdBodyVelocity velocityA = getBodyVelocity(a), velocityB = getBodyVelocity(b);
    cdRelativeVelocity velocity = cdMakeRelativeVelocity(&velocityA, &velocityB);
    bool touched = pair->previousRegions.state == CD_TOUCH;
    cdRegionsInput input = {.surfaceA = a->surface,
                            .surfaceB = b->surface,
                            .poseA = a->pose,
                            .poseB = b->pose,
                            .tolerance = tolerance,
                            .velocity = &velocity,
                            .sufficientOnly = true,
                            .previous = touched ? &pair->previousRegions : NULL};
    cdFindContactRegions(&input, regions, scratch);
    if (regions->state != CD_TOUCH) regions->regionCount = 0;
}

static int32_t makeRegionPoints(const cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b,
                                int32_t cornerCapacity, cdContactPoint points[REGION_POINTS]) {
    int32_t count = 0;
    for (int32_t i = 0; i < pair->regions.regionCount; i++) {
        const cdContactRegion *region = &pair->regions.regions[i];
        int32_t room = REGION_POINTS - count;
        if (region->dimension == 2 && room > cornerCapacity) room = cornerCapacity;
        count += cdMakeRegionPoints(&pair->regions, region, a->surface, a->pose, b->surface, b->pose,
                                    points + count, room);
    }
    return count;
}

// Eight corners of each polygon, or four, when all of them leave no room.
static int32_t listRegionPoints(const cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b,
                                cdContactPoint points[REGION_POINTS]) {
    int32_t count = 0;
    for (int32_t corners = 16; corners >= 4; corners /= 2) {
        count = makeRegionPoints(pair, a, b, corners, points);
        if (count < REGION_POINTS) break;
    }
    return count;
}

// --- (2)

static void getTriangle(const cdMesh *mesh, cdPose pose, int32_t triangle, cdVec3 corners[3]) {
    for (int k = 0; k < 3; k++) {
        cdVec3 local = mesh->vertices[mesh->triangles[3 * triangle + k]];
        corners[k] = cdTransformPoint(pose, cdAdd(local, mesh->center));
    }
}

static void getEdge(const cdMesh *mesh, cdPose pose, int32_t edge, cdVec3 ends[2]) {
    for (int k = 0; k < 2; k++)
        ends[k] = cdTransformPoint(pose, cdAdd(mesh->vertices[mesh->edges[2 * edge + k]], mesh->center));
}

static double getVertexDistanceSq(const cdMesh *vertexMesh, cdPose vertexPose, int32_t vertex,
                                  const cdMesh *faceMesh, cdPose facePose, int32_t face) {
    cdVec3 c[3], p = cdTransformPoint(vertexPose, cdAdd(vertexMesh->vertices[vertex], vertexMesh->center));
    getTriangle(faceMesh, facePose, face, c);
    return cdFindClosestPointTriangle(p, c[0], c[1], c[2]).distanceSq;
}

// Edges along each other are held at one point of A's, which must still be over B's.
static double getEdgeDistanceSq(const cdContactPoint *point, const cdMesh *meshA, cdPose poseA,
                                const cdMesh *meshB, cdPose poseB) {
    cdVec3 a[2], b[2];
    getEdge(meshA, poseA, point->placeA.index, a);
    getEdge(meshB, poseB, point->placeB.index, b);
    if (point->kind == CD_EDGE_ON_EDGE) return cdFindClosestSegments(a[0], a[1], b[0], b[1]).distanceSq;
    return cdGetSegmentDistanceSq(cdTransformPoint(poseA, point->localA), b[0], b[1]);
}

// Of the elements that met, as far as they reach.
static double getElementDistanceSq(const cdContactPoint *point, const cdWorldBody *a, const cdWorldBody *b) {
    const cdMesh *meshA = a->surface->mesh, *meshB = b->surface->mesh;
    // As seen from B, whatever the distance of both from the origin.
    cdPose relative = cdInvMulPose(b->pose, a->pose), none = cdIdentityPose();
    int32_t elementA = point->placeA.index, elementB = point->placeB.index;
    if (point->corner == CD_VERTEX_FACE)
        return getVertexDistanceSq(meshA, relative, elementA, meshB, none, elementB);
    if (point->corner == CD_FACE_VERTEX)
        return getVertexDistanceSq(meshB, none, elementB, meshA, relative, elementA);
    return getEdgeDistanceSq(point, meshA, relative, meshB, none);
}

static bool isSameNormal(cdVec3 a, cdVec3 b) {
    return cdLengthSq(cdSub(a, b)) <= SAME_NORMAL * SAME_NORMAL;
}

// Whether `at` is over the hull of the points of one region and one normal, in order about it: a point, a
// segment or a convex polygon; within the tolerance.
static bool isOverHull(const cdWorldPair *pair, int32_t first, int32_t count, cdVec3 at, cdVec3 normal) {
    double tolerance = pair->regions.tolerance;
    cdVec3 corners[CD_PAIR_POINTS];
    for (int32_t i = 0; i < count; i++)
        corners[i] = cdPlacePoint(&pair->points[first + i], pair->seenA, pair->seenB).point;
    if (count < 3) return cdGetSegmentDistanceSq(at, corners[0], corners[count - 1]) <= tolerance * tolerance;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 side = cdSub(corners[(i + 1) % count], corners[i]);
        double inside = cdDot(normal, cdCross(side, cdSub(at, corners[i])));
        if (inside < -tolerance * cdLength(side)) return false;
    }
    return fabs(cdDot(normal, cdSub(at, corners[0]))) <= tolerance;
}

// Whether the pair's points of regions say what this one does.
static bool isToldByRegions(const cdWorldPair *pair, const cdPlacedPoint *placed) {
    for (int32_t first = 0, next = 0; first < pair->regionPointCount; first = next) {
        for (next = first + 1; next < pair->regionPointCount && pair->points[next].corner > 0;)
            next++;
        cdPlacedPoint own = cdPlacePoint(&pair->points[first], pair->seenA, pair->seenB);
        if (!isSameNormal(own.normal, placed->normal)) continue;
        if (isOverHull(pair, first, next - first, placed->point, own.normal)) return true;
    }
    return false;
}

static bool isSamePlace(cdPlace x, cdPlace y) {
    return x.where == y.where && x.index == y.index;
}

static bool isToldByTouches(const cdWorldPair *pair, const cdContactPoint *point,
                            const cdPlacedPoint *placed) {
    double tolerance = pair->regions.tolerance / (2.0 * CD_LARGEST_GAP);
    for (int32_t i = pair->regionPointCount; i < pair->pointCount; i++) {
        const cdContactPoint *own = &pair->points[i];
        if (own->corner == point->corner && isSamePlace(own->placeA, point->placeA) &&
            isSamePlace(own->placeB, point->placeB))
            return true;
        cdPlacedPoint there = cdPlacePoint(own, pair->seenA, pair->seenB);
        if (isSameNormal(there.normal, placed->normal) &&
            cdLengthSq(cdSub(there.point, placed->point)) <= tolerance * tolerance)
            return true;
    }
    return false;
}

bool cdAddPairPoint(cdWorldPair *pair, const cdContactPoint *point) {
    if (pair->pointCount == CD_PAIR_POINTS) return false;
    cdPlacedPoint placed = cdPlacePoint(point, pair->seenA, pair->seenB);
    if (isToldByRegions(pair, &placed) || isToldByTouches(pair, point, &placed)) return false;
    pair->points[pair->pointCount++] = *point;
    pair->touches = true;
    return true;
}

static void keepTouchPoints(cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b,
                            const cdContactPoint *before, int32_t count) {
    double tolerance = pair->regions.tolerance;
    for (int32_t i = 0; i < count; i++) {
        if (!cdIsTouchPoint(&before[i])) continue;
        double gap = cdGetPointGap(&before[i], a->pose, b->pose);
        bool near = getElementDistanceSq(&before[i], a, b) <= tolerance * tolerance;
        if (near && fabs(gap) <= tolerance) cdAddPairPoint(pair, &before[i]);
    }
}

// --- (3)

// What of the points of the last time is still to be given.
typedef struct Known {
    const cdContactPoint *points; // points[count]
    int32_t count;
    bool given[CD_PAIR_POINTS];
    double reachSq;
} Known;

static double getMoveSq(const cdContactPoint *from, const cdContactPoint *to) {
    return cdMin(cdLengthSq(cdSub(from->localA, to->localA)), cdLengthSq(cdSub(from->localB, to->localB)));
}

static bool isAlike(const cdContactPoint *from, const cdContactPoint *to) {
    if (cdIsTouchPoint(from) != cdIsTouchPoint(to)) return true;
    return isSamePlace(from->placeA, to->placeA) && isSamePlace(from->placeB, to->placeB);
}

// The nearest that has nearly the same normal; -1: none.
static int32_t findKnown(const Known *known, const cdContactPoint *point, cdPose poseA, cdPose poseB) {
    cdVec3 normal = cdPlacePoint(point, poseA, poseB).normal;
    double nearest = known->reachSq;
    int32_t found = -1;
    for (int32_t i = 0; i < known->count; i++) {
        const cdContactPoint *own = &known->points[i];
        if (known->given[i] || !isAlike(own, point)) continue;
        double moveSq = getMoveSq(own, point);
        if (!(moveSq < nearest)) continue;
        if (cdDot(cdPlacePoint(own, poseA, poseB).normal, normal) < LIKE_NORMAL) continue;
        nearest = moveSq;
        found = i;
    }
    return found;
}

static void carryImpulses(cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b,
                          const cdContactPoint *before, int32_t count) {
    double reach = MATCH_REACH * cdMin(a->surface->info.radius, b->surface->info.radius);
    Known known = {.points = before, .count = count, .reachSq = reach * reach};
    for (int32_t i = 0; i < pair->pointCount; i++) {
        cdContactPoint *point = &pair->points[i];
        int32_t k = findKnown(&known, point, a->pose, b->pose);
        if (k < 0) continue;
        known.given[k] = true;
        point->impulse = before[k].impulse;
        point->friction[0] = before[k].friction[0];
        point->friction[1] = before[k].friction[1];
    }
}

// --- (4)

void cdFindPairPoints(cdWorldPair *pair, const cdWorldBody *a, const cdWorldBody *b, double margin,
                      cdScratch scratch) {
    if (cdIsSamePose(pair->seenA, a->pose) && cdIsSamePose(pair->seenB, b->pose)) return;
    cdContactPoint before[CD_PAIR_POINTS];
    int32_t count = pair->pointCount;
    memcpy(before, pair->points, (size_t)count * sizeof *before);
    findRegions(pair, a, b, cdGetTouchTolerance(margin), scratch);
    pair->seenA = a->pose;
    pair->seenB = b->pose;
    pair->pointCount = pair->regionPointCount = listRegionPoints(pair, a, b, pair->points);
    keepTouchPoints(pair, a, b, before, count);
    carryImpulses(pair, a, b, before, count);
    pair->touches = pair->pointCount > 0;
    if (!pair->touches) return;
    cdPlacedPoint first = cdPlacePoint(&pair->points[0], a->pose, b->pose);
    pair->lastPoint = first.point;
    pair->lastNormal = first.normal;
}
