// First contact of a moving mesh with a fixed one [RKC01].
//
// (1) Express the step in a frame near the pair and derive the tolerances from its size. (2) When the meshes'
// convex hulls stay apart for the whole step, that is all: proxy.c. Two boxes are followed along their route
// (box_search.c), which settles most steps of theirs. Else, for each screw of the motion and
// each span of it, in order of time, search the trees; the first span with a contact ends the search. (3) A
// start that touches gets a second look: a motion that leaves is free to go. (4) Describe the contact, find
// where the mesh rests, list what else touches.
#include "continuous/first_contact.h"
#include "continuous/elements/clear_elements.h"
#include "continuous/elements/contact_geometry.h"
#include "continuous/elements/start_test.h"
#include "continuous/elements/touch_normal.h"
#include "continuous/proxies/box_search.h"
#include "continuous/proxies/proxy.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "foundation/geometry/turn.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/sort.h"

// Elements closer than this many rounding units of the query's size touch. The equations' error stays below a
// fifth of it.
static const double touchUnits = 1024.0;
static const double farShare = 1.0 / 64.0; // so 16 rounding units of the distance from the mesh's own origin
// How far a start that touches may have to go until it is seen to leave: 4, 64, 1024 tolerances, looked at
// every eight.
enum { LEAVE_ATTEMPTS = 3 };
static const double leaveFirst = 4.0, leaveGrowth = 16.0, leaveStride = 8.0;
// So that products of three lengths do not overflow, nor squares of lengths vanish.
static const double smallestSize = 1e-100, largestSize = 1e100;

// Slices of a limited search are parts of its budget, or of so many pair tests where that is not known.
enum { SLICE_WHOLE = 1 << 18, STALLS_MOST = 9 };
// Parts of a span that are searched by themselves after slices that gained nothing grow by this factor.
static const double partGrowth = 16.0;

// From the size of the query. False: lengths are out of range.
static bool setTolerances(cdSearch *search, double size, double path) {
    double units = touchUnits, largest = largestSize;
    if (search->clearance > 0.0) {
        units *= CD_CLEAR_UNITS;
        largest /= CD_CLEAR_UNITS;
    }
    if (!(size >= smallestSize && size <= largest)) return false; // nor if a pose is not finite
    search->tolerance.distance = units * CD_EPSILON * size;
    double ratio = path > 0.0 ? size / path : INFINITY;
    search->tolerance.width = cdMin(0x1p-32, 0x1p-40 + units * CD_EPSILON * ratio);
    search->inflation = 4.0 * search->tolerance.distance + search->clearance;
    return isfinite(search->tolerance.distance); // not if a pose is no number
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
                         .reason = CD_REASON_INPUT};
    search->reason = cdCheckPoses((const cdPose[]){startA, targetA, poseB}, 3);
    if (search->reason == CD_REASON_NONE) search->reason = cdCheckMargin(input->safetyDistance);
    if (search->reason != CD_REASON_NONE) return false;
    search->reason = CD_REASON_INPUT;
    // Positions first, so that an offset both meshes share cancels before anything is rounded against it.
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
    // Turning a centre that is far from the mesh's own origin rounds against that distance.
    size += farShare * (cdLength(a->center) + cdLength(b->center));
    if (!setTolerances(search, size + search->clearance, path)) return false;
    search->reason = CD_REASON_WORKSPACE;
    return cdOpenSearchMemory(a, b, workspace, &search->memory);
}

cdVec3 cdGetWorldPoint(const cdSearch *search, cdPose poseB, cdVec3 point) {
    return cdTransformPoint(poseB, cdAdd(cdSub(point, search->offsetB), search->b->center));
}

// The pair that touched last time is asked first: it usually gives a bound at once.
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

// Searches a span, or a part of it; true when the search is over.
static bool searchSpan(cdSearch *search, double tau0, double tau1, int32_t span, int32_t spanCount) {
    search->freeScrew = search->screwIndex;
    search->freeTau = tau0;
    if (tau0 > search->rootLimit) return true;
    search->lookForOverlap = search->screwIndex == 0 && tau0 == 0.0;
    cdEnterSpan(search, tau0, tau1);
    if (search->trace) cdTracePair(search, CD_TRACE_SPAN, CD_HOW_NONE, CD_NO_CONTACT, span, spanCount);
    cdSearchSpan(search);
    if (search->exhausted || search->overlaps) return true;
    return search->best.state != CD_FREE && cdGetBestEnd(search) <= tau1;
}

