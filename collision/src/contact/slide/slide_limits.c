// Contact regions as rows of a least-constraint program.
//
// (1) Skip pairs of a mesh of A and an obstacle whose bounds are farther than the tolerance, beyond the
// clearance: by spheres, then by boxes.
// (2) The sufficient subset of the contact regions with each of the others [BV92 Theorem 1: it forbids
// everything that the whole set forbids]. The tolerance is twice the gap that stops leave, so that it
// includes the contact that stopped the body. (3) A row for each point and normal: the corners of a polygon
// suffice for all of it, and of a polygon of many corners the outermost along 32 directions. (4) If regions
// are of no use, because the surfaces cross or memory was too small, they give no rows: the query that then
// stops the body reports its own contact. (5) With a clearance: a row for each pair of features at it.
#include "contact/slide/slide_limits.h"
#include "contact/region_work.h"
#include "contact/slide/clear_limits.h"
#include "foundation/numbers/functions.h"
#include "solid/features/features_data.h"

#include <math.h>

enum { CORNERS = 32 };

double cdGetStopMargin(const cdSlideInput *input, cdSlidePair pair) {
    const cdObstaclesInput *step = &input->step;
    const cdObstacle *other = cdGetSlideObstacle(input, pair);
    const cdFirstContactInput leg = {.meshA = cdGetSlideMesh(input, pair),
                                     .meshB = other->mesh,
                                     .startA = cdPlaceSlideShape(input, pair.shape, step->start),
                                     .targetA = cdPlaceSlideShape(input, pair.shape, step->target),
                                     .startB = other->pose,
                                     .margin = step->margin};
    return cdChooseMargin(&leg, 0.0);
}

double cdGetLimitTolerance(const cdSlideInput *input, cdSlidePair pair) {
    return 2.0 * CD_LARGEST_GAP * cdGetStopMargin(input, pair);
}

// --- (1)

static cdVec3 getExtent(cdBox3 box) {
    return cdScale(0.5, cdSub(box.upper, box.lower));
}

// Returns half the size of a box's image under a rotation.
static cdVec3 turnExtent(cdQuat q, cdVec3 extent) {
    cdVec3 x = cdRotate(q, (cdVec3){extent.x, 0.0, 0.0}), y = cdRotate(q, (cdVec3){0.0, extent.y, 0.0}),
           z = cdRotate(q, (cdVec3){0.0, 0.0, extent.z});
    return (cdVec3){fabs(x.x) + fabs(y.x) + fabs(z.x), fabs(x.y) + fabs(y.y) + fabs(z.y),
                    fabs(x.z) + fabs(y.z) + fabs(z.z)};
}

static bool boxesMeet(cdVec3 between, cdVec3 a, cdVec3 b, double tolerance) {
    return fabs(between.x) <= a.x + b.x + tolerance && fabs(between.y) <= a.y + b.y + tolerance &&
           fabs(between.z) <= a.z + b.z + tolerance;
}

// Centres of the bounding boxes and of the bounding spheres are the same points.
bool cdIsPairNear(const cdSlideInput *input, cdSlidePair pair, cdPose pose) {
    const cdObstacle *obstacle = cdGetSlideObstacle(input, pair);
    const cdMesh *a = cdGetSlideMesh(input, pair), *b = obstacle->mesh;
    cdPose poseA = cdPlaceSlideShape(input, pair.shape, pose);
    double tolerance = cdGetLimitTolerance(input, pair) + cdGetSlideClearance(input, pair);
    cdVec3 between = cdSub(cdTransformPoint(poseA, a->center), cdTransformPoint(obstacle->pose, b->center));
    if (cdLength(between) > a->radius + b->radius + tolerance) return false;
    cdVec3 extentA = getExtent(a->info.bounds), extentB = getExtent(b->info.bounds);
    cdQuat toB = cdMulQuat(cdConjugate(obstacle->pose.q), poseA.q);
    return boxesMeet(cdInvRotate(obstacle->pose.q, between), turnExtent(toB, extentA), extentB, tolerance) &&
           boxesMeet(cdInvRotate(poseA.q, between), extentA, turnExtent(cdConjugate(toB), extentB),
                     tolerance);
}

// --- (3)

