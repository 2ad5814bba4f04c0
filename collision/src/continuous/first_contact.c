// First contact of a moving mesh with a fixed one [RKC01].
//
// (1) Express the step in a frame near the pair and derive the tolerances from its size. (2) If the meshes'
// convex hulls stay separated for the whole step, it is free (proxy.c). For two boxes their route is followed
// (box_search.c), which settles most steps. Otherwise, for each screw of the motion and each span of it, in
// order of time, search the trees; the first span with a contact ends the search. (3) A start that touches is
// searched again: a motion that leaves is not blocked. (4) Describe the contact: contact_result.c.
#include "continuous/first_contact.h"
#include "continuous/contact_result.h"
#include "continuous/elements/clear_elements.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/elements/start_test.h"
#include "continuous/proxies/box_search.h"
#include "continuous/proxies/proxy.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "foundation/geometry/screw.h"
#include "foundation/geometry/turn.h"
#include "foundation/memory/hooks.h"

// Elements closer than this many rounding units of the query's size touch. The equations' error stays below a
// fifth of it.
static const double touchUnits = 1024.0;
static const double farShare = 1.0 / 64.0; // 16 rounding units of the distance from the mesh's own origin
// Paths along which a touching start is followed until it separates: 4, 64, 1024 tolerances, tested every
// eight.
enum { LEAVE_ATTEMPTS = 3 };
static const double leaveFirst = 4.0, leaveGrowth = 16.0, leaveStride = 8.0;
// Keeps products of three lengths from overflowing and squares of lengths from vanishing.
static const double smallestSize = 1e-100, largestSize = 1e100;

// Budget that slices are shares of when the caller sets none, in pair tests.
enum { SLICE_WHOLE = 1 << 18, MAX_STALLS = 9 };
// After slices without progress, parts of a span are searched by themselves; each is longer by this factor.
static const double partGrowth = 16.0;
// In widths of a span: the longest rest of a part that its last span takes along, and the longest span in
// which elements are tested.
static const double longestRest = 1.5, longestLeafSpan = 1.75;

// Derives the tolerances from the size of the query. False: lengths are out of range.
static bool setTolerances(cdSearch *search, double size, double path) {
    double units = touchUnits, largest = largestSize;
    if (search->clearance > 0.0) {
        units *= CD_CLEAR_UNITS;
        largest /= CD_CLEAR_UNITS;
    }
    if (!(size >= smallestSize && size <= largest)) return false; // nor with a pose that is not finite
    search->tolerance.distance = units * CD_EPSILON * size;
    double ratio = path > 0.0 ? size / path : INFINITY;
    search->tolerance.width = cdMin(0x1p-32, 0x1p-40 + units * CD_EPSILON * ratio);
    search->inflation = 4.0 * search->tolerance.distance + search->clearance;
    return isfinite(search->tolerance.distance); // false for a pose that is not a number
}

bool cdOpenSearch(cdSearch *search, const cdMesh *a, const cdMesh *b, cdPose startA, cdPose targetA,
                  cdPose poseB, cdWorkspace *workspace) {
    const cdFirstContactInput step = {
        .meshA = a, .meshB = b, .startA = startA, .targetA = targetA, .startB = poseB};
    return cdOpenStep(search, &step, workspace);
}

