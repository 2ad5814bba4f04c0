// What the tests of contact regions share: one query with its arrays, and the work that its
// steps hand on, for tests of single steps.
#ifndef TESTS_WORK_FIXTURE_H
#define TESTS_WORK_FIXTURE_H

#include "body_fixture.h"
#include "collision/regions.h"
#include "contact/region_work.h"

#include <stdlib.h>
#include <string.h>

enum { WORK_REGION_MAX = 2000, WORK_POINT_MAX = 12000 };

// One query: its input, arrays and scratch. Made once, used for many poses.
typedef struct Query {
    cdRegionsInput input;
    cdContactRegions out;
    cdScratch scratch;
} Query;

static inline Query openQuery(const Body *a, const Body *b, bool indexed) {
    Query query = {.input = {.surfaceA = a->surface,
                             .surfaceB = b->surface,
                             .solidA = a->solid,
                             .solidB = b->solid,
                             .withoutIndex = !indexed,
                             .poseA = cdIdentityPose(),
                             .poseB = cdIdentityPose()}};
    query.out.regions = calloc(WORK_REGION_MAX, sizeof *query.out.regions);
    query.out.points = calloc(WORK_POINT_MAX, sizeof *query.out.points);
    query.out.regionCapacity = WORK_REGION_MAX;
    query.out.pointCapacity = WORK_POINT_MAX;
    query.scratch =
        cdCreateScratch(cdGetContactScratchSize(a->surface, b->surface, WORK_REGION_MAX, WORK_POINT_MAX));
    if (!query.out.regions || !query.out.points || query.scratch.byteCount == 0) abort();
    return query;
}

static inline void closeQuery(Query *query) {
    cdDestroyScratch(&query->scratch);
    free(query->out.regions);
    free(query->out.points);
}

// The work of a query as cdFindContactRegions opens it, with room for `pairCapacity` pairs.
static inline cdRegionWork openStep(Query *query, int32_t pairCapacity) {
    const cdRegionsInput *input = &query->input;
    const cdSurface *a = input->surfaceA, *b = input->surfaceB;
    cdRegionWork work = {.input = input, .a = a, .b = b, .out = &query->out};
    work.memory = (cdMemory){query->scratch.memory, query->scratch.byteCount};
    cdVec3 centerA = cdTransformPoint(input->poseA, a->info.center);
    cdVec3 centerB = cdTransformPoint(input->poseB, b->info.center);
    work.toWorld = (cdPose){centerB, input->poseB.q};
    work.toWork = (cdPose){cdInvRotate(input->poseB.q, cdSub(centerA, centerB)),
                           cdNormalizeQuat(cdMulQuat(cdConjugate(input->poseB.q), input->poseA.q))};
    work.borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
    work.tolerance = cdMax(input->tolerance, work.borderTolerance);
    query->out.regionCount = query->out.pointCount = 0;
    query->out.truncated = false;
    work.pairCapacity = pairCapacity;
    work.pairs = cdTakeMemory(&work.memory, (size_t)pairCapacity, sizeof *work.pairs);
    if (!work.pairs) abort();
    return work;
}

// The intersection set as found, before anything is left out of it, by the candidates of either way.
static inline void findIntersection(Query *query) {
    cdRegionWork work = openStep(query, 1 << 16);
    const cdRegionsInput *input = &query->input;
    bool indexed = input->solidA != NULL && input->solidB != NULL && !input->withoutIndex;
    if (!(indexed ? cdFindIndexedPairs(&work) : cdFindNearPairs(&work))) abort();
    cdSortPairs(&work);
    for (int32_t i = 0; i < work.pairCount; i++)
        cdIntersectEntities(&work, work.pairs[i]);
}

#endif
