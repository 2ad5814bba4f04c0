// cdFindSeparatingVector: the search of [CW96] section 2.
//
// (1) Where both hulls are. (2) When the cached vector still separates them, that is all; when the last query
// found a collision, look, in B's frame, whether the four vertices of the Minkowski difference that held the
// origin then still do. (3) From the cached vector, else from the line of centres: find the supporting
// vertices p and q along S; if S . (q - p) > 0 they are apart (Lemma 1), else reflect S by the direction of
// q - p (Eq. 2), which brings it nearer to every separating vector (Lemma 2). A pair of supporting vertices
// that comes up again sends the search to the vector w of direction_cone.c (Lemma 4); when no w is left, the
// hulls collide. (4) What is within rounding, and what has not ended after some steps, is decided by distance
// and depth.
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

// Step (3). UNDECIDED when the numbers do not say. `known`: the vertices along the first vector are there.
static cdSeparationState searchVector(cdConvexPair *pair, int32_t limit, bool known, cdDirectionCone *cone,
                                      cdVec3 *vector, cdDifference *at, cdSeparation *result) {
    SeenPairs seen;
    cdVec3 s = *vector;
    bool fromCone = false;
    while (result->iterations < limit) {
        result->iterations++;
        if (known && result->iterations == 1)
            at->m = cdGetDifference(pair, at->a, at->b);
        else
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

// Whether the cache has a vector and vertices of these hulls; it may hold anything.
static bool isUsable(const cdConvexPair *pair, const cdConvexCache *cache) {
    return cache != NULL && cache->state != CD_SEPARATION_UNDECIDED &&
           (uint32_t)cache->vertexA < (uint32_t)pair->a->info.vertexCount &&
           (uint32_t)cache->vertexB < (uint32_t)pair->b->info.vertexCount &&
           fabs(cdLengthSq(cache->vector) - 1.0) <= 1e-6;
}

// Step (2). When the vector no longer separates, the vertices found along it start the search.
static bool settleByCache(cdConvexPair *pair, cdConvexCache *cache, cdSeparation *result) {
    if (cache->state == CD_COLLIDE) return false; // the witness needs the frame
    cdVec3 s = cdScale(1.5 - 0.5 * cdLengthSq(cache->vector), cache->vector);
    double gap = cdFindGap(pair, s, &cache->vertexA, &cache->vertexB);
    if (!(gap > pair->tolerance)) return false;
    cache->state = CD_DISJOINT;
    cache->vector = s;
    result->state = CD_DISJOINT;
    result->cacheHit = true;
    result->iterations = 1;
    result->vector = s;
    result->gap = gap;
    result->vertexA = cache->vertexA;
    result->vertexB = cache->vertexB;
    result->supportSteps = pair->supportSteps;
    return true;
}

static bool settleByWitness(const cdConvexPair *pair, const cdConvexCache *cache, cdSeparation *result) {
    if (cache->state != CD_COLLIDE || !cdWitnessHolds(pair, cache, pair->tolerance)) return false;
    result->state = CD_COLLIDE;
    result->cacheHit = true;
    result->vector = cache->vector;
    result->vertexA = cache->vertexA;
    result->vertexB = cache->vertexB;
    cdVec3 s = cdInvRotate(pair->qb, cache->vector);
    result->gap = cdDot(s, cdGetDifference(pair, cache->vertexA, cache->vertexB));
    return true;
}

static cdVec3 getStartVector(const cdConvexPair *pair, const cdConvexCache *cache, bool usable) {
    if (usable) return cdNormalize(cdInvRotate(pair->qb, cache->vector));
    cdVec3 toB = cdNormalize(cdNegate(pair->offsets[0]));
    return cdLengthSq(toB) > 0.0 ? toB : (cdVec3){1.0, 0.0, 0.0};
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

// Steps (3) and (4).
static void search(cdConvexPair *pair, int32_t limit, bool usable, cdConvexCache *cache,
                   cdSeparation *result) {
    cdVec3 vector = getStartVector(pair, cache, usable);
    cdDifference at = {.a = usable ? cache->vertexA : -1, .b = usable ? cache->vertexB : -1};
    cdDirectionCone cone;
    cone.count = 0;
    bool known = usable && cache->state != CD_COLLIDE; // settleByCache found them
    result->state = searchVector(pair, limit, known, &cone, &vector, &at, result);
    if (result->state == CD_SEPARATION_UNDECIDED) decideByDistance(pair, &vector, &at, result);
    result->vector = cdRotate(pair->qb, vector);
    result->vertexA = at.a;
    result->vertexB = at.b;
    result->supportSteps = pair->supportSteps;
    if (cache != NULL) updateCache(result, &cone, cache);
}

cdSeparation cdFindSeparatingVector(const cdSeparationInput *input, cdConvexCache *cache) {
    cdSeparation result = {.state = CD_SEPARATION_UNDECIDED, .vertexA = -1, .vertexB = -1};
    cdConvexPair pair;
    if (!CD_REQUIRE(input != NULL && input->convexA != NULL && input->convexB != NULL)) return result;
    if (!cdPlaceConvexPair(input, &pair)) return result;
    result.tolerance = pair.tolerance;
    bool usable = isUsable(&pair, cache);
    if (usable && settleByCache(&pair, cache, &result)) return result;
    cdTurnConvexPair(&pair);
    if (usable && settleByWitness(&pair, cache, &result)) return result;
    int32_t limit =
        input->maxIterations > 0 && input->maxIterations < CD_CONE_MAX ? input->maxIterations : CD_CONE_MAX;
    search(&pair, limit, usable, cache, &result);
    return result;
}
