// Convex proxies: steps that never reach the sphere trees [CW96].
//
// Over a screw, A's hull stays within the hull of its two end poses thickened by the bulge: a bound on how
// far a point's path leaves its chord (span.c). The step is free over that screw if a vector separates this
// from B's hull by more than the elements' tests inflate their bounds by. The vector found is kept in the
// caller's cache, in the world's axes, where it is most likely to hold again.
#include "continuous/proxies/proxy.h"
#include "continuous/first_contact.h"
#include "continuous/search/search_trace.h"
#include "convex/separation/swept_vector.h"
#include "foundation/numbers/rounding.h"

// Returns the pair over the search's current screw.
static cdConvexPair makeSweptPair(cdSearch *search) {
    cdConvexPair pair = {.a = search->a->hull, .b = search->b->hull, .poseCount = 2};
    cdEnterSpan(search, 0.0, 1.0);
    const cdSpan *span = &search->span;
    pair.rotations[0] = span->rotation0;
    pair.rotations[1] = span->rotation1;
    pair.offsets[0] = cdSub(span->center0, search->offsetB);
    pair.offsets[1] = cdSub(span->center1, search->offsetB);
    pair.thickness = span->bulgeScale * cdBoundHalfVelocity(search->screw, search->a) + search->inflation;
    double distance = cdSumAbs(pair.offsets[0]) + cdSumAbs(pair.offsets[1]);
    pair.tolerance = cdGetHullTolerance(pair.a, pair.b, distance);
    pair.trace = search->trace;
    return pair;
}

static bool hasVector(const cdConvexCache *cache) {
    return cache != NULL && fabs(cdLengthSq(cache->vector) - 1.0) <= 1e-6;
}

static cdVec3 getStartVector(const cdConvexPair *pair, cdPose poseB, const cdConvexCache *cache) {
    if (hasVector(cache)) return cdNormalize(cdInvRotate(poseB.q, cache->vector));
    cdVec3 toB = cdNormalize(cdNegate(cdLerp(pair->offsets[0], pair->offsets[1], 0.5)));
    return cdLengthSq(toB) > 0.0 ? toB : (cdVec3){1.0, 0.0, 0.0};
}

static void describe(const cdSearch *search, const cdConvexPair *pair, const cdSweptVector *found,
                     cdPose poseB, cdProxy *proxy) {
    cdVec3 q = pair->b->vertices[found->at.b];
    cdVec3 p = cdSub(q, cdGetDifference(pair, found->at.a, found->at.b)); // without the ball about A
    proxy->vector = cdRotate(poseB.q, found->vector);
    proxy->gap = found->gap;
    proxy->pointA = cdGetWorldPoint(search, poseB, cdAdd(p, search->offsetB));
    proxy->pointB = cdGetWorldPoint(search, poseB, cdAdd(q, search->offsetB));
}

bool cdCanUseProxies(const cdSearch *search) {
    bool isAllowed = !(search->disabled & (CD_DISABLE_PROXY | CD_DISABLE_TREE));
    return isAllowed && search->a->hull != NULL && search->b->hull != NULL;
}

// Completes events of the search for a vector: their time, and the origin of the first vector.
static void completeEvents(const cdSearch *search, int32_t first, bool fromCache, bool isCacheHit) {
    for (int32_t i = first; i < search->trace->eventCount; i++) {
        cdTraceEvent *event = &search->trace->events[i];
        event->tau = (cdInterval){0.0, 1.0};
        if (event->how == CD_HOW_CENTERS && fromCache) event->how = CD_HOW_CACHED;
        if (event->how == CD_HOW_SEARCHED && isCacheHit) event->how = CD_HOW_CACHED;
    }
    cdTraceStepTimes(search, first);
}

bool cdProxiesStayApart(cdSearch *search, cdPose poseB, cdPairCache *cache, cdProxy *proxy) {
    cdConvexCache *known = cache != NULL ? &cache->convex : NULL;
    *proxy = (cdProxy){.tested = true, .separated = true, .cacheHit = true};
    search->stats.proxyTests++;
    for (int32_t i = 0; i < search->motion.screwCount && proxy->separated; i++) {
        cdEnterScrew(search, i);
        cdConvexPair pair = makeSweptPair(search);
        pair.qb = poseB.q;
        cdVec3 start = getStartVector(&pair, poseB, known);
        int32_t firstEvent = search->trace ? search->trace->eventCount : 0;
        cdSweptVector found = cdFindSweptVector(&pair, start, known);
        if (search->trace) completeEvents(search, firstEvent, hasVector(known), found.fromCache);
        proxy->separated = found.separated;
        proxy->cacheHit = proxy->cacheHit && found.fromCache;
        proxy->iterations += found.iterations;
        describe(search, &pair, &found, poseB, proxy);
        if (known != NULL) known->vector = proxy->vector;
    }
    cdEnterScrew(search, 0);
    search->stats.proxyRejects += proxy->separated;
    return proxy->separated;
}
