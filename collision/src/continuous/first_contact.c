// First contact of a moving mesh with a fixed one [RKC01].
//
// (1) Express the step in a frame near the pair and derive the tolerances from its size: open_step.c. (2) If
// the meshes' convex hulls stay separated for the whole step, it is free (proxy.c). For two boxes their route
// is followed (box_search.c), which settles most steps. Otherwise, for each screw of the motion and each span
// of it, in order of time, search the trees; the first span with a contact ends the search: motion_search.c.
// (3) A start that touches is searched again: a motion that leaves is not blocked (leave_touch.c). (4)
// Describe the contact: contact_result.c. (5) A long step is searched in pieces: long_step.c.
#include "continuous/first_contact.h"
#include "continuous/contact_result.h"
#include "continuous/long_step.h"
#include "continuous/motion_search.h"
#include "continuous/proxies/box_search.h"
#include "continuous/proxies/proxy.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "foundation/geometry/screw.h"

// Budget that slices are shares of when the caller sets none, in pair tests.
enum { SLICE_WHOLE = 1 << 18, MAX_STALLS = 9 };

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
    cdSearchMotion(search, found.screw, found.from, timeLimit, cache);
}

// Searches the motion from a fraction of the step.
static void searchRest(cdSearch *search, double from, double timeLimit, const cdPairCache *cache) {
    double local = from * search->motion.screwCount;
    int32_t screw = search->motion.screwCount == 2 && local >= 1.0 ? 1 : 0;
    cdSearchMotion(search, screw, cdGetTauFromTime(&search->motion.screws[screw], local - screw), timeLimit,
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
        cdSearchMotion(search, progress->screw, progress->tau, how->timeLimit, cache);
    } else if (how->from > 0.0) {
        searchRest(search, how->from, how->timeLimit, cache);
    } else {
        searchAll(search, input, how->timeLimit, progress != NULL && progress->stalls > 0, cache, proxy);
    }
    if (search->overlaps || search->exhausted) return;
    if (search->clearance > 0.0 || how->from > 0.0) return; // pairs were tested for leaving one by one
    bool touches = search->exemptUntil > 0.0 ? cdTouchesAgain(search) : cdBestTouchesAtStart(search);
    if (touches) cdLeaveTouch(search, how->timeLimit);
    if (touches && search->record && search->record->isNew)
        cdDropNearRecord(search->record); // of what was searched last, not of the contact
}

static void startRecord(cdSearch *search, cdNearRecord *record) {
    if (record == NULL || search->trace || search->disabled) return;
    search->record = record;
    search->nearReach = record->reach;
}

// Records the pairs that are solved if their touches will be listed. None are yet: those of a box's route are
// not.
static void recordSolved(cdSearch *search, const cdFirstContactInput *input, cdSolvedPairs *solved) {
    if (input->touches == NULL || search->disabled || cdCanSearchBoxes(search)) return;
    solved->count = 0;
    search->solved = solved;
}

// Drops a record that may miss pairs: profiles leave out triangles that come near but do not touch.
static void checkRecord(const cdSearch *search) {
    cdNearRecord *record = search->record;
    if (record == NULL) return;
    if (!record->isNew) return;
    record->generation = search->memory.places->generation;
    bool isWhole =
        !search->exhausted && !search->overlaps && !search->hasProfiles && record->count <= record->capacity;
    if (!isWhole) cdDropNearRecord(record);
}

cdFirstContact cdFailToOpen(const cdFirstContactInput *input, cdReason reason) {
    return (cdFirstContact){.state = CD_UNDECIDED, .reason = reason, .resolvedPose = input->startA};
}

cdFirstContact cdFindInOnePiece(cdSearch *search, const cdFirstContactInput *input, const cdPairSearch *how,
                                cdPairCache *cache, cdTrace *trace) {
    cdFirstContact result = {.state = CD_UNDECIDED, .resolvedPose = input->startA};
    search->disabled = input->disabled;
    search->meter = how->meter;
    search->trace = trace;
    search->startsFree = how->startsFree;
    cdSolvedPairs solved;
    recordSolved(search, input, &solved);
    if (how->near != NULL && how->near->a == input->meshA && how->near->b == input->meshB)
        cdUseNearList(search, how->near, input->startA, input->targetA);
    startRecord(search, how->record);
    startSlice(search, how->progress);
    if (cache != NULL && cache->opened > 0.0) search->opened = cache->opened;
    searchPair(search, input, how, cache, &result.proxy);
    if (cache != NULL) cache->opened = search->opened;
    checkRecord(search);
    keepProgress(search, how->progress);
    double path = cdBoundPath(&search->motion.screws[0], search->a);
    result.tolerance = search->tolerance.distance + search->tolerance.width * path;
    // A start may overlap by as much as still counts as touching.
    bool atStart = search->best.state == CD_CONTACT && search->best.screw == 0 && search->best.root == 0.0;
    if (atStart && !search->overlaps)
        result.tolerance = cdMax(result.tolerance, search->inflation - search->clearance);
    if (search->overlaps)
        cdFillStopped(&result, CD_OVERLAP, 0.0, input);
    else if (search->exhausted)
        cdFillUndecided(&result,
                        search->meter->reason != CD_REASON_NONE ? search->meter->reason : CD_REASON_BUDGET,
                        cdGetSearchTime(search, search->freeScrew, search->freeTau), input);
    else if (search->best.state != CD_FREE)
        cdFillContact(search, input, cache, &result);
    else
        cdFillStopped(&result, CD_FREE, 1.0, input);
    result.stats = search->stats;
    return result;
}

cdFirstContact cdFindFirstContactBy(const cdFirstContactInput *input, const cdPairSearch *how,
                                    cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    cdSearch search;
    if (!cdOpenStep(&search, input, workspace)) return cdFailToOpen(input, search.reason);
    double first = cdGetFirstPiece(&search);
    if (first < 1.0) return cdFindInPieces(input, how, first, cache, workspace, trace);
    return cdFindInOnePiece(&search, input, how, cache, trace);
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