bool cdAddLimit(cdSlideLimits *limits, cdVec3 center, cdLimitMark mark) {
    if (limits->rowCount == limits->rowCapacity) return false;
    cdVec3 arm = cdSub(mark.point, center);
    limits->marks[limits->rowCount] = mark;
    limits->rows[limits->rowCount++] =
        (cdLimitRow){.linear = mark.normal, .angular = cdCross(arm, mark.normal)};
    return true;
}

static cdVec3 turnAlong(cdPose from, cdPose to, cdVec3 direction) {
    return cdRotate(to.q, cdInvRotate(from.q, direction));
}

// Returns the common perpendicular of edges that cross, on A's side, after A has moved.
static cdVec3 getPerpendicular(const cdLimitMark *mark, cdVec3 edgeA) {
    cdVec3 across = cdCross(edgeA, mark->edgeB);
    if (cdDot(cdCross(mark->edgeA, mark->edgeB), mark->normal) < 0.0) across = cdNegate(across);
    return cdLengthSq(across) > 0.0 ? cdNormalize(across) : mark->normal;
}

static cdVec3 dropAlong(cdVec3 v, cdVec3 direction) {
    double lengthSq = cdLengthSq(direction);
    return lengthSq > 0.0 ? cdMulAdd(v, -cdDot(v, direction) / lengthSq, direction) : v;
}

// Returns the vector from the point or line of B to that of A, after A has moved: `between` leads from a
// point of one to a point of the other.
static cdVec3 getShortest(const cdLimitMark *mark, cdVec3 edgeA, cdVec3 between) {
    return dropAlong(dropAlong(between, edgeA), mark->edgeB);
}

double cdGetHeightAfter(const cdLimitMark *mark, cdPose from, cdPose to) {
    cdVec3 local = cdInvTransformPoint(from, mark->point);
    cdVec3 moved = cdSub(cdTransformPoint(to, local), mark->under), normal = mark->normal;
    if (mark->kind == CD_LIMIT_ROUND)
        return cdLength(getShortest(mark, turnAlong(from, to, mark->edgeA), moved)) - mark->clearance;
    if (mark->kind == CD_LIMIT_PLANE) normal = turnAlong(from, to, normal);
    if (mark->kind == CD_LIMIT_EDGES) normal = getPerpendicular(mark, turnAlong(from, to, mark->edgeA));
    return cdDot(normal, moved) - mark->clearance;
}

// Returns the point of A's line nearest to B's, which goes through `onB`; for parallel lines `onA`.
static cdVec3 getNearest(cdVec3 onA, cdVec3 edgeA, cdVec3 onB, cdVec3 edgeB) {
    cdVec3 between = cdSub(onB, onA);
    double aa = cdLengthSq(edgeA), bb = cdLengthSq(edgeB), ab = cdDot(edgeA, edgeB);
    double determinant = aa * bb - ab * ab;
    if (!(determinant > 1e-6 * aa * bb)) return onA;
    double share = (bb * cdDot(edgeA, between) - ab * cdDot(edgeB, between)) / determinant;
    return cdMulAdd(onA, share, edgeA);
}

cdLimitRow cdMoveLimit(const cdLimitMark *mark, cdPose from, cdPose to, cdVec3 center) {
    cdVec3 local = cdInvTransformPoint(from, mark->point);
    cdVec3 moved = cdTransformPoint(to, local), point = moved, normal = mark->normal;
    if (mark->kind == CD_LIMIT_PLANE) {
        point = mark->under;
        normal = turnAlong(from, to, normal);
    }
    if (mark->kind == CD_LIMIT_EDGES) {
        cdVec3 edge = turnAlong(from, to, mark->edgeA);
        normal = getPerpendicular(mark, edge);
        point = getNearest(moved, edge, mark->under, mark->edgeB);
    }
    if (mark->kind == CD_LIMIT_ROUND) {
        cdVec3 shortest = getShortest(mark, turnAlong(from, to, mark->edgeA), cdSub(moved, mark->under));
        // For an edge of A its point nearest to B's vertex; else A's vertex.
        if (cdLengthSq(mark->edgeA) > 0.0) point = cdAdd(mark->under, shortest);
        normal = cdLengthSq(shortest) > 0.0 ? cdNormalize(shortest) : mark->normal;
    }
    return (cdLimitRow){.linear = normal,
                        .angular = cdCross(cdSub(point, center), normal),
                        .bound = mark->clearance - cdDot(normal, cdSub(moved, mark->under))};
}

