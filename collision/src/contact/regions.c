// cdFindContactRegions: from two surfaces at two poses to the regions in which they touch.
//
// Source: [BV92 4.3], algorithm FindContacts. (1) Both in one frame, B's (its step 1). (2) Candidates: pairs
// of features that may touch (its steps 2 and 3: culled, classified). (3) The intersection set I: the points
// that each pair shares within the tolerance [BV92 Lemma 1]. (4) Penetration, unless it is ruled out: then
// there is no contact to analyze, and the set gives the crossings. (5) Clusters of contact points [V90 4].
// (6) The sufficient subset R [BV92 Definition 2] (its step 4). (7) Normals, from the step before or new (its
// step 5). (8) The world frame.
#include "contact/overlay/kept_faces.h"
#include "contact/pairs/near_triangles.h"
#include "contact/region_work.h"
#include "continuous/first_contact.h"
#include "continuous/proxies/hulls_apart.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "foundation/report/recording.h"

#include <string.h>

// Twice the largest gap that a first contact leaves: resting contacts touch, with room to spare.
static const double DEFAULT_TOLERANCE = 2.0 * CD_LARGEST_GAP * CD_DEFAULT_MARGIN;

void cdAddContactRegion(cdRegionWork *work, cdLocation locationA, cdLocation locationB, const cdVec3 *points,
                        int32_t pointCount, double measure) {
    cdContactRegions *out = work->out;
    out->neededRegions++;
    out->neededPoints += pointCount;
    if (out->regionCount >= work->regionCapacity || pointCount > work->pointCapacity - out->pointCount) {
        out->truncated = true;
        return;
    }
    cdContactRegion *region = &out->regions[out->regionCount++];
    *region = (cdContactRegion){.dimension = pointCount > 2 ? 2 : pointCount - 1,
                                .locationA = locationA,
                                .locationB = locationB,
                                .firstPoint = out->pointCount,
                                .pointCount = pointCount,
                                .measure = measure};
    memcpy(out->points + out->pointCount, points, (size_t)pointCount * sizeof *points);
    out->pointCount += pointCount;
}

// --- (1)

static double chooseTolerance(const cdRegionsInput *input) {
    const cdFeaturesInfo *a = &input->meshA->features->info, *b = &input->meshB->features->info;
    double usual = DEFAULT_TOLERANCE * cdMax(a->radius, b->radius);
    double wanted = input->tolerance > 0.0 ? input->tolerance : usual;
    return cdMax(wanted, cdMax(a->tolerance, b->tolerance));
}

static void openWork(cdRegionWork *work, const cdRegionsInput *input, cdWorkspace *workspace) {
    const cdFeatures *a = work->a, *b = work->b;
    work->workspace = workspace;
    work->memory = cdOpenArena(&workspace->arena);
    cdVec3 centerB = cdTransformPoint(input->poseB, b->info.center);
    cdVec3 centerA = cdTransformPoint(input->poseA, a->info.center);
    cdQuat turnB = cdNormalizeQuat(input->poseB.q);
    work->toWorld = (cdPose){centerB, turnB};
    work->toWork.q = cdNormalizeQuat(cdMulQuat(cdConjugate(turnB), input->poseA.q));
    work->toWork.p = cdInvRotate(turnB, cdSub(centerA, centerB));
    work->borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
    work->tolerance = chooseTolerance(input);
    work->out->tolerance = work->tolerance;
    if (input->interior != CD_INTERIOR_EMPTY && input->meshA->solid != NULL && input->meshB->solid != NULL) {
        work->solidA = input->meshA->solid;
        work->solidB = input->meshB->solid;
    }
}

// --- (2)

static bool findPairs(cdRegionWork *work) {
    bool indexed = work->solidA != NULL && work->input->interior == CD_INTERIOR_AUTO;
    if (!cdMakeRoomForPairs(work, CD_FIRST_PAIRS)) return false;
    bool found = indexed ? cdFindIndexedPairs(work) : cdFindNearPairs(work);
    if (!found) return false;
    cdSortPairs(work);
    work->out->candidateCount = work->pairCount;
    return true;
}

// --- (3)

// Orders regions by dimension, descending. Those of one dimension stay in the order of the pairs: by A's
// feature, then by B's.
static void sortByDimension(cdRegionWork *work) {
    cdContactRegions *out = work->out;
    cdMemory memory = work->memory;
    cdContactRegion *smaller = cdTakeMemory(&memory, (size_t)out->regionCount, sizeof *smaller);
    if (smaller == NULL) {
        cdStopMeter(work->meter, CD_REASON_WORKSPACE);
        return;
    }
    int32_t count = 0, smallerCount = 0;
    for (int32_t i = 0; i < out->regionCount; i++)
        *(out->regions[i].dimension == 2 ? &out->regions[count++] : &smaller[smallerCount++]) =
            out->regions[i];
    for (int32_t dimension = 1; dimension >= 0; dimension--)
        for (int32_t i = 0; i < smallerCount; i++)
            if (smaller[i].dimension == dimension) out->regions[count++] = smaller[i];
}

static void intersect(cdRegionWork *work) {
    cdKeptFaces kept;
    cdOpenKeptFaces(&kept);
    work->kept = &kept;
    for (int32_t i = 0; i < work->pairCount; i++) {
        cdLocation a = cdGetEntityLocation(work->a, work->pairs[i].a);
        cdLocation b = cdGetEntityLocation(work->b, work->pairs[i].b);
        if (!cdSpend(work->meter, cdCountPairWork(work, a, b))) break;
        cdIntersectLocations(work, a, b);
    }
    work->kept = NULL;
    sortByDimension(work);
}

