// Updates the contact points of a pair of shapes at their current poses.
//
// Input: a pair with its previous points, and both shapes. Output: its points at the current poses. Source:
// [BV92 3], the temporary contacts C_t from C_(t - dt). Steps: (1) the sufficient subset of the contact
// regions, given the previous ones, so that chosen normals persist; a point for each corner and normal,
// reduced to those needed (point_choice.c). At the end of a free path penetration is not tested. A quarter of
// the capacity is reserved for (2), the points of first contacts (touch_points.c). (3) A point inherits the
// impulses of the previous point with the same features and normal that is closest in the frame of either
// body, so that bodies may slide and roll. Points of first contacts and of regions are matched by position
// alone. (4) If regions are unusable, because the surfaces cross by rounding or memory is too small, there
// are only points of first contacts. (5) While the pair has moved by less than half the tolerance since the
// last search for regions, what was beyond the tolerance is still farther apart than the other half, which is
// the largest gap of resting contacts. The points stay; their gaps are exact at any poses. That does not hold
// if points were left out, or if one is behind a surface: the caller has placed a body on the other side of
// something thin. (6) Paths tested before may show that the pair is farther apart than the tolerance: then
// there are no points of regions.
#include "world/contacts/contact_set.h"

#include "contact/pairs/near_triangles.h"
#include "continuous/first_contact.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "world/contacts/clear_points.h"
#include "world/contacts/clearance.h"
#include "world/contacts/point_choice.h"
#include "world/contacts/touch_points.h"
#include "world/step_work.h"

#include <string.h>

// Capacities of the scratch memory, which holds the whole intersection set.
enum { WORK_REGIONS = 2048, WORK_CORNERS = 8192, WORK_POINTS = 2048 };
enum { REGION_POINTS = CD_PAIR_POINTS - CD_PAIR_POINTS / 4 };

// Warm starts, where a wrong one costs iterations: minimum cosine of normals, and maximum motion of a point,
// as a fraction of the smaller radius.
static const double LIKE_NORMAL = 0.9, MATCH_REACH = 0.1;

// Depth of a gap below 0 beyond rounding, as a fraction of the tolerance.
static const double BEHIND = 0x1p-10;

typedef struct PairMemory {
    cdWorldPair pair; // first: both have the same address
    cdContactPoint points[CD_PAIR_POINTS];
    cdContactRegion regions[CD_PAIR_REGIONS];
} PairMemory;

// Most pairs have few points and regions: only those are written.
cdWorldPair *cdCreatePair(void) {
    PairMemory *memory = cdAllocateUnset(sizeof *memory);
    if (memory == NULL) return NULL;
    memory->pair = (cdWorldPair){.points = memory->points, .regions = {.regions = memory->regions}};
    return &memory->pair;
}

void cdDestroyPair(cdWorldPair *pair) {
    cdFree(pair);
}

void cdResetPair(cdWorldPair *pair, int32_t bodyA, int32_t shapeA, int32_t bodyB, int32_t shapeB) {
    *pair = (cdWorldPair){.bodyA = bodyA,
                          .bodyB = bodyB,
                          .shapeA = shapeA,
                          .shapeB = shapeB,
                          .points = pair->points,
                          .regions = {.regions = pair->regions.regions}};
}

static cdPlacedShape placeShape(const cdWorld *world, int32_t body, int32_t index) {
    const cdWorldBody *own = &world->bodies[body];
    const cdWorldShape *shape = cdGetShape(world, own, index);
    return (cdPlacedShape){shape->mesh, cdPlaceShape(shape, own->pose), shape->radius, own};
}

cdPlacedShape cdGetPlacedA(const cdWorld *world, const cdWorldPair *pair) {
    return placeShape(world, pair->bodyA, pair->shapeA);
}

cdPlacedShape cdGetPlacedB(const cdWorld *world, const cdWorldPair *pair) {
    return placeShape(world, pair->bodyB, pair->shapeB);
}

double cdGetTouchTolerance(double margin) {
    return 2.0 * CD_LARGEST_GAP * margin;
}

// --- (6)