bool cdOpenStep(cdSearch *search, const cdFirstContactInput *input, cdWorkspace *workspace) {
    const cdMesh *a = input->meshA, *b = input->meshB;
    cdPose startA = input->startA, targetA = input->targetA, poseB = input->startB;
    *search = (cdSearch){.a = a,
                         .b = b,
                         .clearance = cdGetClearance(input),
                         .best.state = CD_FREE,
                         .firstShare = 1.0,
                         .profileScrew = -1,
                         .tests = cdChooseGridTests(),
                         .reason = CD_REASON_INPUT};
    search->reason = cdCheckPoses((const cdPose[]){startA, targetA, poseB}, 3);
    if (search->reason == CD_REASON_NONE) search->reason = cdCheckMargin(input->safetyDistance);
    if (search->reason != CD_REASON_NONE) return false;
    search->reason = CD_REASON_INPUT;
    // Positions first, so that an offset that both meshes share cancels before rounding.
    cdVec3 armA = cdRotate(startA.q, a->center), armB = cdRotate(poseB.q, b->center);
    cdVec3 toB = cdAdd(cdSub(poseB.p, startA.p), cdSub(armB, armA));
    cdVec3 step = cdAdd(cdSub(targetA.p, startA.p), cdSub(cdRotate(targetA.q, a->center), armA));
    cdQuat inverseB = cdConjugate(poseB.q);
    cdPose start = {{0.0, 0.0, 0.0}, cdNormalizeQuat(cdMulQuat(inverseB, startA.q))};
    cdPose target = {cdRotate(inverseB, step), cdNormalizeQuat(cdMulQuat(inverseB, targetA.q))};
    cdQuat turn = cdFindTurn(startA.q, targetA.q);
    cdVec3 axis = cdRotate(inverseB, (cdVec3){turn.x, turn.y, turn.z});
    turn = (cdQuat){turn.w, axis.x, axis.y, axis.z};
    search->motion = cdMakeMotionByTurn(start, target, turn, (cdVec3){0.0, 0.0, 0.0});
    search->offsetB = cdRotate(inverseB, toB);

    const cdScrew *screw = &search->motion.screws[0];
    double path = cdBoundPath(screw, a);
    double size = a->radius + b->radius + cdLength(toB) + path;
    // Rotating a centre that is far from the mesh's own origin rounds against that distance.
    size += farShare * (cdLength(a->center) + cdLength(b->center));
    if (!setTolerances(search, size + search->clearance, path)) return false;
    search->reason = CD_REASON_WORKSPACE;
    return cdOpenSearchMemory(a, b, workspace, &search->memory);
}

cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point) {
    return cdTransformPoint(poseB, cdAdd(cdSub(point, search->offsetB), search->b->center));
}

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

