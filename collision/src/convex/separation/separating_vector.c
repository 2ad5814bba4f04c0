// cdFindSeparatingVector: the search of [CW96] section 2.
//
// (1) Set the poses of both hulls. (2) If the cached vector still separates them, stop. If the last query
// found a collision, test, in B's frame, whether its four vertices of the Minkowski difference still enclose
// the origin. (3) From the cached vector, else from the line of centres: find the supporting vertices p and q
// along S; if S . (q - p) > 0 the hulls are disjoint (Lemma 1), else reflect S by the direction of q - p (Eq.
// 2), which brings it closer to every separating vector (Lemma 2). If a pair of supporting vertices recurs,
// continue with the vector w of direction_cone.c (Lemma 4); if there is no such w, the hulls collide. (4)
// Pairs within rounding, or undecided after some steps, are decided by distance and depth.
//
// Differs from the paper: "disjoint" and "collide" hold only beyond the tolerance, and touching is a result
// of its own. Lemma 3 is a case of Lemma 4. A point inside M, the difference of the hulls' centres, counts as
// found from the beginning, so that three vertices can be enough for a collision. After some reflections S is
// w itself, amid the remaining vectors, which halves them each time and ends colliding pairs sooner.
#include "convex/separation/direction_cone.h"
#include "convex/separation/separation_search.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"

// True if the cache has a vector and vertices of these hulls; it may have any content.
static bool isUsable(const cdConvex *a, const cdConvex *b, const cdConvexCache *cache) {
    return cache != NULL && cache->state != CD_UNDECIDED &&
           (uint32_t)cache->vertexA < (uint32_t)a->vertexCount &&
           (uint32_t)cache->vertexB < (uint32_t)b->vertexCount &&
           fabs(cdLengthSq(cache->vector) - 1.0) <= 1e-6;
}

// Records a pair whose cached vector still separates.
static void traceKept(const cdSeparationInput *input, const cdPlacedHulls *placed, cdTrace *trace,
                      const cdSeparation *result) {
    cdConvexPair pair;
    cdSetConvexPair(input, placed, &pair);
    pair.trace = trace;
    cdTraceSettled(&pair, result);
}

// The result for a pair whose cached vector still separates.
static inline cdSeparation describeKept(const cdPlacedHulls *placed, cdVec3 vector, double gap,
                                        int32_t vertexA, int32_t vertexB, int32_t steps) {
    return (cdSeparation){.state = CD_FREE,
                          .reason = CD_REASON_NONE,
                          .vector = vector,
                          .gap = gap,
                          .tolerance = placed->tolerance,
                          .vertexA = vertexA,
                          .vertexB = vertexB,
                          .iterations = 1,
                          .supportSteps = steps,
                          .cacheHit = true};
}

static cdSeparation refuseInput(const cdSeparationInput *input) {
    cdReason reason = cdCheckPoses((const cdPose[]){input->poseA, input->poseB}, 2);
    return (cdSeparation){
        .reason = reason != CD_REASON_NONE ? reason : CD_REASON_INPUT, .vertexA = -1, .vertexB = -1};
}

// Searches after `steps` vertices compared for the cached vector.
static cdSeparation searchFrom(const cdSeparationInput *input, const cdPlacedHulls *placed, bool usable,
                               cdConvexCache *cache, int32_t steps, cdTrace *trace) {
    cdConvexPair pair;
    cdSetConvexPair(input, placed, &pair);
    pair.trace = trace;
    pair.supportSteps = steps;
    bool limited = input->maxIterations > 0 && input->maxIterations < CD_CONE_MAX;
    return cdSearchSeparatingVector(&pair, limited ? input->maxIterations : CD_CONE_MAX, usable, cache);
}

cdSeparation cdFindSeparatingVector(const cdSeparationInput *input, cdConvexCache *cache, cdTrace *trace) {
    if (!CD_REQUIRE(input != NULL && input->convexA != NULL && input->convexB != NULL))
        return (cdSeparation){.reason = CD_REASON_INPUT, .vertexA = -1, .vertexB = -1};
    cdPlacedHulls placed;
    const bool usable = isUsable(input->convexA, input->convexB, cache);
    if (usable) cdPrefetchVertices(input->convexA, cache->vertexA, input->convexB, cache->vertexB);
    if (!cdPlaceHulls(input, &placed) || !cdIsHullSizeValid(placed.size)) return refuseInput(input);
    int32_t steps = 0;
    if (usable && cache->state != CD_OVERLAP) { // the witness of an overlap needs the frame
        cdVec3 s = cdCorrectLength(cache->vector);
        int32_t vertexA = cache->vertexA, vertexB = cache->vertexB;
        double gap = cdFindGap(&placed, input, s, &vertexA, &vertexB, &steps);
        cache->vertexA = vertexA;
        cache->vertexB = vertexB;
        if (gap > placed.tolerance) {
            cache->state = CD_FREE;
            cache->vector = s;
            // Neither copied nor read back from the cache, which would wait for the stores.
            if (trace == NULL) return describeKept(&placed, s, gap, vertexA, vertexB, steps);
            const cdSeparation result = describeKept(&placed, s, gap, vertexA, vertexB, steps);
            traceKept(input, &placed, trace, &result);
            return result;
        }
    }
    return searchFrom(input, &placed, usable, cache, steps, trace);
}