// Returns a lower bound on the distance beyond the one that the two keep, by their clearance at another pose;
// 0 or less: unknown.
static double getKnownGap(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    if (!(pair->clearance > 0.0)) return 0.0;
    cdPose relative = cdInvMulPose(b->pose, a->pose);
    return pair->clearance - cdGetWayBound(a->mesh->center, a->mesh->radius, pair->clearAt, relative);
}

// A free path ends beyond a touch. Its start may be a touch that the path leaves, and then counts as unknown.
bool cdAreKnownApart(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    if (pair->crosses) return false;
    bool endsHere =
        cdIsSamePose(pair->freeTo[0], a->body->pose) && cdIsSamePose(pair->freeTo[1], b->body->pose);
    return endsHere || getKnownGap(pair, a, b) > 0.0;
}

// --- Scratch memory

typedef struct Work {
    cdContactRegions regions;
    cdContactPoint *points; // points[WORK_POINTS]
    cdPlacedPoint *placed;  // placed[WORK_POINTS]
    cdMeter *meter;         // of the step
    cdWorkspace *workspace; // for the regions
    bool leavesOut;         // true if points within the tolerance are missing
} Work;

static const size_t WORK_SIZE = WORK_REGIONS * sizeof(cdContactRegion) + WORK_CORNERS * sizeof(cdVec3) +
                                WORK_POINTS * (sizeof(cdContactPoint) + sizeof(cdPlacedPoint)) + 256;

bool cdReservePairWork(cdWorkspace *workspace, int32_t workerCount, const cdMesh *const meshes[2]) {
    cdWorkspaceNeed need = {.meshes = meshes,
                            .meshCount = 2,
                            .regionCapacity = WORK_REGIONS,
                            .pointCapacity = WORK_CORNERS,
                            .workerCount = workerCount};
    bool enough = cdReserveWorkspace(workspace, &need);
    for (int32_t i = 0; enough && (i == 0 || i < workerCount); i++)
        enough = cdUseWorkPart(cdGetWorkerSpace(workspace, i), CD_WORK_POINTS, WORK_SIZE) != NULL;
    return enough;
}

static bool layOutWork(Work *work, cdWorkspace *workspace) {
    cdMemory memory = {.next = cdUseWorkPart(workspace, CD_WORK_POINTS, WORK_SIZE), .left = WORK_SIZE};
    work->workspace = workspace;
    work->regions = (cdContactRegions){.regionCount = 0};
    work->regions.regions = cdTakeMemory(&memory, WORK_REGIONS, sizeof *work->regions.regions);
    work->regions.points = cdTakeMemory(&memory, WORK_CORNERS, sizeof *work->regions.points);
    work->points = cdTakeMemory(&memory, WORK_POINTS, sizeof *work->points);
    work->placed = cdTakeMemory(&memory, WORK_POINTS, sizeof *work->placed);
    return work->placed != NULL;
}

// --- (1)

// True if the bounding spheres, widened by `reach` in all, are disjoint.
static bool areSpheresApart(const cdPlacedShape *a, const cdPlacedShape *b, double reach) {
    const cdMesh *meshA = a->mesh, *meshB = b->mesh;
    cdVec3 turnedA = cdRotate(a->pose.q, meshA->center), turnedB = cdRotate(b->pose.q, meshB->center);
    cdVec3 between = cdAdd(cdSub(a->pose.p, b->pose.p), cdSub(turnedA, turnedB));
    return cdLength(between) > 1.000001 * (meshA->radius + meshB->radius + reach);
}

// Keeps the regions, without their points, for the persistence of normals at the next update.
static void keepRegions(cdWorldPair *pair, const cdContactRegions *found) {
    cdContactRegion *kept = pair->regions.regions;
    pair->regions = *found;
    pair->regions.regions = kept;
    pair->regions.points = NULL;
    pair->regions.pointCount = 0;
    if (found->regionCount > CD_PAIR_REGIONS) pair->regions.regionCount = CD_PAIR_REGIONS;
    memcpy(kept, found->regions, (size_t)pair->regions.regionCount * sizeof *kept);
}