// Searches a part of the present screw span by span; true when the search is over. `share`: of the first span
// that is searched by itself.
static bool searchPart(cdSearch *search, cdInterval part, double share) {
    int32_t spanCount = search->disabled & CD_DISABLE_TREE ? 1 : cdCountSpans(search, part);
    for (int32_t i = 0; i < spanCount; i++) {
        double tau0 = part.lo + (part.hi - part.lo) * i / spanCount;
        double tau1 = i + 1 == spanCount ? part.hi : part.lo + (part.hi - part.lo) * (i + 1) / spanCount;
        double listed = cdGetListedUntil(search);
        if (listed > tau0 && listed < tau1) {
            if (searchSpan(search, tau0, listed, i, spanCount)) return true;
            tau0 = listed;
        }
        for (double width = tau1 - tau0; i == 0 && share < 1.0; share *= partGrowth) {
            double end = tau0 + width * share;
            if (end >= tau1) break;
            if (searchSpan(search, tau0, end, i, spanCount)) return true;
            tau0 = end;
        }
        if (searchSpan(search, tau0, tau1, i, spanCount)) return true;
    }
    return false;
}

// Searches one screw from `start`; true when the search is over.
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

// Searches the motion from `tauStart` of a screw on; before, it is known to be free.
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

// Whether the meshes share a point at a pose within the first screw, or, with `deep`, are in each other by
// more than a touch. Keeps the counts; an exhausted search answers yes.
static bool overlapsAt(cdSearch *search, double tau, bool deep) {
    cdSearch probe = *search;
    probe.overlapOnly = probe.lookForOverlap = true;
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

// Whether the way from one tau to another goes deeper than a touch, which is four tolerances, at any of some
// poses. What goes in and out again between two of them is in by half a stride more at most.
static bool goesIn(cdSearch *search, double from, double to, double stride) {
    int count = (int)ceil((to - from) / stride);
    for (int k = 1; k <= count; k++)
        if (overlapsAt(search, from + (to - from) * k / count, true)) return true;
    return false;
}

// A start that touches without overlapping blocks only a motion that goes on into contact. Step out by a few
// tolerances: if nothing went in on the way and the meshes are apart there, the pairs that touched at the
// start are no contact up to there: the meshes were never in each other by more than eight tolerances. All
// other pairs are a contact from the start.
static void leaveTouch(cdSearch *search, double timeLimit) {
    const cdScrew *screw = &search->motion.screws[0];
    double speed = cdBoundPath(screw, search->a);
    cdCandidate touching = search->best;
    double earliest = search->earliest, before = 0.0;
    double unit = speed > 0.0 ? search->tolerance.distance / speed : 1.0, tau = leaveFirst * unit;
    search->freeScrew = 0;
    search->freeTau = search->exemptUntil = 0.0;
    for (int attempt = 0; attempt < LEAVE_ATTEMPTS && tau < 1.0; attempt++) {
        if (goesIn(search, before, tau, leaveStride * unit)) break;
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

static bool isTouchBefore(const void *left, const void *right) {
    const cdTouch *x = left, *y = right;
    if (x->kind != y->kind) return x->kind < y->kind;
    if (x->featureA.index != y->featureA.index) return x->featureA.index < y->featureA.index;
    return x->featureB.index < y->featureB.index;
}

static void describeFeatures(const cdSearch *search, cdContactKind kind, int32_t a, int32_t b,
                             cdFeature *featureA, cdFeature *featureB) {
    cdFeatureKind kindA = kind == CD_VERTEX_FACE   ? CD_FEATURE_VERTEX
                          : kind == CD_FACE_VERTEX ? CD_FEATURE_FACE
                                                   : CD_FEATURE_EDGE;
    cdFeatureKind kindB = kind == CD_VERTEX_FACE   ? CD_FEATURE_FACE
                          : kind == CD_FACE_VERTEX ? CD_FEATURE_VERTEX
                                                   : CD_FEATURE_EDGE;
    *featureA = cdDescribeFeature(search->a, kindA, a);
    *featureB = cdDescribeFeature(search->b, kindB, b);
}

// A contact of two elements as the result has it, in the world frame; without ids.
static cdTouch describeTouch(const cdSearch *search, cdPose poseB, cdContactKind kind, int32_t a, int32_t b) {
    cdTouch touch = {.kind = kind};
    cdVec3 point, normal;
    if (search->clearance > 0.0) {
        touch = cdDescribeClearContact(search, kind, a, b, search->best.root);
        point = touch.point;
        normal = touch.normal;
    } else {
        cdElementPair pair = cdGetElementPair(search, kind, a, b);
        cdDescribeContact(search, &pair, search->best.root, &point, &normal);
        describeFeatures(search, kind, a, b, &touch.featureA, &touch.featureB);
    }
    touch.point = cdGetWorldPoint(search, poseB, point);
    touch.normal = cdRotate(poseB.q, normal);
    return touch;
}

// Second pass on request: every pair that touches by the end of the contact's interval.
static void collectTouches(cdSearch *search, const cdFirstContactInput *input, cdFirstContact *result) {
    search->touches = input->touches;
    search->touchCapacity = input->touchCapacity;
    search->collectTouches = true;
    search->lookForOverlap = false;
    search->rootStart = search->earliest; // what touched at the start and has left is no part of it
    search->rootLimit = search->best.root + search->tolerance.width;
    if (search->trace) cdTraceTime(search, CD_TRACE_TOUCHES, search->best.root, search->best.root);
    cdElementContact best = {search->best.state, search->best.root};
    cdOfferCandidate(search, search->best.kind, search->best.a, search->best.b, &best);
    double tau0 = cdMin(search->span.tau0, search->best.root);
    cdEnterSpan(search, tau0, cdMax(search->span.tau1, search->best.root));
    cdSearchSpan(search);
    bool isFull = search->touchCount > search->touchCapacity;
    result->truncated = isFull || search->exhausted;
    result->touchCount = isFull ? search->touchCapacity : search->touchCount;
    result->neededTouches = search->touchCount;
    // Several pairs may have the same nearest features: the first one counts.
    if (search->clearance > 0.0)
        cdSortItems(search->touches, (size_t)result->touchCount, sizeof *search->touches, isTouchBefore);
    for (int32_t i = 0; i < result->touchCount; i++) {
        cdTouch *touch = &search->touches[i];
        *touch =
            describeTouch(search, input->startB, touch->kind, touch->featureA.index, touch->featureB.index);
    }
    if (search->clearance > 0.0)
        result->touchCount = cdDropRepeatedTouches(input->touches, result->touchCount);
    cdSortItems(search->touches, (size_t)result->touchCount, sizeof *search->touches, isTouchBefore);
}

// Of boxes whose route told that no other elements touch.
static void listTouch(const cdSearch *search, const cdFirstContactInput *input, cdFirstContact *result) {
    result->truncated = input->touchCapacity < 1;
    result->touchCount = result->truncated ? 0 : 1;
    result->neededTouches = 1;
    if (result->truncated) return;
    const cdCandidate *best = &search->best;
    input->touches[0] = describeTouch(search, input->startB, best->kind, best->a, best->b);
}

double cdChooseMargin(const cdFirstContactInput *input, double touchDistance) {
    const cdMesh *a = input->meshA, *b = input->meshB;
    double larger = cdMax(a->radius + a->rounding, b->radius + b->rounding);
    double wanted = input->margin > 0.0 ? input->margin : CD_DEFAULT_MARGIN * larger;
    double far = cdMax(cdMaxAbs(input->startA.p), cdMaxAbs(input->targetA.p)) + cdMaxAbs(input->startB.p) +
                 cdMaxAbs(a->center) + cdMaxAbs(b->center);
    return cdMax(wanted, 64.0 * CD_EPSILON * far + 4.0 * touchDistance);
}

// The time at which the pair in contact was last as far apart, beyond the clearance, as the margin asks for.
// A contact right after the seam of two screws was that far away during the first. Leaves the search in the
// contact's screw.
static double findResolvedTime(cdSearch *search, double margin) {
    const cdCandidate *best = &search->best;
    double before = cdMax(0.0, search->earliest - search->tolerance.width), rest = 0.0;
    int32_t screw = best->screw;
    for (;; before = 1.0) {
        cdElementPair pair = cdGetElementPair(search, best->kind, best->a, best->b);
        rest = cdFindRest(search, &pair, before, margin);
        if (rest > 0.0 || screw == 0) break;
        cdEnterScrew(search, --screw);
    }
    if (screw != best->screw) cdEnterScrew(search, best->screw);
    return cdGetSearchTime(search, screw, rest);
}

// A's pose in the world at a fraction of the step.
static cdPose getResolvedPose(const cdFirstContactInput *input, double time) {
    if (time <= 0.0) return input->startA;
    if (time >= 1.0) return input->targetA;
    cdMotion world = cdMakeMotion(input->startA, input->targetA, input->meshA->center);
    return cdGetPoseAt(&world, time);
}

static void describeBest(const cdSearch *search, cdPose poseB, cdFirstContact *result) {
    const cdCandidate *best = &search->best;
    if (search->clearance > 0.0) {
        cdTouch touch = describeTouch(search, poseB, best->kind, best->a, best->b);
        result->kind = touch.kind;
        result->featureA = touch.featureA;
        result->featureB = touch.featureB;
        result->point = touch.point;
        result->normal = touch.normal;
        return;
    }
    cdElementPair pair = cdGetElementPair(search, best->kind, best->a, best->b);
    result->kind = best->kind;
    describeFeatures(search, best->kind, best->a, best->b, &result->featureA, &result->featureB);
    cdVec3 point, normal;
    cdDescribeContact(search, &pair, best->root, &point, &normal);
    normal = cdMendNormal(search, best->kind, &pair, best->root, point, normal);
    result->point = cdGetWorldPoint(search, poseB, point);
    result->normal = cdRotate(poseB.q, normal);
}

static void fillContact(cdSearch *search, const cdFirstContactInput *input, cdPairCache *cache,
                        cdFirstContact *result) {
    const cdCandidate *best = &search->best;
    cdEnterScrew(search, best->screw);
    double width = search->tolerance.width;
    result->state = best->state;
    result->reason = best->state == CD_UNDECIDED ? CD_REASON_PRECISION : CD_REASON_NONE;
    result->t.lo =
        cdMax(0.0, cdGetSearchTime(search, best->screw, search->earliest - width) - 4.0 * CD_EPSILON);
    result->t.hi = cdMin(1.0, cdGetSearchTime(search, best->screw, best->root + width) + 4.0 * CD_EPSILON);
    describeBest(search, input->startB, result);
    result->resolvedTime =
        cdMin(result->t.lo, findResolvedTime(search, cdChooseMargin(input, search->tolerance.distance)));
    result->resolvedPose = getResolvedPose(input, result->resolvedTime);
    if (cache) {
        bool again =
            cache->kind == (int32_t)best->kind && cache->elementA == best->a && cache->elementB == best->b;
        cache->kind = (int32_t)best->kind;
        cache->elementA = best->a;
        cache->elementB = best->b;
        cache->hitCount += again;
    }
    if (input->touches == NULL || best->state != CD_CONTACT) return;
    if (search->touchesAlone)
        listTouch(search, input, result);
    else
        collectTouches(search, input, result);
}

void cdFillUndecided(cdFirstContact *result, cdReason reason, double time, const cdFirstContactInput *input) {
    cdMotion motion = cdMakeMotion(input->startA, input->targetA, input->meshA->center);
    const cdScrew *screw = &motion.screws[0];
    double path = motion.screwCount * cdBoundPath(screw, input->meshA);
    double back = path > 0.0 ? 2.0 * cdChooseMargin(input, 0.0) / path : 1.0;
    result->state = CD_UNDECIDED;
    result->reason = reason;
    result->t = (cdInterval){time, time};
    result->resolvedTime = cdMax(0.0, time - back);
    result->resolvedPose = getResolvedPose(input, result->resolvedTime);
}

static void fillStopped(cdFirstContact *result, cdState state, double time,
                        const cdFirstContactInput *input) {
    result->state = state;
    result->t = (cdInterval){time, time};
    result->resolvedTime = time;
    result->resolvedPose = getResolvedPose(input, time);
}

// Boxes by their route, other meshes by their hulls; what these leave open by the trees.
// `again`: the hulls were asked before, and did not part the pair.
static void searchAll(cdSearch *search, const cdFirstContactInput *input, double timeLimit, bool again,
                      cdPairCache *cache, cdProxy *proxy) {
    cdBoxFinding found = {.from = 0.0};
    if (cdCanSearchBoxes(search)) {
        found = cdSearchBoxes(search, input->startB, timeLimit, proxy);
        if (found.isAnswer) return;
    } else if (!again && cdCanAskProxies(search)) {
        if (cdProxiesStayApart(search, input->startB, cache, proxy)) return;
    }
    searchMotion(search, found.screw, found.from, timeLimit, cache);
}

// --- Slices

static void startSlice(cdSearch *search, cdPairProgress *progress) {
    if (progress == NULL || !cdIsMeterLimited(search->meter)) return;
    int64_t all = search->meter->budget.maxPairTests > 0 ? search->meter->budget.maxPairTests : SLICE_WHOLE;
    // A sixteenth of the budget, an eighth, a quarter for a sixteenth of the span, more for ever less of it.
    int32_t stalls = progress->stalls < STALLS_MOST ? progress->stalls : STALLS_MOST,
            shares = stalls > 1 ? stalls - 1 : 0;
    cdStartSlice(search->meter, 1 + ((all / 16) << stalls));
    search->firstShare = ldexp(1.0, -4 * shares);
    search->known = &progress->best;
}

// Keeps the state for the next slice. A start that touches is looked at again where it was not left for good.
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

// The whole step, or what a slice before has left of it.
static void searchPair(cdSearch *search, const cdFirstContactInput *input, const cdPairSearch *how,
                       cdPairCache *cache, cdProxy *proxy) {
    const cdPairProgress *progress = how->progress;
    bool resumed = progress != NULL && progress->freeUntil > 0.0;
    if (resumed) {
        search->exemptUntil = progress->exemptUntil;
        search->touching = progress->touching;
        searchMotion(search, progress->screw, progress->tau, how->timeLimit, cache);
    } else {
        searchAll(search, input, how->timeLimit, progress != NULL && progress->stalls > 0, cache, proxy);
    }
    if (search->overlaps || search->exhausted) return;
    if (search->clearance > 0.0) return; // each pair was asked by itself
    bool touches = search->exemptUntil > 0.0 ? touchesAgain(search) : bestTouchesAtStart(search);
    if (touches) leaveTouch(search, how->timeLimit);
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
    startSlice(&search, how->progress);
    searchPair(&search, input, how, cache, &result.proxy);
    keepProgress(&search, how->progress);
    double path = cdBoundPath(&search.motion.screws[0], search.a);
    result.tolerance = search.tolerance.distance + search.tolerance.width * path;
    // A start may be in by as much as still counts as touching.
    bool atStart = search.best.state == CD_CONTACT && search.best.screw == 0 && search.best.root == 0.0;
    if (atStart && !search.overlaps)
        result.tolerance = cdMax(result.tolerance, search.inflation - search.clearance);
    if (search.overlaps)
        fillStopped(&result, CD_OVERLAP, 0.0, input);
    else if (search.exhausted)
        cdFillUndecided(&result,
                        search.meter->reason != CD_REASON_NONE ? search.meter->reason : CD_REASON_BUDGET,
                        cdGetSearchTime(&search, search.freeScrew, search.freeTau), input);
    else if (search.best.state != CD_FREE)
        fillContact(&search, input, cache, &result);
    else
        fillStopped(&result, CD_FREE, 1.0, input);
    result.stats = search.stats;
    return result;
}

// Slice by slice, until the pair is decided or the meter has a reason.
static cdFirstContact findInSlices(const cdFirstContactInput *input, cdMeter *meter, cdPairCache *cache,
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
    // A slice that was restarted at a touch may have come less far than one before.
    if (result.state == CD_UNDECIDED && meter->reason != CD_REASON_NONE)
        cdFillUndecided(&result, meter->reason, progress.freeUntil, input);
    return result;
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
    cdFirstContact result = findInSlices(input, &meter, cache, workspace, trace);
    result.stats.pairTests = meter.spent;
    cdTraceDecision(trace, CD_TRACE_PAIR_DECIDED, 0, &result);
    cdTraceDecision(trace, CD_TRACE_DECIDED, result.state == CD_FREE ? -1 : 0, &result);
    if (result.state != CD_OVERLAP) return result;
    // A mesh may always be moved out of an overlap.
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
