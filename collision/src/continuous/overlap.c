// The discrete method: overlap of two meshes at a pose, over the same trees.
//
// A search over a motion that stands still tests its start alone. Triangles are compared exactly for the
// vertices as placed. With a cache a separating vector of the hulls settles pairs that stay separated [CW96].
#include "continuous/elements/clear_elements.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/first_contact.h"
#include "continuous/proxies/hulls_apart.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/sort.h"
#include <stdlib.h>
#include <string.h>

static int comparePairs(const void *left, const void *right) {
    const int32_t *x = left, *y = right;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

static bool isPairBefore(const void *left, const void *right) {
    return comparePairs(left, right) < 0;
}

// Sorts the listed pairs and drops duplicates.
static void sortPairs(cdSearch *search) {
    int32_t *pairs = search->trianglePairs, kept = 0;
    cdSortItems(pairs, (size_t)search->pairCount, 2 * sizeof *pairs, isPairBefore);
    for (int32_t i = 0; i < search->pairCount; i++) {
        if (kept > 0 && comparePairs(&pairs[2 * i], &pairs[2 * (kept - 1)]) == 0) continue;
        pairs[2 * kept] = pairs[2 * i];
        pairs[2 * kept + 1] = pairs[2 * i + 1];
        kept++;
    }
    search->pairCount = kept;
    search->pairsSorted = true;
}

// The pair table drops most repeats, but it forgets when it is full; sorting the list drops the others.
void cdListTrianglePair(cdSearch *search, int32_t triangleA, int32_t triangleB) {
    int32_t *pairs = search->trianglePairs, pair[2] = {triangleA, triangleB};
    if (cdAddPair(&search->memory.tables[CD_TABLE_VERTEX_FACE], triangleA, triangleB)) return;
    if (search->pairCount == search->pairCapacity && !search->pairsSorted) sortPairs(search);
    if (search->pairCount == search->pairCapacity) {
        bool known = bsearch(pair, pairs, (size_t)search->pairCount, sizeof pair, comparePairs) != NULL;
        search->pairsLeftOut += !known;
        return;
    }
    memcpy(&pairs[2 * search->pairCount++], pair, sizeof pair);
    search->pairsSorted = false;
}

// Returns the point where an edge of one triangle meets the other, else that between their closest elements.
cdVec3 cdFindSharedPoint(const cdVec3 a[3], const cdVec3 b[3]) {
    double bestSq = INFINITY;
    cdVec3 best = a[0];
    for (int i = 0; i < 3; i++) {
        const cdVec3 *triangles[2] = {a, b};
        for (int side = 0; side < 2; side++) {
            const cdVec3 *t = triangles[side], *other = triangles[1 - side];
            cdVec3 p = t[i], q = t[(i + 1) % 3];
            cdVec3 n = cdCross(cdSub(other[1], other[0]), cdSub(other[2], other[0]));
            double hp = cdDot(n, cdSub(p, other[0])), hq = cdDot(n, cdSub(q, other[0]));
            cdVec3 x = hp != hq ? cdLerp(p, q, cdMin(1.0, cdMax(0.0, hp / (hp - hq)))) : p;
            cdClosest closest = cdFindClosestPointTriangle(x, other[0], other[1], other[2]);
            if (closest.distanceSq < bestSq) {
                bestSq = closest.distanceSq;
                best = closest.onSecond;
            }
        }
    }
    return best;
}

static void describeOverlap(const cdSearch *search, cdPose poseB, cdOverlap *result) {
    cdVec3 a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = cdPlaceVertex(search, search->a->triangles[3 * search->overlapA + k]).from;
        b[k] = cdGetFixedVertex(search, search->b->triangles[3 * search->overlapB + k]);
    }
    result->state = CD_OVERLAP;
    result->featureA = cdGetMeshFeature(search->a, CD_FEATURE_FACE, search->overlapA);
    result->featureB = cdGetMeshFeature(search->b, CD_FEATURE_FACE, search->overlapB);
    cdVec3 point = search->clearance > 0.0 ? cdFindPointBetween(search, a, b) : cdFindSharedPoint(a, b);
    result->point = cdGetWorldPoint(search, poseB, point);
}

cdOverlap cdFindOverlapBy(const cdOverlapInput *input, double safetyDistance, cdMeter *meter,
                          cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    cdOverlap result = {.state = CD_UNDECIDED};
    cdPlacedPair pair = {input->meshA, input->meshB, input->poseA, input->poseB};
    const cdFirstContactInput step = {.meshA = input->meshA,
                                      .meshB = input->meshB,
                                      .startA = input->poseA,
                                      .targetA = input->poseA,
                                      .startB = input->poseB,
                                      .safetyDistance = safetyDistance};
    if (cache != NULL && trace == NULL && cdAreHullsApart(&pair, cdGetClearance(&step), &cache->still))
        return (cdOverlap){.state = CD_FREE, .stats = {.proxyTests = 1, .proxyRejects = 1}};
    cdSearch search;
    if (!cdOpenStep(&search, &step, workspace)) {
        result.reason = search.reason;
        return result;
    }
    search.meter = meter;
    search.overlapOnly = search.lookForOverlap = true;
    search.overlapReach = search.clearance + (safetyDistance > 0.0 ? search.tolerance.distance : 0.0);
    search.trianglePairs = input->trianglePairs;
    search.pairCapacity = input->pairCapacity > 0 ? input->pairCapacity : 0;
    search.trace = trace;
    cdTraceBeginning(trace, CD_TRACE_QUERY, 0, (cdInterval){0.0, 0.0});
    cdEnterScrew(&search, 0);
    cdEnterSpan(&search, 0.0, 0.0);
    cdSearchSpan(&search);
    result.state = search.exhausted ? CD_UNDECIDED : CD_FREE;
    if (search.overlaps) describeOverlap(&search, input->poseB, &result);
    if (search.exhausted) result.reason = meter->reason;
    if (search.trianglePairs) sortPairs(&search);
    result.truncated = search.pairsLeftOut > 0 || (search.trianglePairs && search.exhausted);
    result.pairCount = search.trianglePairs ? search.pairCount : search.overlaps;
    result.neededPairs = search.trianglePairs ? search.pairCount + search.pairsLeftOut : 0;
    result.stats = search.stats;
    cdTraceDecision(trace, CD_TRACE_DECIDED, search.overlaps ? 0 : -1,
                    &(cdFirstContact){.state = result.state});
    return result;
}

cdOverlap cdFindOverlap(const cdOverlapInput *input, cdPairCache *cache, cdWorkspace *workspace,
                        cdTrace *trace) {
    if (!CD_REQUIRE(input && input->meshA && input->meshB && workspace))
        return (cdOverlap){.state = CD_UNDECIDED, .reason = CD_REASON_INPUT};
    cdForgetManyPlaces(workspace);
    cdMeter meter = cdOpenMeter(&input->budget);
    cdOverlap result = cdFindOverlapBy(input, 0.0, &meter, cache, workspace, trace);
    result.stats.pairTests = meter.spent;
    return result;
}
