// The search of a motion: screw by screw, and each screw span by span, in order of time [RKC01].
#include "continuous/motion_search.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/search/search_trace.h"

// After slices without progress, parts of a span are searched by themselves; each is longer by this factor.
static const double partGrowth = 16.0;
// In widths of a span: the longest rest of a part that its last span takes along, and the longest span in
// which elements are tested.
static const double longestRest = 1.5, longestLeafSpan = 1.75;

// Tests the last contact's pair first: it usually gives a bound at once.
static void tryCachedPair(cdSearch *search, const cdPairCache *cache) {
    if (!cache || cache->kind == CD_NO_CONTACT) return;
    const cdMesh *a = search->a, *b = search->b;
    int32_t countA = cache->kind == CD_VERTEX_FACE   ? a->vertexCount
                     : cache->kind == CD_FACE_VERTEX ? a->triangleCount
                                                     : a->edgeCount;
    int32_t countB = cache->kind == CD_VERTEX_FACE   ? b->triangleCount
                     : cache->kind == CD_FACE_VERTEX ? b->vertexCount
                                                     : b->edgeCount;
    bool valid = cache->kind >= CD_VERTEX_FACE && cache->kind <= CD_EDGE_EDGE && cache->elementA >= 0 &&
                 cache->elementB >= 0 && cache->elementA < countA && cache->elementB < countB;
    if (!valid) return;
    cdContactKind kind = (cdContactKind)cache->kind;
    cdElementPair pair = cdGetElementPair(search, kind, cache->elementA, cache->elementB);
    cdCubic cubic = cdMakeElementCubic(search, &pair);
    if (!cdElementsMayTouch(&cubic, search->inflation, search->rootStart, search->rootLimit)) return;
    cdInterval tau = {search->rootStart, search->rootLimit};
    cdElementContact contact =
        cdSolveElements(search, kind, cache->elementA, cache->elementB, &pair, &cubic, tau);
    cdOfferCandidate(search, kind, cache->elementA, cache->elementB, &contact);
}

typedef enum SpanEnd {
    SPAN_FREE,
    SPAN_LAST,    // the search is over
    SPAN_TOO_LONG // leaves may meet in it: it must be searched in shorter ones
} SpanEnd;

// Forgets the pairs of earlier spans, unless the best contact lies there.
static void forgetSolved(cdSearch *search, double tau) {
    const cdCandidate *best = &search->best;
    bool isEarlier = best->state != CD_FREE && (best->screw != search->screwIndex || best->root < tau);
    if (search->solved != NULL && !isEarlier) search->solved->count = 0;
}

// Searches a span, or a part of it. `isLong`: it is longer than those in which elements are tested.
static SpanEnd searchSpan(cdSearch *search, cdInterval tau, bool isLong) {
    cdTraceHow how = search->metLeaves ? CD_HOW_SHORTER : CD_HOW_NONE;
    search->freeScrew = search->screwIndex;
    search->freeTau = tau.lo;
    if (tau.lo > search->rootLimit) return SPAN_LAST;
    search->lookForOverlap = search->screwIndex == 0 && tau.lo == 0.0 && !search->startsFree;
    search->lookForPassing = search->screwIndex == 0 && tau.lo < search->exemptUntil;
    cdEnterSpan(search, tau.lo, tau.hi);
    forgetSolved(search, tau.lo);
    if (search->trace) cdTracePair(search, CD_TRACE_SPAN, how, CD_NO_CONTACT, search->spanCount, 0);
    search->spanCount++;
    search->leafless = isLong;
    cdSearchSpan(search);
    search->leafless = false;
    search->opened = (double)search->leastOpened / search->span.frame.scale;
    if (search->exhausted || search->overlaps) return SPAN_LAST;
    if (search->metLeaves) return SPAN_TOO_LONG;
    return search->best.state != CD_FREE && cdGetBestEnd(search) <= tau.hi ? SPAN_LAST : SPAN_FREE;
}

// Returns the end of the next span. A short rest of the part belongs to its last span. Where the list of near
// leaves ends, a span ends, too.
static double chooseSpanEnd(const cdSearch *search, cdInterval part, double tau, double width) {
    double end = part.hi - tau < longestRest * width ? part.hi : tau + width;
    double listed = cdGetListedUntil(search);
    return listed > tau && listed < end ? listed : end;
}

// Searches a part of the current screw span by span; returns true when the search is over. `share`: share of
// the first span that is searched by itself.
static bool searchPart(cdSearch *search, cdInterval part, double share) {
    bool wholly = search->disabled & CD_DISABLE_TREE;
    double least = wholly ? part.hi - part.lo : cdFindSpanWidth(search, part), tau = part.lo;
    double width = share < 1.0 ? share * least : cdChooseSpanWidth(search, least);
    search->metLeaves = false;
    while (tau < part.hi) {
        double end = chooseSpanEnd(search, part, tau, width);
        SpanEnd found = searchSpan(search, (cdInterval){tau, end}, end - tau > longestLeafSpan * least);
        if (found == SPAN_LAST) return true;
        if (found == SPAN_TOO_LONG) {
            width = cdMax(least, 0.5 * (end - tau)); // the rest is longer than what a last span takes along
            continue;
        }
        tau = end;
        share *= partGrowth;
        width = share < 1.0 ? share * least : cdChooseSpanWidth(search, least);
    }
    return false;
}

// Searches one screw from `start`; returns true when the search is over.
static bool searchScrew(cdSearch *search, double start) {
    cdInterval part = {start, 1.0};
    double share = search->firstShare;
    bool wholly = search->disabled & (CD_DISABLE_TREE | CD_DISABLE_TRAJECTORY_BOUND);
    while (wholly || cdFindNearPart(search, part.lo, &part)) {
        if (searchPart(search, part, share)) return true;
        if (part.hi >= 1.0) break;
        share = 1.0;
        part.lo = part.hi;
    }
    return search->best.state != CD_FREE;
}

void cdSearchMotion(cdSearch *search, int32_t firstScrew, double tauStart, double timeLimit,
                    const cdPairCache *cache) {
    search->best = (cdCandidate){.state = CD_FREE};
    for (int32_t i = firstScrew; i < search->motion.screwCount; i++) {
        cdEnterScrewUntil(search, i, timeLimit);
        if (i == firstScrew) tryCachedPair(search, cache);
        if (i == firstScrew) tryCachedPair(search, search->known);
        if (searchScrew(search, i == firstScrew ? tauStart : 0.0) ||
            cdGetSearchTime(search, i, 1.0) >= timeLimit)
            return;
    }
}
