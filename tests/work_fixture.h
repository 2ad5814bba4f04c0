// Shared by the tests of contact regions: one query with its arrays, and the state between its steps, for
// tests of single steps.
#ifndef TESTS_WORK_FIXTURE_H
#define TESTS_WORK_FIXTURE_H

#include "body_fixture.h"
#include "collision/regions.h"
#include "contact/region_work.h"

#include <stdlib.h>
#include <string.h>

enum { WORK_REGION_MAX = 2000, WORK_POINT_MAX = 12000 };

// One query: its input, arrays and workspace. Reused for many poses.
typedef struct Query {
    cdRegionsInput input;
    cdContactRegions out;
    cdWorkspace *workspace;
} Query;

static inline Query openQuery(const Body *a, const Body *b, bool indexed) {
    Query query = {.input = {.meshA = a->mesh,
                             .meshB = b->mesh,
                             .interior = indexed ? CD_INTERIOR_AUTO : CD_INTERIOR_BY_TREES,
                             .poseA = cdIdentityPose(),
                             .poseB = cdIdentityPose()}};
    query.input.regions = calloc(WORK_REGION_MAX, sizeof *query.input.regions);
    query.input.points = calloc(WORK_POINT_MAX, sizeof *query.input.points);
    query.input.regionCapacity = WORK_REGION_MAX;
    query.input.pointCapacity = WORK_POINT_MAX;
    query.out = (cdContactRegions){.regions = query.input.regions, .points = query.input.points};
    query.workspace = cdCreateWorkspace();
    if (!query.input.regions || !query.input.points || !query.workspace) abort();
    return query;
}

static inline void closeQuery(Query *query) {
    cdDestroyWorkspace(query->workspace);
    free(query->input.regions);
    free(query->input.points);
}

// Opens the work of a query like cdFindContactRegions, with room for `pairCapacity` pairs.
static inline cdRegionWork openStep(Query *query, int32_t pairCapacity) {
    const cdRegionsInput *input = &query->input;
    const cdFeatures *a = input->meshA->features, *b = input->meshB->features;
    cdRegionWork work = {.input = input,
                         .a = a,
                         .b = b,
                         .out = &query->out,
                         .regionCapacity = input->regionCapacity,
                         .pointCapacity = input->pointCapacity,
                         .workspace = query->workspace,
                         .memory = cdOpenArena(&query->workspace->arena)};
    if (input->interior != CD_INTERIOR_EMPTY && input->meshA->solid != NULL && input->meshB->solid != NULL) {
        work.solidA = input->meshA->solid;
        work.solidB = input->meshB->solid;
    }
    cdVec3 centerA = cdTransformPoint(input->poseA, a->info.center);
    cdVec3 centerB = cdTransformPoint(input->poseB, b->info.center);
    work.toWorld = (cdPose){centerB, input->poseB.q};
    work.toWork = (cdPose){cdInvRotate(input->poseB.q, cdSub(centerA, centerB)),
                           cdNormalizeQuat(cdMulQuat(cdConjugate(input->poseB.q), input->poseA.q))};
    work.borderTolerance = cdMax(a->info.tolerance, b->info.tolerance);
    work.tolerance = cdMax(input->tolerance, work.borderTolerance);
    query->out.regionCount = query->out.pointCount = 0;
    query->out.truncated = false;
    if (!cdMakeRoomForPairs(&work, pairCapacity)) abort();
    return work;
}

static inline void intersectEntities(cdRegionWork *work, cdEntityPair pair) {
    cdIntersectLocations(work, cdGetEntityLocation(work->a, pair.a), cdGetEntityLocation(work->b, pair.b));
}

// Finds the intersection set before any reduction, with the candidates of either search.
static inline void findIntersection(Query *query) {
    cdRegionWork work = openStep(query, 1 << 16);
    const cdRegionsInput *input = &query->input;
    bool indexed = work.solidA != NULL && input->interior == CD_INTERIOR_AUTO;
    if (!(indexed ? cdFindIndexedPairs(&work) : cdFindNearPairs(&work))) abort();
    cdSortPairs(&work);
    for (int32_t i = 0; i < work.pairCount; i++)
        intersectEntities(&work, work.pairs[i]);
}

#endif
