// cdFindSeparatingVector: the search of [CW96] section 2.
//
// (1) Both hulls in B's frame. (2) When the last query found a collision, look whether the four vertices of
// the Minkowski difference that held the origin then still do. (3) From the cached vector, else from the line
// of centres: find the supporting vertices p and q along S; if S . (q - p) > 0 they are apart (Lemma 1), else
// reflect S by the direction of q - p (Eq. 2), which brings it nearer to every separating vector (Lemma 2). A
// pair of supporting vertices that comes up again sends the search to the vector w of direction_cone.c (Lemma
// 4); when no w is left, the hulls collide. (4) What is within rounding, and what has not ended after some
// steps, is decided by distance and depth.
//
// Differs from the paper: "apart" and "collide" are said only beyond the tolerance, touching is an answer of
// its own; Lemma 3 is a case of Lemma 4; and after some reflections S is w itself, in the midst of the
// vectors left, which halves them each time and ends colliding pairs sooner.
#include "convex/direction_cone.h"
#include "convex/distance_depth.h"
#include "convex/witness.h"
#include "foundation/hooks.h"
#include "foundation/rounding.h"

#include <string.h>

enum { SEEN_SIZE = 256, REFLECTION_MAX = 3 };

// The pairs of supporting vertices so far, found in constant time: a small table of places in the cone.
typedef struct SeenPairs {
    uint8_t places[SEEN_SIZE]; // 0: none, else one more than the place
} SeenPairs;

static uint32_t getSlot(const cdDifference *found) {
    return ((uint32_t)found->a * 0x9E3779B1u ^ (uint32_t)found->b * 0x85EBCA77u) >> 24;
}

// Adds the pair that comes next in the cone; true when it is there. Most searches end before there are two
// pairs, so the table is cleared only then.
static bool addSeenPair(SeenPairs *seen, const cdDirectionCone *cone, const cdDifference *found) {
    if (cone->count == 0) return false;
    if (cone->count == 1) {
        memset(seen->places, 0, sizeof seen->places);
        seen->places[getSlot(&cone->found[0])] = 1;
    }
    uint32_t slot = getSlot(found);
    for (; seen->places[slot] != 0; slot = (slot + 1) % SEEN_SIZE) {
        const cdDifference *known = &cone->found[seen->places[slot] - 1];
        if (known->a == found->a && known->b == found->b) return true;
    }
    seen->places[slot] = (uint8_t)(cone->count + 1);
    return false;
}

// Eq. 2, of unit length again: rounding leaves a little more or less each time.
static cdVec3 reflect(cdVec3 s, cdVec3 m, double gap, double lengthSq) {
    cdVec3 next = cdMulAdd(s, -2.0 * gap / lengthSq, m);
    return cdScale(1.5 - 0.5 * cdLengthSq(next), next);
}

// Step (3). UNDECIDED when the numbers do not say.
static cdSeparationState searchVector(cdConvexPair *pair, int32_t limit, cdDirectionCone *cone,
                                      cdVec3 *vector, cdDifference *at, cdSeparation *result) {
    SeenPairs seen;
    cdVec3 s = *vector;
    bool fromCone = false;
    while (result->iterations < limit) {
        result->iterations++;
        cdFindDifference(pair, s, at);
        pair->turned = true;
        *vector = s;
        result->gap = cdDot(s, at->m);
        if (result->gap > pair->tolerance) return CD_DISJOINT;
        double lengthSq = cdLengthSq(at->m);
        if (result->gap > -pair->tolerance || lengthSq <= pair->tolerance * pair->tolerance) break;
        if (addSeenPair(&seen, cone, at)) {
            result->repeated = true;
            if (fromCone) break; // Lemma 4 says disjoint, rounding says not
            s = cdNormalize(cone->w);
            fromCone = true;
            continue;
        }
        if (!cdNarrowCone(cone, at))
            return cdConeHoldsOrigin(cone, pair->tolerance) ? CD_COLLIDE : CD_SEPARATION_UNDECIDED;
        fromCone = result->iterations > REFLECTION_MAX;
        s = fromCone ? cdNormalize(cone->w) : reflect(s, at->m, result->gap, lengthSq);
    }
    return CD_SEPARATION_UNDECIDED;
}

