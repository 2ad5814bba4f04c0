// A separating vector of a hull and the swept volume of a moving one.
//
// The search of [CW96] section 2 with the hull of A at both ends of the path, thickened by a ball that bounds
// the bulge of the path: a convex body, so Lemma 1 and Eq. 2 hold, but with infinitely many vertices. Giving
// up costs no more than the mesh test that follows, so the search is short. The four vertices that exclude
// all vectors are tested first next time, without the ball, which only makes A smaller.
#include "convex/separation/swept_vector.h"
#include "convex/separation/witness.h"

enum { SWEPT_MAX = 10, SWEPT_REFLECTIONS = 4 };

static cdDifference getStartVertices(const cdConvexPair *pair, const cdConvexCache *cache) {
    cdDifference at = {.a = CD_NO_VERTEX, .b = CD_NO_VERTEX};
    if (cache == NULL || cache->state == CD_UNDECIDED) return at;
    bool validA = cache->vertexA >= 0 && cache->vertexA < pair->poseCount * pair->a->info.vertexCount;
    bool validB = cache->vertexB >= 0 && cache->vertexB < pair->b->info.vertexCount;
    if (validA) at.a = cache->vertexA;
    if (validB) at.b = cache->vertexB;
    return at;
}

static void keep(const cdSweptVector *result, const cdDirectionCone *cone, bool vectorLeft,
                 cdConvexCache *cache) {
    cache->vertexA = result->at.a;
    cache->vertexB = result->at.b;
    cache->state = vectorLeft ? CD_FREE : CD_OVERLAP;
    if (!vectorLeft) cdKeepWitness(cone, cache);
}

cdSweptVector cdFindSweptVector(cdConvexPair *pair, cdVec3 vector, cdConvexCache *cache) {
    cdSweptVector result = {.vector = vector, .at = getStartVertices(pair, cache)};
    if (cache != NULL && cache->state == CD_OVERLAP && cdWitnessHolds(pair, cache, 0.0)) {
        result.fromCache = true;
        result.at.m = cdGetDifference(pair, result.at.a, result.at.b);
        result.gap = cdDot(vector, result.at.m) - pair->thickness;
        if (pair->trace) cdTraceHulls(pair, CD_HOW_WITNESS, false, 0, vector, result.gap, &result.at);
        return result;
    }
    const cdDifference middle = {cdGetDifference(pair, CD_MIDDLE, CD_MIDDLE), CD_MIDDLE, CD_MIDDLE};
    cdDirectionCone cone;
    bool vectorLeft = true;
    cdTraceHow how = CD_HOW_CENTERS;
    for (cdVec3 s = vector; result.iterations < SWEPT_MAX;) {
        result.iterations++;
        cdFindDifference(pair, s, &result.at);
        pair->turned = true;
        result.vector = s;
        result.gap = cdDot(s, result.at.m);
        result.separated = result.gap > pair->tolerance;
        if (pair->trace) cdAddVectorEvent(pair, CD_TRACE_VECTOR, how, s, result.gap, &result.at);
        cdVec3 m = result.at.m;
        double lengthSq = cdLengthSq(m);
        if (result.separated || !(lengthSq > 0.0) || !(cdLengthSq(middle.m) > 0.0)) break;
        if (result.iterations == 1)
            cdStartCone(&cone, &middle, &result.at);
        else
            vectorLeft = cdNarrowCone(&cone, &result.at);
        if (!vectorLeft) break;
        bool reflects = result.iterations <= SWEPT_REFLECTIONS;
        how = reflects ? CD_HOW_REFLECTED : CD_HOW_CONE;
        s = cdNormalize(reflects ? cdMulAdd(s, -2.0 * result.gap / lengthSq, m) : cone.w);
    }
    result.fromCache =
        cache != NULL && cache->state != CD_UNDECIDED && result.separated && result.iterations == 1;
    if (pair->trace)
        cdTraceHulls(pair, CD_HOW_SEARCHED, result.separated, result.iterations, result.vector, result.gap,
                     &result.at);
    if (cache != NULL) keep(&result, &cone, vectorLeft, cache);
    return result;
}