// Leaves work->regions empty if they are unusable.
static void findRegions(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                        double tolerance, Work *work) {
    work->regions.tolerance = tolerance;
    if (areSpheresApart(a, b, tolerance) || getKnownGap(pair, a, b) > tolerance) return;
    cdVelocity velocityA = cdGetRigidVelocity(a->body), velocityB = cdGetRigidVelocity(b->body);
    cdRegionsInput input = {.meshA = a->mesh,
                            .meshB = b->mesh,
                            .interior = CD_INTERIOR_EMPTY,
                            .regions = work->regions.regions,
                            .points = work->regions.points,
                            .regionCapacity = WORK_REGIONS,
                            .pointCapacity = WORK_CORNERS,
                            .poseA = a->pose,
                            .poseB = b->pose,
                            .tolerance = tolerance,
                            .velocityA = &velocityA,
                            .velocityB = &velocityB,
                            .sufficientOnly = true,
                            .previous = pair->regions.regionCount > 0 ? &pair->regions : NULL};
    const cdSharedWork shared = {.meter = work->meter, .apart = cdAreKnownApart(pair, a, b)};
    work->regions = cdFindContactRegionsBy(&input, &shared, work->workspace);
    work->leavesOut = work->regions.state != CD_CONTACT && work->regions.state != CD_FREE;
    if (work->regions.state != CD_CONTACT) work->regions.regionCount = 0;
}

static void placePoints(Work *work, int32_t count, cdPose poseA, cdPose poseB) {
    for (int32_t i = 0; i < count; i++)
        work->placed[i] = cdPlacePoint(&work->points[i], poseA, poseB);
}

// Bodies are disjoint, so a point behind a surface is at the far side of something thin.
static int32_t dropBehind(Work *work, int32_t count, double tolerance) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!(work->placed[i].gap >= -BEHIND * tolerance)) continue;
        if (kept < i) {
            work->points[kept] = work->points[i];
            work->placed[kept] = work->placed[i];
        }
        kept++;
    }
    return kept;
}

static int32_t makeRegionPoints(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                                double tolerance, Work *work) {
    int32_t count = 0;
    findRegions(pair, a, b, tolerance, work);
    for (int32_t i = 0; i < work->regions.regionCount; i++)
        count += cdMakeRegionPoints(&work->regions, &work->regions.regions[i], a->mesh->features, a->pose,
                                    b->mesh->features, b->pose, work->points + count, WORK_POINTS - count);
    placePoints(work, count, a->pose, b->pose);
    int32_t kept = dropBehind(work, count, tolerance);
    work->leavesOut = work->leavesOut || kept < count;
    return kept;
}

// Bodies that keep a distance: creates a point for each pair of features at about that distance.
static int32_t makeClearPoints(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                               double tolerance, Work *work) {
    double distance = pair->offsets.a + pair->offsets.b;
    work->regions.tolerance = tolerance;
    if (areSpheresApart(a, b, distance + tolerance) || getKnownGap(pair, a, b) > tolerance) return 0;
    cdClearSearch search = {.a = a->mesh,
                            .b = b->mesh,
                            .toB = cdFindToB(a->mesh, a->pose, b->mesh, b->pose),
                            .nearest = cdMax(distance - BEHIND * tolerance, 0.5 * distance),
                            .farthest = distance + tolerance,
                            .slope = cdMin(1.0, tolerance / a->radius),
                            .meter = work->meter};
    cdClearList list = cdFindClearPairs(&search, cdOpenArena(&work->workspace->arena));
    if (work->meter->reason == CD_REASON_WORKSPACE) work->regions.reason = CD_REASON_WORKSPACE;
    int32_t count = list.count < WORK_POINTS ? list.count : WORK_POINTS;
    for (int32_t i = 0; i < count; i++)
        work->points[i] = cdMakeClearPoint(&list.pairs[i], a->mesh, b->mesh, search.toB, pair->offsets);
    placePoints(work, count, a->pose, b->pose);
    return count;
}