static cdVec3 getStartVector(const cdConvexPair *pair, const cdConvexCache *cache, cdQuat qb) {
    double lengthSq = cache != NULL ? cdLengthSq(cache->vector) : 0.0;
    if (fabs(lengthSq - 1.0) <= 1e-6) return cdScale(1.5 - 0.5 * lengthSq, cdInvRotate(qb, cache->vector));
    cdVec3 toB = cdNormalize(cdNegate(pair->offsets[0]));
    return cdLengthSq(toB) > 0.0 ? toB : (cdVec3){1.0, 0.0, 0.0};
}

static void setStartVertices(const cdConvexPair *pair, const cdConvexCache *cache, cdDifference *at) {
    *at = (cdDifference){.a = -1, .b = -1};
    bool valid = cache != NULL && cache->state != CD_SEPARATION_UNDECIDED &&
                 (uint32_t)cache->vertexA < (uint32_t)pair->a->info.vertexCount &&
                 (uint32_t)cache->vertexB < (uint32_t)pair->b->info.vertexCount;
    if (!valid) return;
    at->a = cache->vertexA;
    at->b = cache->vertexB;
}

static void decideByDistance(cdConvexPair *pair, cdVec3 *vector, cdDifference *at, cdSeparation *result) {
    cdDistanceDepth found = cdFindDistanceDepth(pair, *vector);
    result->fallback = true;
    result->state = found.state;
    result->gap = found.gap;
    *vector = found.vector;
    *at = found.at;
}

static void updateCache(const cdSeparation *result, const cdDirectionCone *cone, cdConvexCache *cache) {
    cache->state = (int32_t)result->state;
    cache->vector = result->vector;
    cache->vertexA = result->vertexA;
    cache->vertexB = result->vertexB;
    if (result->state != CD_COLLIDE || result->cacheHit) return;
    if (!result->fallback)
        cdKeepWitness(cone, cache);
    else
        cache->witnessA[0] = -1;
}

cdSeparation cdFindSeparatingVector(const cdSeparationInput *input, cdConvexCache *cache) {
    cdSeparation result = {.state = CD_SEPARATION_UNDECIDED, .vertexA = -1, .vertexB = -1};
    cdConvexPair pair;
    if (!CD_REQUIRE(input != NULL && input->convexA != NULL && input->convexB != NULL)) return result;
    if (!cdMakeConvexPair(input, &pair)) return result;
    result.tolerance = pair.tolerance;
    if (cache != NULL && cache->state == CD_COLLIDE && cdWitnessHolds(&pair, cache, pair.tolerance)) {
        result.state = CD_COLLIDE;
        result.cacheHit = true;
        result.vector = cache->vector;
        result.vertexA = cache->vertexA;
        result.vertexB = cache->vertexB;
        cdVec3 s = cdInvRotate(input->poseB.q, cache->vector);
        result.gap = cdDot(s, cdGetDifference(&pair, cache->vertexA, cache->vertexB));
        return result;
    }
    bool fromCache = cache != NULL && cache->state != CD_SEPARATION_UNDECIDED;
    int32_t limit =
        input->maxIterations > 0 && input->maxIterations < CD_CONE_MAX ? input->maxIterations : CD_CONE_MAX;
    cdVec3 vector = getStartVector(&pair, cache, input->poseB.q);
    cdDifference at;
    setStartVertices(&pair, cache, &at);
    cdDirectionCone cone;
    cone.count = 0;
    result.state = searchVector(&pair, limit, &cone, &vector, &at, &result);
    if (result.state == CD_SEPARATION_UNDECIDED) decideByDistance(&pair, &vector, &at, &result);
    result.cacheHit = fromCache && result.state == CD_DISJOINT && result.iterations == 1 && !result.fallback;
    result.vector = cdRotate(input->poseB.q, vector);
    result.vertexA = at.a;
    result.vertexB = at.b;
    result.supportSteps = pair.supportSteps;
    if (cache != NULL) updateCache(&result, &cone, cache);
    return result;
}