static cdVec3 getEdge(const cdFeatures *features, cdPose pose, int32_t edge) {
    const cdBrep *brep = &features->brep;
    cdVec3 from = brep->points[brep->halfEdges[2 * edge].start];
    return cdRotate(pose.q, cdSub(brep->points[brep->halfEdges[2 * edge + 1].start], from));
}

// Returns the mark of a region's points and normals; edges along each other are represented by the faces
// beside them. `pose`: of the pair's mesh.
static cdLimitMark makeMark(const cdSlideInput *input, cdPose pose, const cdContactRegion *region,
                            cdSlidePair pair) {
    cdLimitMark mark = {.pair = pair, .certain = !region->indeterminate};
    cdLocation a = region->locationA, b = region->locationB;
    if (a.kind == CD_ON_FACE && b.kind != CD_ON_FACE) mark.kind = CD_LIMIT_PLANE;
    if (a.kind == CD_ON_EDGE && b.kind == CD_ON_EDGE && region->dimension == 0) {
        mark.kind = CD_LIMIT_EDGES;
        mark.edgeA = getEdge(cdGetSlideMesh(input, pair)->features, pose, a.index);
        const cdObstacle *other = cdGetSlideObstacle(input, pair);
        mark.edgeB = getEdge(other->mesh->features, other->pose, b.index);
    }
    return mark;
}

static cdVec3 getMeshEdge(const cdMesh *mesh, cdPose pose, int32_t edge) {
    const int32_t *ends = &mesh->edges[2 * edge];
    return cdRotate(pose.q, cdSub(mesh->vertices[ends[1]], mesh->vertices[ends[0]]));
}

bool cdAddStop(const cdSlideInput *input, cdPose pose, cdVec3 center, const cdFirstContact *stop,
               int32_t shape, cdSlideLimits *limits) {
    cdSlidePair pair = {shape, stop->obstacle};
    if (cdGetSlideClearance(input, pair) > 0.0)
        return cdAddLimit(limits, center, cdMakeClearStop(input, pose, stop, shape));
    cdLimitMark mark = {.point = stop->point, .under = stop->point, .normal = stop->normal, .pair = pair};
    if (stop->kind == CD_FACE_VERTEX) mark.kind = CD_LIMIT_PLANE;
    if (stop->kind == CD_EDGE_EDGE) {
        const cdObstacle *other = cdGetSlideObstacle(input, pair);
        cdPose own = cdPlaceSlideShape(input, shape, pose);
        mark.kind = CD_LIMIT_EDGES;
        mark.edgeA = getMeshEdge(cdGetSlideMesh(input, pair), own, stop->featureA.index);
        mark.edgeB = getMeshEdge(other->mesh, other->pose, stop->featureB.index);
    }
    return cdAddLimit(limits, center, mark);
}

static void addPoint(cdSlideLimits *limits, cdVec3 center, const cdContactRegion *region, cdVec3 point,
                     cdLimitMark mark) {
    mark.point = mark.under = point;
    for (int32_t n = 0; n < region->normalCount; n++) {
        mark.normal = region->normals[n];
        cdAddLimit(limits, center, mark);
    }
}

// Adds the outermost corners of a polygon.
static void addOutermost(cdSlideLimits *limits, cdVec3 center, const cdContactRegion *region,
                         const cdVec3 *points, cdLimitMark mark) {
    cdVec3 normal = region->normals[0], side = {1.0, 0.0, 0.0};
    if (fabs(normal.x) > 0.7) side = (cdVec3){0.0, 1.0, 0.0};
    cdVec3 x = cdNormalize(cdCross(normal, side)), y = cdCross(normal, x);
    int32_t last = -1;
    for (int k = 0; k < CORNERS; k++) {
        double angle = 2.0 * 3.14159265358979323846 * k / CORNERS;
        cdVec3 way = cdMulAdd(cdScale(cdCos(angle), x), cdSin(angle), y);
        int32_t best = 0;
        for (int32_t i = 1; i < region->pointCount; i++)
            if (cdDot(way, cdSub(points[i], points[best])) > 0.0) best = i;
        if (best != last) addPoint(limits, center, region, points[best], mark);
        last = best;
    }
}

