// The search for a separating vector; see separation_search.h.
#include "convex/separation/separation_search.h"
#include "convex/separation/distance_depth.h"
#include "convex/separation/witness.h"
#include "foundation/numbers/rounding.h"

enum { REFLECTION_MAX = 3 };

typedef struct Search {
    cdConvexPair *pair;
    cdSeparation *result;
    cdVec3 vector;    // the current vector
    cdDifference *at; // its supporting vertices, in the cone's next place: not copied when they are added
    cdDirectionCone cone;
    bool fromCone;  // true if the vector is the cone's
    bool fromCache; // true if the first vector is the cache's
} Search;

// True if the vertices at hand were found before. Few are, so comparing all is faster than a table.
static bool isSeenPair(const Search *search) {
    const cdDifference *at = search->at;
    for (int32_t i = 1; i < search->cone.count; i++)
        if (search->cone.found[i].a == at->a && search->cone.found[i].b == at->b) return true;
    return false;
}

// Begins with a point inside M, the difference of the hulls' centres, and the first vertex found, which is in
// its place; false if that point is the origin. Most searches end with the second vector, so this is deferred
// until it has failed.
static bool startCone(Search *search) {
    const cdConvexPair *pair = search->pair;
    cdDifference middle = {cdGetDifference(pair, CD_MIDDLE, CD_MIDDLE), CD_MIDDLE, CD_MIDDLE};
    if (cdLengthSq(middle.m) <= pair->tolerance * pair->tolerance) return false;
    cdStartCone(&search->cone, &middle, &search->cone.found[1]);
    return true;
}

// Moves on to a place of the cone; the search for vertices starts at those of the last one.
static void moveTo(Search *search, int32_t place) {
    cdDifference *next = &search->cone.found[place];
    next->a = search->at->a;
    next->b = search->at->b;
    search->at = next;
}

// Eq. 2.
static void reflect(Search *search, double lengthSq) {
    cdVec3 m = search->at->m;
    search->vector = cdCorrectLength(cdMulAdd(search->vector, -2.0 * search->result->gap / lengthSq, m));
}

// Chooses the next vector after one that does not separate. False if there is no other: COLLIDE in `state`,
// or undecidable within rounding.
static bool chooseNext(Search *search, double lengthSq, cdState *state) {
    cdSeparation *result = search->result;
    cdDirectionCone *cone = &search->cone;
    if (result->iterations == 1) {
        reflect(search, lengthSq);
        moveTo(search, 2);
        return true;
    }
    if (result->iterations == 2 && !startCone(search)) return false;
    bool repeated = isSeenPair(search);
    result->repeated = result->repeated || repeated;
    if (repeated && search->fromCone) return false; // disjoint by Lemma 4, but not by rounded values
    if (!repeated && !cdNarrowCone(cone, search->at)) {
        if (cdConeHoldsOrigin(cone, search->pair->tolerance)) *state = CD_OVERLAP;
        return false;
    }
    search->fromCone = repeated || result->iterations > REFLECTION_MAX;
    if (search->fromCone)
        search->vector = cdScale(1.0 / cdLength(cone->w), cone->w);
    else
        reflect(search, lengthSq);
    moveTo(search, cone->count);
    return true;
}

static void traceVector(const Search *search) {
    cdTraceHow first = search->fromCache ? CD_HOW_CACHED : CD_HOW_CENTERS;
    cdTraceHow how = search->result->iterations == 1 ? first
                     : search->fromCone              ? CD_HOW_CONE
                                                     : CD_HOW_REFLECTED;
    cdAddVectorEvent(search->pair, CD_TRACE_VECTOR, how, search->vector, search->result->gap, search->at);
}

// Step (3). UNDECIDED if within rounding. `known`: the vertices along the first vector are already found.
static cdState searchVector(Search *search, int32_t limit, bool known) {
    cdConvexPair *pair = search->pair;
    cdSeparation *result = search->result;
    cdState state = CD_UNDECIDED;
    while (result->iterations < limit) {
        result->iterations++;
        if (known && result->iterations == 1)
            search->at->m = cdGetDifference(pair, search->at->a, search->at->b);
        else
            cdFindDifference(pair, search->vector, search->at);
        pair->turned = true;
        result->gap = cdDot(search->vector, search->at->m);
        if (pair->trace) traceVector(search);
        if (result->gap > pair->tolerance) return CD_FREE;
        double lengthSq = cdLengthSq(search->at->m);
        if (result->gap > -pair->tolerance || lengthSq <= pair->tolerance * pair->tolerance) break;
        if (result->iterations == limit || !chooseNext(search, lengthSq, &state)) break;
    }
    return state;
}