static bool findRegionPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                             double tolerance, cdMeter *meter, cdWorkspace *workspace) {
    Work work = {.points = NULL, .meter = meter};
    bool laidOut = layOutWork(&work, workspace);
    int32_t count = 0;
    if (laidOut)
        count = cdKeepsDistance(pair) ? makeClearPoints(pair, a, b, tolerance, &work)
                                      : makeRegionPoints(pair, a, b, tolerance, &work);
    cdResumeMeter(meter);
    if (cdIsOut(meter)) return true;
    pair->regionPointCount = 0;
    if (laidOut) {
        cdMemory memory = cdOpenArena(&workspace->arena);
        pair->regionPointCount =
            cdChoosePoints(work.points, work.placed, count, tolerance, memory, pair->points, REGION_POINTS);
        keepRegions(pair, &work.regions);
    }
    pair->pointCount = pair->regionPointCount;
    bool enough = laidOut && work.regions.reason != CD_REASON_WORKSPACE, known = enough && !work.leavesOut;
    pair->foundA = known ? a->pose : cdNowhere();
    pair->foundB = known ? b->pose : cdNowhere();
    return enough;
}

// --- (3)

// The previous points whose impulses have not been inherited yet.
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
    return cdIsSameLocation(from->locationA, to->locationA) &&
           cdIsSameLocation(from->locationB, to->locationB);
}

// Returns the closest previous point with nearly the same normal; -1: none.
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

static void carryImpulses(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b,
                          const cdContactPoint *before, int32_t count) {
    double reach = MATCH_REACH * cdMin(a->radius, b->radius);
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

static void noteFirst(cdWorldPair *pair) {
    pair->touches = pair->pointCount > 0;
    if (!pair->touches) return;
    cdPlacedPoint first = cdPlacePoint(&pair->points[0], pair->seenA, pair->seenB);
    pair->lastPoint = first.point;
    pair->lastNormal = first.normal;
}

// --- (5)

// Returns the maximum motion of A's points in B's frame.
static double getMotion(const cdPlacedShape *a, cdPose fromA, cdPose fromB, cdPose toA, cdPose toB) {
    cdPose from = cdInvMulPose(fromB, fromA), to = cdInvMulPose(toB, toA);
    cdVec3 center = a->mesh->center;
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    double sine = cdLength((cdVec3){turn.x, turn.y, turn.z});
    return cdLength(cdSub(cdTransformPoint(to, center), cdTransformPoint(from, center))) +
           2.0 * sine * a->radius;
}

static bool hasHardlyMoved(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    return cdIsUnitQuat(pair->foundA.q) && cdIsUnitQuat(pair->foundB.q) &&
           getMotion(a, pair->foundA, pair->foundB, a->pose, b->pose) <= 0.5 * pair->regions.tolerance;
}

static bool isPointBehind(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    double least = -BEHIND * pair->regions.tolerance;
    for (int32_t i = 0; i < pair->regionPointCount; i++)
        if (!(cdGetPointGap(&pair->points[i], a->pose, b->pose) >= least)) return true;
    return false;
}

// --- (4)

bool cdHasPointsHere(const cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    return cdIsSamePose(pair->seenA, a->pose) && cdIsSamePose(pair->seenB, b->pose);
}

void cdForgetPairPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b) {
    pair->pointCount = pair->regionPointCount = 0;
    pair->touches = false;
    pair->seenA = a->pose;
    pair->seenB = b->pose;
    pair->foundA = pair->foundB = cdNowhere(); // the next search is not left out
}

bool cdFindPairPoints(cdWorldPair *pair, const cdPlacedShape *a, const cdPlacedShape *b, double margin,
                      cdMeter *meter, cdWorkspace *workspace) {
    if (cdHasPointsHere(pair, a, b)) return true;
    bool enough = true;
    if (hasHardlyMoved(pair, a, b) && !isPointBehind(pair, a, b)) {
        pair->seenA = a->pose;
        pair->seenB = b->pose;
        cdDropFarTouches(pair, a, b);
    } else {
        cdContactPoint before[CD_PAIR_POINTS];
        int32_t count = pair->pointCount;
        memcpy(before, pair->points, (size_t)count * sizeof *before);
        enough = findRegionPoints(pair, a, b, cdGetTouchTolerance(margin), meter, workspace);
        if (cdIsOut(meter)) return enough;
        pair->seenA = a->pose;
        pair->seenB = b->pose;
        cdKeepTouchPoints(pair, a, b, before, count);
        carryImpulses(pair, a, b, before, count);
    }
    noteFirst(pair);
    return enough;
}