static void addRegions(const cdSlideInput *input, cdPose pose, cdVec3 center, cdSlidePair pair,
                       cdSlideLimits *limits) {
    const cdContactRegions *found = &limits->regions;
    for (int32_t r = 0; r < found->regionCount; r++) {
        const cdContactRegion *region = &found->regions[r];
        const cdVec3 *points = found->points + region->firstPoint;
        cdLimitMark mark = makeMark(input, pose, region, pair);
        limits->regionCount++;
        if (region->pointCount > CORNERS && region->normalCount > 0) {
            addOutermost(limits, center, region, points, mark);
            continue;
        }
        for (int32_t i = 0; i < region->pointCount; i++)
            addPoint(limits, center, region, points[i], mark);
    }
}

// --- (2), (4)

// True if nothing is missing, and no normal depends on the intended motion.
static bool isWhole(const cdContactRegions *regions) {
    bool whole = regions->state != CD_UNDECIDED && !regions->truncated;
    for (int32_t i = 0; i < regions->regionCount; i++)
        whole = whole && !regions->regions[i].indeterminate;
    return whole;
}

// False if rows may be missing, or depend on the intended motion.
static bool collectFromRegions(const cdLimitRequest *request, cdSlidePair pair, cdSlideNear *near,
                               cdSlideLimits *limits, cdWorkspace *workspace) {
    const cdSlideInput *input = request->input;
    const cdObstacle *other = cdGetSlideObstacle(input, pair);
    cdPose pose = cdPlaceSlideShape(input, pair.shape, request->pose);
    cdMeter *meter = request->meter;
    cdVelocity velocity = {request->center, request->intended.linear, request->intended.angular};
    cdRegionsInput regions = {.meshA = cdGetSlideMesh(input, pair),
                              .meshB = other->mesh,
                              .interior = CD_INTERIOR_EMPTY,
                              .regions = limits->regions.regions,
                              .points = limits->regions.points,
                              .regionCapacity = CD_SLIDE_REGIONS,
                              .pointCapacity = CD_SLIDE_POINTS,
                              .poseA = pose,
                              .poseB = other->pose,
                              .tolerance = cdGetLimitTolerance(input, pair),
                              .velocityA = &velocity,
                              .sufficientOnly = true};
    const cdNearList *list = cdGetSlideList(near, input, pair, request->pose, meter);
    cdSharedWork work = {.meter = meter, .near = list, .apart = true};
    limits->regions = cdFindContactRegionsBy(&regions, &work, workspace);
    if (limits->regions.reason == CD_REASON_WORKSPACE) cdStopMeter(meter, CD_REASON_WORKSPACE);
    if (limits->regions.state != CD_UNDECIDED) addRegions(input, pose, request->center, pair, limits);
    return isWhole(&limits->regions);
}

// --- (5)

static bool collectFromPairs(const cdLimitRequest *request, cdSlidePair pair, cdSlideLimits *limits,
                             cdWorkspace *workspace) {
    double tolerance = cdGetLimitTolerance(request->input, pair);
    cdInterval heights = {-tolerance, tolerance};
    cdClearList list =
        cdListClearPairs(request->input, pair, request->pose, heights, request->meter, workspace);
    bool hasRoom = list.whole;
    for (int32_t i = 0; i < list.count && hasRoom; i++) {
        cdLimitMark mark = cdMakeClearMark(request->input, pair, request->pose, &list.pairs[i]);
        mark.clearance = list.pairs[i].distance; // no nearer than it is, as with regions
        hasRoom = cdAddLimit(limits, request->center, mark);
    }
    limits->regionCount += list.count;
    return hasRoom;
}

// --- All pairs

void cdCollectLimits(const cdLimitRequest *request, cdSlideNear *near, cdSlideLimits *limits,
                     cdWorkspace *workspace) {
    const cdSlideInput *input = request->input;
    if (cdReadLimitCache(request, limits)) return;
    bool whole = true;
    limits->rowCount = limits->regionCount = 0;
    limits->tolerance = 0.0;
    int64_t pairCount = cdCountSlidePairs(input);
    for (int64_t i = 0; i < pairCount; i++) {
        cdSlidePair pair = cdGetSlidePair(input, i);
        if (!cdIsPairNear(input, pair, request->pose)) continue;
        bool complete = cdGetSlideClearance(input, pair) > 0.0
                            ? collectFromPairs(request, pair, limits, workspace)
                            : collectFromRegions(request, pair, near, limits, workspace);
        limits->tolerance = cdMax(limits->tolerance, cdGetLimitTolerance(input, pair));
        whole = whole && complete;
    }
    if (request->cache != NULL) cdWriteLimitCache(request, whole, limits);
}
