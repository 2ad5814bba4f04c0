// cdFindContactRegions: from two surfaces at two poses to the regions in which they touch.
//
// Source: [BV92 4.3], algorithm FindContacts. (1) Both in one frame, B's (its step 1). (2) Candidates: pairs
// of features that may touch (its steps 2 and 3: culled, classified). (3) The intersection set I: what each
// pair shares within the tolerance [BV92 Lemma 1]. (4) Whether they penetrate, where that is not known: then
// there is no contact to analyze, and the set says where they cross. (5) Clusters of contact points [V90 4].
// (6) The sufficient subset R [BV92 Definition 2] (its step 4). (7) Normals, from the step before or new (its
// step 5). (8) The world frame.
#include "contact/near_triangles.h"
#include "contact/region_work.h"
#include "continuous/first_contact.h"
#include "foundation/hooks.h"
#include "foundation/rounding.h"
#include "foundation/sort.h"

#include <string.h>

// Twice the gap that a first contact leaves at most: what is at rest touches, with room to spare.
static const double DEFAULT_TOLERANCE = 2.0 * CD_LARGEST_GAP * CD_DEFAULT_MARGIN;

size_t cdGetContactScratchSize(const cdSurface *surfaceA, const cdSurface *surfaceB, int32_t regionCapacity,
                               int32_t pointCapacity) {
    if (!CD_REQUIRE(surfaceA != NULL && surfaceB != NULL)) return 0;
    size_t meshes = cdGetScratchSize(surfaceA->mesh, surfaceB->mesh);
    size_t entities = (size_t)cdCountEntities(surfaceA) + (size_t)cdCountEntities(surfaceB);
    size_t regions = (size_t)(regionCapacity > 0 ? regionCapacity : 0);
    size_t points = (size_t)(pointCapacity > 0 ? pointCapacity : 0);
    size_t walk = cdGetTriangleWalkSize(surfaceA->mesh, surfaceB->mesh);
    return meshes + walk + 256 * entities + 512 * regions + 256 * points + (1u << 18);
}

void cdAddContactRegion(cdRegionWork *work, cdPlace placeA, cdPlace placeB, const cdVec3 *points,
                        int32_t pointCount, double measure) {
    cdContactRegions *out = work->out;
    if (out->regionCount == out->regionCapacity || pointCount > out->pointCapacity - out->pointCount) {
        out->truncated = true;
        return;
    }
    cdContactRegion *region = &out->regions[out->regionCount++];
    *region = (cdContactRegion){.dimension = pointCount > 2 ? 2 : pointCount - 1,
                                .placeA = placeA,
                                .placeB = placeB,
                                .firstPoint = out->pointCount,
                                .pointCount = pointCount,
                                .measure = measure};
    memcpy(out->points + out->pointCount, points, (size_t)pointCount * sizeof *points);
    out->pointCount += pointCount;
}

// --- (1)

static bool openWork(cdRegionWork *work, const cdRegionsInput *input, cdScratch scratch) {
    const cdSurface *a = work->a, *b = work->b;
    work->memory = (cdMemory){scratch.memory, scratch.byteCount};
    cdVec3 centerB = cdTransformPoint(input->poseB, b->info.center);
    cdVec3 centerA = cdTransformPoint(input->poseA, a->info.center);
    cdQuat turnB = cdNormalizeQuat(input->poseB.q);
    work->toWorld = (cdPose){centerB, turnB};
    work->toWork.q = cdNormalizeQuat(cdMulQuat(cdConjugate(turnB), input->poseA.q));
    work->toWork.p = cdInvRotate(turnB, cdSub(centerA, centerB));
    double larger = cdMax(a->info.radius, b->info.radius);
    work->borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
    work->tolerance = input->tolerance > 0.0 ? input->tolerance : DEFAULT_TOLERANCE * larger;
    work->tolerance = cdMax(work->tolerance, work->borderTolerance);
    work->out->tolerance = work->tolerance;
    return cdIsValidPose(input->poseA) && cdIsValidPose(input->poseB);
}

// --- (2)