// Records a pair that the cache decided.
void cdTraceSettled(const cdConvexPair *pair, const cdSeparation *result) {
    bool separated = result->state == CD_FREE;
    cdVec3 s = cdInvRotate(pair->qb, result->vector);
    cdDifference at = {cdGetDifference(pair, result->vertexA, result->vertexB), result->vertexA,
                       result->vertexB};
    cdTraceEvent *tried = NULL, *told = NULL;
    if (separated) tried = cdAddVectorEvent(pair, CD_TRACE_VECTOR, CD_HOW_CACHED, s, result->gap, &at);
    if (tried) cdSetEventVector(tried, 0, result->vector);
    told = cdAddVectorEvent(pair, CD_TRACE_HULLS, separated ? CD_HOW_CACHED : CD_HOW_WITNESS, s, result->gap,
                            &at);
    if (!told) return;
    cdSetEventVector(told, 0, result->vector);
    told->a = separated;
    told->b = result->iterations;
}

static bool settleByWitness(const cdConvexPair *pair, const cdConvexCache *cache, cdSeparation *result) {
    if (cache->state != CD_OVERLAP || !cdWitnessHolds(pair, cache, pair->tolerance)) return false;
    result->state = CD_OVERLAP;
    result->cacheHit = true;
    result->vector = cache->vector;
    result->vertexA = cache->vertexA;
    result->vertexB = cache->vertexB;
    cdVec3 s = cdInvRotate(pair->qb, cache->vector);
    result->gap = cdDot(s, cdGetDifference(pair, cache->vertexA, cache->vertexB));
    if (pair->trace) cdTraceSettled(pair, result);
    return true;
}

static cdVec3 getStartVector(const cdConvexPair *pair, const cdConvexCache *cache, bool usable) {
    if (usable) return cdCorrectLength(cdInvRotate(pair->qb, cache->vector));
    cdVec3 toB = cdNormalize(cdNegate(pair->offsets[0]));
    return cdLengthSq(toB) > 0.0 ? toB : (cdVec3){1.0, 0.0, 0.0};
}

static void decideByDistance(Search *search) {
    cdDistanceDepth found = cdFindDistanceDepth(search->pair, search->vector);
    search->result->fallback = true;
    search->result->state = found.state;
    search->result->gap = found.gap;
    search->vector = found.vector;
    *search->at = found.at;
}

static void updateCache(const cdSeparation *result, const cdDirectionCone *cone, cdConvexCache *cache) {
    cache->state = (int32_t)result->state;
    cache->vector = result->vector;
    cache->vertexA = result->vertexA;
    cache->vertexB = result->vertexB;
    if (result->state != CD_OVERLAP || result->cacheHit) return;
    if (!result->fallback)
        cdKeepWitness(cone, cache);
    else
        cache->witnessA[0] = CD_NO_VERTEX;
}

// Steps (3) and (4).
static void searchAndDecide(cdConvexPair *pair, int32_t limit, bool usable, cdConvexCache *cache,
                            cdSeparation *result) {
    Search s;
    s.pair = pair;
    s.result = result;
    s.fromCone = false;
    s.fromCache = usable;
    s.vector = getStartVector(pair, cache, usable);
    s.at = &s.cone.found[1];
    s.at->a = usable ? cache->vertexA : CD_NO_VERTEX;
    s.at->b = usable ? cache->vertexB : CD_NO_VERTEX;
    bool known = usable && cache->state != CD_OVERLAP; // the cached vector was tested
    result->state = searchVector(&s, limit, known);
    if (result->state == CD_UNDECIDED) decideByDistance(&s);
    if (pair->trace)
        cdTraceHulls(pair, result->fallback ? CD_HOW_DISTANCE : CD_HOW_SEARCHED, result->state == CD_FREE,
                     result->iterations, s.vector, result->gap, s.at);
    result->vector = cdRotate(pair->qb, s.vector);
    result->vertexA = s.at->a;
    result->vertexB = s.at->b;
    result->supportSteps = pair->supportSteps;
    if (cache != NULL) updateCache(result, &s.cone, cache);
}

cdSeparation cdSearchSeparatingVector(cdConvexPair *pair, int32_t limit, bool usable, cdConvexCache *cache) {
    cdSeparation result = {
        .reason = CD_REASON_NONE, .tolerance = pair->tolerance, .vertexA = -1, .vertexB = -1};
    if (!usable || !settleByWitness(pair, cache, &result))
        searchAndDecide(pair, limit, usable, cache, &result);
    return result;
}