// Searches a span, or a part of it. `isLong`: it is longer than those in which elements are tested.
static SpanEnd searchSpan(cdSearch *search, cdInterval tau, bool isLong) {
    cdTraceHow how = search->metLeaves ? CD_HOW_SHORTER : CD_HOW_NONE;
    search->freeScrew = search->screwIndex;
    search->freeTau = tau.lo;
    if (tau.lo > search->rootLimit) return SPAN_LAST;
    search->lookForOverlap = search->screwIndex == 0 && tau.lo == 0.0;
    cdEnterSpan(search, tau.lo, tau.hi);
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

// Searches the motion from `tauStart` of a screw; it is known to be free before.
static void searchMotion(cdSearch *search, int32_t firstScrew, double tauStart, double timeLimit,
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

// True if the meshes share a point at a pose within the first screw, or, with `deep`, overlap by more than a
// touch; also if the search is exhausted. Keeps the counts.
static bool overlapsAt(cdSearch *search, double tau, bool deep) {
    cdSearch probe = *search;
    probe.overlapOnly = probe.lookForOverlap = true;
    probe.record = NULL;
    probe.deepOnly = deep;
    probe.overlaps = false;
    probe.best.state = CD_FREE;
    cdEnterScrew(&probe, 0);
    probe.rootLimit = tau;
    cdEnterSpan(&probe, tau, tau);
    if (probe.trace) cdTraceTime(&probe, CD_TRACE_POSE, tau, tau);
    cdSearchSpan(&probe);
    search->stats = probe.stats;
    search->exhausted = probe.exhausted;
    search->fixed = probe.fixed;
    return probe.overlaps || probe.exhausted;
}

static bool bestTouchesAtStart(const cdSearch *search) {
    const cdCandidate *best = &search->best;
    if (best->state == CD_FREE || best->screw != 0) return false;
    if (search->touching && best->root == 0.0) return true;
    cdElementPair pair = cdGetElementPair(search, best->kind, best->a, best->b);
    return cdTouchesAtStart(search, &pair);
}

// True if the pairs that touched at the start still touch where they are no longer a contact.
static bool touchesAgain(const cdSearch *search) {
    return bestTouchesAtStart(search) && search->best.root <= 2.0 * search->exemptUntil;
}

// True if the meshes overlap by more than a touch, which is four tolerances, at any of the poses tested
// between two taus. Between two of these poses they are deeper by at most half a stride.
static bool goesDeep(cdSearch *search, double from, double to, double stride) {
    int count = (int)ceil((to - from) / stride);
    for (int k = 1; k <= count; k++)
        if (overlapsAt(search, from + (to - from) * k / count, true)) return true;
    return false;
}

// A touching start without overlap blocks only a motion into the contact. Follow the motion for a few
// tolerances. If it never goes deeper and ends where the meshes are disjoint, the pairs that touched at the
// start do not count as contacts up to there: they never overlapped by more than eight tolerances. All other
// pairs count from the start.
static void leaveTouch(cdSearch *search, double timeLimit) {
    const cdScrew *screw = &search->motion.screws[0];
    double speed = cdBoundPath(screw, search->a);
    cdCandidate touching = search->best;
    double earliest = search->earliest, before = 0.0;
    double unit = speed > 0.0 ? search->tolerance.distance / speed : 1.0, tau = leaveFirst * unit;
    search->freeScrew = 0;
    search->freeTau = search->exemptUntil = 0.0;
    for (int attempt = 0; attempt < LEAVE_ATTEMPTS && tau < 1.0; attempt++) {
        if (goesDeep(search, before, tau, leaveStride * unit)) break;
        before = tau;
        tau *= leaveGrowth;
        if (overlapsAt(search, before, false)) continue;
        search->exemptUntil = before;
        if (search->trace) cdTraceTime(search, CD_TRACE_LEAVES, 0.0, before);
        searchMotion(search, 0, 0.0, timeLimit, NULL);
        if (search->exhausted || !touchesAgain(search)) return;
    }
    if (search->exhausted) return;
    search->exemptUntil = 0.0;
    cdEnterScrew(search, 0);
    search->best = touching;
    search->earliest = earliest;
}

// Searches boxes by their route and other meshes by their hulls, then the trees for the rest of the motion.
// `again`: the hulls were tested before and did not separate the pair.
static void searchAll(cdSearch *search, const cdFirstContactInput *input, double timeLimit, bool again,
                      cdPairCache *cache, cdProxy *proxy) {
    cdBoxFinding found = {.from = 0.0};
    if (cdCanSearchBoxes(search)) {
        found = cdSearchBoxes(search, input->startB, timeLimit, proxy);
        if (found.isAnswer) return;
    } else if (!again && cdCanUseProxies(search)) {
        if (cdProxiesStayApart(search, input->startB, cache, proxy)) return;
    }
    searchMotion(search, found.screw, found.from, timeLimit, cache);
}

// Searches the motion from a fraction of the step.
static void searchRest(cdSearch *search, double from, double timeLimit, const cdPairCache *cache) {
    double local = from * search->motion.screwCount;
    int32_t screw = search->motion.screwCount == 2 && local >= 1.0 ? 1 : 0;
    searchMotion(search, screw, cdGetTauFromTime(&search->motion.screws[screw], local - screw), timeLimit,
                 cache);
}

// --- Slices

int64_t cdGetSliceUnit(const cdMeter *meter) {
    return (meter->budget.maxPairTests > 0 ? meter->budget.maxPairTests : SLICE_WHOLE) / 16;
}

static void startSlice(cdSearch *search, cdPairProgress *progress) {
    if (progress == NULL || !cdIsMeterLimited(search->meter)) return;
    // A sixteenth of the budget, an eighth, a quarter for a sixteenth of the span, more for ever less of it.
    int32_t stalls = progress->stalls < MAX_STALLS ? progress->stalls : MAX_STALLS,
            shares = stalls > 1 ? stalls - 1 : 0;
    cdStartSlice(search->meter, 1 + (cdGetSliceUnit(search->meter) << stalls));
    search->firstShare = ldexp(1.0, -4 * shares);
    search->known = &progress->best;
}

// Keeps the state for the next slice. A start that touches is tested again unless it has been left for good.
static void keepProgress(const cdSearch *search, cdPairProgress *progress) {
    if (progress == NULL || !search->exhausted) return;
    double freeUntil = cdGetSearchTime(search, search->freeScrew, search->freeTau);
    bool gained = freeUntil > progress->freeUntil;
    progress->stalls = gained ? progress->stalls > 0 : progress->stalls + 1;
    if (search->best.state != CD_FREE)
        progress->best = (cdPairCache){
            .kind = (int32_t)search->best.kind, .elementA = search->best.a, .elementB = search->best.b};
    if (!gained) return;
    progress->freeUntil = freeUntil;
    progress->screw = search->freeScrew;
    progress->tau = search->freeTau;
    progress->exemptUntil = search->exemptUntil;
    progress->touching = search->touching;
}

// Searches the whole step, or the rest of it after a slice.
static void searchPair(cdSearch *search, const cdFirstContactInput *input, const cdPairSearch *how,
                       cdPairCache *cache, cdProxy *proxy) {
    const cdPairProgress *progress = how->progress;
    bool resumed = progress != NULL && progress->freeUntil > how->from;
    search->beginTime = how->from;
    if (resumed) {
        search->exemptUntil = progress->exemptUntil;
        search->touching = progress->touching;
        searchMotion(search, progress->screw, progress->tau, how->timeLimit, cache);
    } else if (how->from > 0.0) {
        searchRest(search, how->from, how->timeLimit, cache);
    } else {
        searchAll(search, input, how->timeLimit, progress != NULL && progress->stalls > 0, cache, proxy);
    }
    if (search->overlaps || search->exhausted) return;
    if (search->clearance > 0.0 || how->from > 0.0) return; // pairs were tested for leaving one by one
    bool touches = search->exemptUntil > 0.0 ? touchesAgain(search) : bestTouchesAtStart(search);
    if (touches) leaveTouch(search, how->timeLimit);
    if (touches && search->record && search->record->isNew)
        cdDropNearRecord(search->record); // of what was searched last, not of the contact
}

static void startRecord(cdSearch *search, cdNearRecord *record) {
    if (record == NULL || search->trace || search->disabled) return;
    search->record = record;
    search->fixed = record->fixed;
    search->nearReach = record->reach;
}

// Drops a record that may miss pairs: profiles leave out triangles that come near but do not touch.
static void checkRecord(const cdSearch *search) {
    cdNearRecord *record = search->record;
    if (record == NULL) return;
    record->fixed = search->fixed;
    if (!record->isNew) return;
    record->generation = search->fixed.generation;
    bool isWhole =
        !search->exhausted && !search->overlaps && !search->hasProfiles && record->count <= record->capacity;
    if (!isWhole) cdDropNearRecord(record);
}

cdFirstContact cdFindFirstContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                    cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    cdFirstContact result = {.state = CD_UNDECIDED, .resolvedPose = input->startA};
    cdSearch search;
    bool opened = cdOpenStep(&search, input, workspace);
    result.reason = opened ? CD_REASON_NONE : search.reason;
    if (!opened) return result;
    search.disabled = input->disabled;
    search.meter = how->meter;
    search.trace = trace;
    if (how->near != NULL && how->near->a == input->meshA && how->near->b == input->meshB)
        cdUseNearList(&search, how->near, input->startA, input->targetA);
    startRecord(&search, how->record);
    startSlice(&search, how->progress);
    if (cache != NULL && cache->opened > 0.0) search.opened = cache->opened;
    searchPair(&search, input, how, cache, &result.proxy);
    if (cache != NULL) cache->opened = search.opened;
    checkRecord(&search);
    keepProgress(&search, how->progress);
    double path = cdBoundPath(&search.motion.screws[0], search.a);
    result.tolerance = search.tolerance.distance + search.tolerance.width * path;
    // A start may overlap by as much as still counts as touching.
    bool atStart = search.best.state == CD_CONTACT && search.best.screw == 0 && search.best.root == 0.0;
    if (atStart && !search.overlaps)
        result.tolerance = cdMax(result.tolerance, search.inflation - search.clearance);
    if (search.overlaps)
        cdFillStopped(&result, CD_OVERLAP, 0.0, input);
    else if (search.exhausted)
        cdFillUndecided(&result,
                        search.meter->reason != CD_REASON_NONE ? search.meter->reason : CD_REASON_BUDGET,
                        cdGetSearchTime(&search, search.freeScrew, search.freeTau), input);
    else if (search.best.state != CD_FREE)
        cdFillContact(&search, input, cache, &result);
    else
        cdFillStopped(&result, CD_FREE, 1.0, input);
    result.stats = search.stats;
    return result;
}

cdFirstContact cdFindInSlices(const cdFirstContactInput *input, cdMeter *meter, cdPairCache *cache,
                              cdWorkspace *workspace, cdTrace *trace) {
    cdPairProgress progress = {.screw = 0};
    cdPairSearch how = {.timeLimit = 1.0, .meter = meter, .progress = &progress};
    cdFirstContact result = cdFindFirstContactBy(input, &how, cache, workspace, trace);
    while (cdIsCutShort(&result, meter)) {
        cdQueryStats stats = result.stats;
        cdProxy proxy = result.proxy;
        result = cdFindFirstContactBy(input, &how, cache, workspace, trace);
        cdAddQueryStats(&result.stats, &stats);
        if (!result.proxy.tested) result.proxy = proxy;
    }
    cdEndSlice(meter);
    // A slice that was restarted at a touch may have certified less than one before it.
    if (result.state == CD_UNDECIDED && meter->reason != CD_REASON_NONE)
        cdFillUndecided(&result, meter->reason, progress.freeUntil, input);
    return result;
}

double cdChooseMargin(const cdFirstContactInput *input, double touchDistance) {
    const cdMesh *a = input->meshA, *b = input->meshB;
    double larger = cdMax(a->radius + a->rounding, b->radius + b->rounding);
    double wanted = input->margin > 0.0 ? input->margin : CD_DEFAULT_MARGIN * larger;
    double far = cdMax(cdMaxAbs(input->startA.p), cdMaxAbs(input->targetA.p)) + cdMaxAbs(input->startB.p) +
                 cdMaxAbs(a->center) + cdMaxAbs(b->center);
    return cdMax(wanted, 64.0 * CD_EPSILON * far + 4.0 * touchDistance);
}

cdReason cdCheckMargin(double margin) {
    if (!isfinite(margin)) return CD_REASON_NOT_FINITE;
    return margin < 0.0 ? CD_REASON_INPUT : CD_REASON_NONE;
}

cdFirstContact cdFindContactWithFixed(const cdFirstContactInput *input, cdPairCache *cache,
                                      cdWorkspace *workspace, cdTrace *trace) {
    cdMeter meter = cdOpenMeter(&input->budget);
    cdTraceBeginning(trace, CD_TRACE_QUERY, 0, (cdInterval){0.0, 1.0});
    cdTraceBeginning(trace, CD_TRACE_OBSTACLE, 0, (cdInterval){0.0, 1.0});
    cdFirstContact result = cdFindInSlices(input, &meter, cache, workspace, trace);
    result.stats.pairTests = meter.spent;
    cdTraceDecision(trace, CD_TRACE_PAIR_DECIDED, 0, &result);
    cdTraceDecision(trace, CD_TRACE_DECIDED, result.state == CD_FREE ? -1 : 0, &result);
    if (result.state != CD_OVERLAP) return result;
    // A mesh may always leave an overlap for a free target.
    cdOverlapInput target = {
        .meshA = input->meshA, .meshB = input->meshB, .poseA = input->targetA, .poseB = input->startB};
    bool isFree =
        cdFindOverlapBy(&target, input->safetyDistance, &meter, NULL, workspace, NULL).state == CD_FREE;
    result.stats.pairTests = meter.spent;
    if (isFree) {
        result.resolvedPose = input->targetA;
        result.resolvedTime = 1.0;
    }
    return result;
}