// --- (5) to (7)

static void analyze(cdRegionWork *work) {
    cdReduceClusters(work);
    cdSelectSufficient(work);
    cdPersistRegions(work);
    cdComputeNormals(work);
}

static void dropInsufficient(cdContactRegions *out) {
    int32_t kept = 0;
    for (int32_t i = 0; i < out->regionCount; i++)
        if (out->regions[i].sufficient) out->regions[kept++] = out->regions[i];
    out->regionCount = kept;
}

// --- (8)

static void placeInWorld(cdRegionWork *work) {
    cdContactRegions *out = work->out;
    for (int32_t i = 0; i < out->pointCount; i++)
        out->points[i] = cdTransformPoint(work->toWorld, out->points[i]);
    for (int32_t i = 0; i < out->regionCount; i++)
        for (int32_t n = 0; n < out->regions[i].normalCount; n++)
            out->regions[i].normals[n] = cdRotate(work->toWorld.q, out->regions[i].normals[n]);
    out->deepPoint = cdTransformPoint(work->toWorld, out->deepPoint);
}

// Returns no result; a reason of the meter comes first.
static void giveUp(const cdRegionWork *work, cdReason reason) {
    cdContactRegions *out = work->out;
    out->state = CD_UNDECIDED;
    out->reason = work->meter->reason != CD_REASON_NONE ? work->meter->reason : reason;
    out->regionCount = out->pointCount = out->neededRegions = out->neededPoints = 0;
    out->truncated = false;
}

static void findRegions(cdRegionWork *work, cdWorkspace *workspace) {
    cdContactRegions *out = work->out;
    openWork(work, work->input, workspace);
    if (!findPairs(work)) {
        giveUp(work, CD_REASON_WORKSPACE);
        return;
    }
    intersect(work);
    if (work->apart)
        out->state = out->neededRegions > 0 ? CD_CONTACT : CD_FREE;
    else
        cdFindPenetration(work);
    if (out->state != CD_OVERLAP) {
        analyze(work);
        if (work->input->sufficientOnly) dropInsufficient(out);
    }
    if (cdIsOut(work->meter)) giveUp(work, work->meter->reason);
    placeInWorld(work);
}

// Returns the defect of the input, or CD_REASON_NONE.
static cdReason checkInput(const cdRegionsInput *input) {
    if (!CD_REQUIRE(input->meshA != NULL && input->meshB != NULL)) return CD_REASON_INPUT;
    if (input->meshA->features == NULL || input->meshB->features == NULL) return CD_REASON_NO_PART;
    if (isnan(input->tolerance) || isinf(input->tolerance)) return CD_REASON_NOT_FINITE;
    if (input->tolerance < 0.0) return CD_REASON_INPUT;
    const cdPose poses[] = {input->poseA, input->poseB};
    return cdCheckPoses(poses, 2);
}

cdContactRegions cdFindContactRegionsBy(const cdRegionsInput *input, const cdSharedWork *shared,
                                        cdWorkspace *workspace) {
    int64_t before = shared->meter->spent;
    cdContactRegions out = {.regions = input->regions, .points = input->points, .reason = checkInput(input)};
    if (out.reason != CD_REASON_NONE) return out;
    cdRegionWork work = {.input = input,
                         .a = input->meshA->features,
                         .b = input->meshB->features,
                         .out = &out,
                         .regionCapacity = input->regions != NULL ? input->regionCapacity : 0,
                         .pointCapacity = input->points != NULL ? input->pointCapacity : 0,
                         .meter = shared->meter,
                         .near = shared->near,
                         .apart = shared->apart};
    findRegions(&work, workspace);
    out.pairTests = shared->meter->spent - before;
    return out;
}

// True if the hulls are disjoint by more than the tolerance; sets `out` accordingly.
static bool areApart(const cdRegionsInput *input, cdPairCache *cache, cdContactRegions *out) {
    *out =
        (cdContactRegions){.regions = input->regions, .points = input->points, .reason = checkInput(input)};
    if (out->reason != CD_REASON_NONE) return false;
    out->tolerance = chooseTolerance(input);
    cdPlacedPair pair = {input->meshA, input->meshB, input->poseA, input->poseB};
    if (!cdAreHullsApart(&pair, out->tolerance, &cache->still)) return false;
    out->state = CD_FREE;
    return true;
}

static void traceRegions(const cdContactRegions *out, cdTrace *trace) {
    for (int32_t i = 0; i < out->regionCount; i++) {
        const cdContactRegion *region = &out->regions[i];
        cdTraceEvent *event = cdAddEvent(trace, CD_TRACE_REGION);
        if (event == NULL) return;
        cdVec3 point = out->points[region->firstPoint];
        cdVec3 normal = region->normalCount > 0 ? region->normals[0] : (cdVec3){0};
        const double c[] = {point.x, point.y, point.z, normal.x, normal.y, normal.z, region->dimension};
        event->a = i;
        event->b = region->pointCount;
        memcpy(event->c, c, sizeof c);
    }
}

cdContactRegions cdFindContactRegions(const cdRegionsInput *input, cdPairCache *cache, cdWorkspace *workspace,
                                      cdTrace *trace) {
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return (cdContactRegions){.reason = CD_REASON_INPUT};
    cdMeter meter = cdOpenMeter(&input->budget);
    cdContactRegions out;
    if (cache != NULL && areApart(input, cache, &out)) return out;
    out = cdFindContactRegionsBy(input, &(cdSharedWork){.meter = &meter}, workspace);
    if (trace != NULL) traceRegions(&out, trace);
    return out;
}