// The walk gets what it needs of the scratch. Of the rest, three quarters are for the pairs; what they leave
// goes to the later steps.
static bool findPairs(cdRegionWork *work) {
    const cdRegionsInput *input = work->input;
    bool indexed = input->solidA != NULL && input->solidB != NULL && !input->withoutIndex;
    size_t walk = cdGetTriangleWalkSize(work->a->mesh, work->b->mesh);
    size_t left = work->memory.left > walk ? work->memory.left - walk : 0;
    work->pairCapacity = (int32_t)cdMin((double)(left / 4 * 3 / sizeof(cdEntityPair)), 1e9);
    work->pairs = cdTakeMemory(&work->memory, (size_t)work->pairCapacity, sizeof(cdEntityPair));
    if (work->pairs == NULL) return false;
    bool found = indexed ? cdFindIndexedPairs(work) : cdFindNearPairs(work);
    if (!found) return false;
    cdSortPairs(work);
    unsigned char *end = (unsigned char *)(work->pairs + work->pairCount);
    work->memory = (cdMemory){end, work->memory.left + (size_t)(work->memory.next - end)};
    work->out->candidateCount = work->pairCount;
    return true;
}

// --- (3)

static bool isRegionBefore(const void *first, const void *second) {
    const cdContactRegion *a = first, *b = second;
    if (a->dimension != b->dimension) return a->dimension > b->dimension;
    if (a->placeA.where != b->placeA.where) return a->placeA.where < b->placeA.where;
    if (a->placeA.index != b->placeA.index) return a->placeA.index < b->placeA.index;
    if (a->placeB.where != b->placeB.where) return a->placeB.where < b->placeB.where;
    if (a->placeB.index != b->placeB.index) return a->placeB.index < b->placeB.index;
    return a->firstPoint < b->firstPoint;
}

static void intersect(cdRegionWork *work) {
    for (int32_t i = 0; i < work->pairCount; i++) {
        if (!cdSpend(work->meter, cdCountPairWork(work, work->pairs[i]))) break;
        cdIntersectEntities(work, work->pairs[i]);
    }
    cdSortItems(work->out->regions, (size_t)work->out->regionCount, sizeof(cdContactRegion), isRegionBefore);
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

// Without a result, for a reason that the meter knows before others.
static void giveUp(const cdRegionWork *work, cdReason reason) {
    cdContactRegions *out = work->out;
    out->state = CD_TOUCH_UNDECIDED;
    out->reason = work->meter->reason != CD_REASON_NONE ? work->meter->reason : reason;
    out->regionCount = out->pointCount = 0;
}

static void findRegions(cdRegionWork *work, cdScratch scratch) {
    cdContactRegions *out = work->out;
    if (!openWork(work, work->input, scratch)) {
        giveUp(work, CD_REASON_INPUT);
        return;
    }
    if (!findPairs(work)) {
        giveUp(work, CD_REASON_SCRATCH);
        return;
    }
    intersect(work);
    if (work->apart)
        out->state = out->regionCount > 0 ? CD_TOUCH : CD_SEPARATE;
    else
        cdFindPenetration(work);
    if (out->state == CD_SEPARATE && out->truncated) {
        out->state = CD_TOUCH_UNDECIDED;
        out->reason = CD_REASON_SCRATCH;
    }
    if (out->state != CD_PENETRATE) {
        analyze(work);
        if (work->input->sufficientOnly) dropInsufficient(out);
    }
    if (cdIsOut(work->meter)) giveUp(work, work->meter->reason);
    placeInWorld(work);
}

void cdFindContactRegionsBy(const cdRegionsInput *input, const cdSharedWork *shared, cdContactRegions *out,
                            cdScratch scratch) {
    int64_t before = shared->meter->spent;
    *out = (cdContactRegions){.regions = out->regions,
                              .points = out->points,
                              .regionCapacity = out->regionCapacity,
                              .pointCapacity = out->pointCapacity,
                              .reason = CD_REASON_INPUT};
    if (!CD_REQUIRE(input->surfaceA != NULL && input->surfaceB != NULL)) return;
    out->reason = CD_REASON_NONE;
    cdRegionWork work = {.input = input,
                         .a = input->surfaceA,
                         .b = input->surfaceB,
                         .out = out,
                         .meter = shared->meter,
                         .near = shared->near,
                         .apart = shared->apart};
    findRegions(&work, scratch);
    out->pairTests = shared->meter->spent - before;
}

void cdFindContactRegions(const cdRegionsInput *input, cdContactRegions *out, cdScratch scratch) {
    if (!CD_REQUIRE(input != NULL && out != NULL)) return;
    cdMeter meter = cdOpenMeter(&input->budget);
    cdFindContactRegionsBy(input, &(cdSharedWork){.meter = &meter}, out, scratch);
}

const char *cdGetTouchStateName(cdTouchState state) {
    static const char *const names[] = {"undecided", "separate", "touch", "penetrate"};
    return names[state];
}
