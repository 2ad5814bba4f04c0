// First contact of two meshes that do not move on one screw relative to one another.
//
// (1) The step is searched part by part, in order of time. In a part A is taken to move on the screw between
// the relative poses at the part's ends. No point of A leaves it by more than a deviation e, which the motion
// bounds, rounding included. The search keeps e beyond the safety distance d, so its certificates hold for
// the true motion with d. (2) Parts are as long as e allows: below half the gap between the meshes' bounding
// spheres, or below a small share of their radii. A contact with d + e leaves the time before it certified,
// and the next part from there is an eighth as long. (3) Where e is below an eighth of the tolerance of a
// touch, or the tolerance of the motion allows it, a contact counts. (4) A start at the distance d is within
// d + e. Where e is below an eighth of the tolerance of a touch the search keeps d alone, and the start is
// judged by the rules of collision/query.h; a larger e would leave the motion uncertain. (5) The resolved
// poses lie a margin before the contact, at the latest time tried at which the distance query of the meshes
// at their true poses certifies that.
#include "continuous/part_search.h"
#include "continuous/nearest/nearest.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "foundation/numbers/rounding.h"

enum { PART_COUNT_MAX = 1 << 17, RESOLVE_STEPS = 24 };
static const double partShrinkage = 1.0 / 8.0;
static const double minWidth = 0x1p-44;     // of a part, fraction of the step
static const double sizeShare = 1.0 / 64.0; // of the radii: a deviation worth a search
static const double touchShare = 128.0;     // rounding units of the size: an eighth of a touch's tolerance
static const double timeRounding = 8.0 * CD_EPSILON;

typedef struct PartSearch {
    const cdFirstContactInput *input;
    const cdRelativeMotion *motion;
    const cdPairSearch *how;
    cdPairCache *cache;
    cdWorkspace *workspace;
    cdTrace *trace;
    double reach;  // sum of the radii, with rounding
    double least;  // largest deviation at which a start is judged
    double enough; // at which a contact counts
    double until;  // the step is free before it
    double width;  // width of the next part
    int32_t partCount;
    cdFirstContact result;
    cdQueryStats stats;
} PartSearch;

typedef struct Part {
    double from, to;
    double deviation;
    bool isLast; // its contact counts
} Part;

// --- Poses

static cdPosePair placeBoth(const PartSearch *own, double s, bool inWorld) {
    return own->motion->place(own->motion->context, s, inWorld);
}

static PartSearch openSearch(const cdFirstContactInput *input, const cdRelativeMotion *motion) {
    const cdMesh *a = input->meshA, *b = input->meshB;
    PartSearch own = {.input = input, .motion = motion, .width = 1.0};
    own.reach = a->radius + a->rounding + b->radius + b->rounding;
    own.least = touchShare * CD_EPSILON * (own.reach + input->safetyDistance) + 2.0 * motion->rounding;
    own.enough = cdMax(own.least, 0.5 * motion->tolerance);
    return own;
}

// --- (2)

// Returns the gap between the bounding spheres beyond the safety distance.
static double getSphereGap(const PartSearch *own, double s) {
    const cdMesh *a = own->input->meshA, *b = own->input->meshB;
    cdPosePair at = placeBoth(own, s, false);
    cdVec3 centerA = cdTransformPoint(at.a, a->center), centerB = cdTransformPoint(at.b, b->center);
    return cdLength(cdSub(centerA, centerB)) - own->reach - own->input->safetyDistance;
}

static Part choosePart(const PartSearch *own) {
    const cdRelativeMotion *motion = own->motion;
    double from = own->until, limit = motion->getLimit(motion->context, from);
    double most = cdMax(0.5 * getSphereGap(own, from), sizeShare * own->reach);
    double width = cdMin(own->width, limit - from);
    double deviation = motion->boundDeviation(motion->context, from, width);
    while (deviation > most && width > minWidth) {
        width *= 0.5;
        deviation = motion->boundDeviation(motion->context, from, width);
    }
    Part part = {from, from + width < limit ? from + width : limit, deviation + motion->rounding, false};
    part.isLast = part.deviation <= own->enough || width <= minWidth;
    return part;
}

// --- (1)

static cdFirstContactInput makePartInput(const PartSearch *own, const Part *part, double safetyDistance) {
    cdPosePair from = placeBoth(own, part->from, false), to = placeBoth(own, part->to, false);
    cdFirstContactInput input = *own->input;
    input.startA = from.a;
    input.startB = from.b;
    input.targetA = cdMulPose(from.b, cdInvMulPose(to.b, to.a));
    input.targetB = NULL;
    input.safetyDistance = safetyDistance;
    if (!part->isLast) input.touches = NULL;
    return input;
}

static double getStepTime(const Part *part, double t) {
    return part->from + (part->to - part->from) * t;
}

static cdFirstContact searchPart(PartSearch *own, const Part *part, double safetyDistance) {
    cdFirstContactInput input = makePartInput(own, part, safetyDistance);
    int32_t firstEvent = own->trace != NULL ? own->trace->eventCount : 0;
    cdFirstContact found = cdFindInSlices(&input, own->how->meter, own->cache, own->workspace, own->trace);
    cdMapTraceTimes(own->trace, firstEvent, (cdInterval){part->from, part->to});
    cdAddQueryStats(&own->stats, &found.stats);
    return found;
}

// --- Results

static double chooseMargin(const PartSearch *own) {
    return cdChooseMovingMargin(own->input, own->result.tolerance);
}

static void resolveAt(PartSearch *own, double time) {
    const cdFirstContactInput *input = own->input;
    cdFirstContact *result = &own->result;
    result->resolvedTime = time;
    cdPosePair at = placeBoth(own, time, true);
    result->resolvedPose = at.a;
    result->resolvedPoseB = at.b;
    if (time > 0.0) return;
    result->resolvedPose = input->startA;
    result->resolvedPoseB = input->startB;
}

// Finishes a result without a contact's description.
static bool finish(PartSearch *own, cdState state, cdReason reason, double time) {
    own->result = (cdFirstContact){
        .state = state, .reason = reason, .t = {time, time}, .tolerance = own->result.tolerance};
    return true;
}

static bool finishUndecided(PartSearch *own, cdReason reason, double time) {
    double speed = own->motion->speed, back = speed > 0.0 ? 2.0 * chooseMargin(own) / speed : 1.0;
    finish(own, CD_UNDECIDED, reason, time);
    resolveAt(own, cdMax(0.0, time - back));
    return true;
}

static bool finishFree(PartSearch *own) {
    finish(own, CD_FREE, CD_REASON_NONE, 1.0);
    resolveAt(own, 1.0);
    return true;
}

static bool finishOverlap(PartSearch *own) {
    finish(own, CD_OVERLAP, CD_REASON_NONE, 0.0);
    resolveAt(own, 0.0);
    return true;
}

// --- (5)

// Returns the certified distance beyond the safety distance at a time; negative infinity if it is unknown.
static double findGap(PartSearch *own, double time, double most) {
    const cdFirstContactInput *input = own->input;
    cdPosePair poses = placeBoth(own, time, true);
    cdDistanceInput at = {.meshA = input->meshA,
                          .meshB = input->meshB,
                          .poseA = poses.a,
                          .poseB = poses.b,
                          .maxDistance = input->safetyDistance + most};
    cdDistance found = cdFindDistanceBy(&at, own->how->meter, NULL, NULL);
    cdAddQueryStats(&own->stats, &found.stats);
    return found.state == CD_FREE ? found.lower - input->safetyDistance : -INFINITY;
}

// Returns the latest time tried before a contact at which the meshes are separated by the margin. Steps back
// farther and farther until they are, then bisects towards the contact until the gap is not much larger.
static double findResolvedTime(PartSearch *own, double contact) {
    double margin = chooseMargin(own), most = CD_LARGEST_GAP * margin, speed = own->motion->speed;
    double back = speed > 0.0 ? margin / speed : 1.0, near = contact, gap = -INFINITY;
    double time = contact;
    while (gap < margin) {
        near = time;
        time = contact - back;
        if (!(time > 0.0)) return 0.0;
        gap = findGap(own, time, most);
        if (own->how->meter->reason != CD_REASON_NONE) return cdMax(0.0, contact - 2.0 * margin / speed);
        back *= 2.0;
    }
    for (int i = 0; i < RESOLVE_STEPS && gap >= most; i++) {
        double middle = 0.5 * (time + near), there = findGap(own, middle, most);
        if (there >= margin) {
            time = middle;
            gap = there;
        } else {
            near = middle;
        }
    }
    return time;
}

static void carryToWorld(PartSearch *own, const Part *part) {
    cdFirstContact *result = &own->result;
    cdPose from = placeBoth(own, part->from, false).b;
    cdCarryContact(own->input, result, from, placeBoth(own, result->t.lo, true).b);
}

static bool finishContact(PartSearch *own, const Part *part, cdInterval t) {
    double lo = getStepTime(part, t.lo) - timeRounding, hi = getStepTime(part, t.hi) + timeRounding;
    own->result.t = (cdInterval){cdMax(part->from, lo), cdMin(1.0, hi)};
    own->result.tolerance += 2.0 * part->deviation;
    own->result.proxy = (cdProxy){.tested = false};
    carryToWorld(own, part);
    resolveAt(own, findResolvedTime(own, own->result.t.lo));
    return true;
}

// --- Parts in order

static bool isAtStart(const PartSearch *own) {
    const cdFirstContact *found = &own->result;
    return found->state == CD_OVERLAP || (found->state == CD_CONTACT && !(found->t.lo > 0.0));
}

// (4) A start within the deviation is not judged where a shorter part may leave it.
static void judgeLast(const PartSearch *own, Part *part) {
    bool isOpen = own->result.state == CD_OVERLAP || (isAtStart(own) && !(part->from > 0.0));
    if (isOpen && part->deviation > own->least && part->to - part->from > minWidth) part->isLast = false;
}

// (4) For a last part: true if the step starts at the safety distance. Then `own->result` is that of a search
// with this distance alone.
static bool judgeStart(PartSearch *own, const Part *part) {
    if (part->from > 0.0 || !part->isLast || !isAtStart(own)) return false;
    own->result = searchPart(own, part, own->input->safetyDistance);
    return true;
}

static bool continueAfter(PartSearch *own, const Part *part) {
    own->until = part->to;
    own->width = 2.0 * (part->to - part->from);
    return part->to >= 1.0 && finishFree(own);
}

static void continueBefore(PartSearch *own, const Part *part, double t) {
    if (t > 0.0) own->until = cdMax(part->from, getStepTime(part, t) - timeRounding);
    own->width = partShrinkage * (part->to - part->from);
}

// Searches a part; returns true when the step is decided.
static bool searchNextPart(PartSearch *own) {
    Part part = choosePart(own);
    own->result = searchPart(own, &part, own->input->safetyDistance + part.deviation);
    judgeLast(own, &part);
    bool isStart = judgeStart(own, &part);
    const cdFirstContact *found = &own->result;
    double certified = cdMax(part.from, getStepTime(&part, found->t.lo) - timeRounding);
    if (found->state == CD_UNDECIDED && (part.isLast || found->reason != CD_REASON_PRECISION))
        return finishUndecided(own, found->reason, isStart ? part.from : certified);
    if (found->state == CD_FREE) return continueAfter(own, &part);
    if (!part.isLast) {
        continueBefore(own, &part, found->state == CD_OVERLAP ? 0.0 : found->t.lo);
        return false;
    }
    if (found->state == CD_CONTACT)
        return finishContact(own, &part, (cdInterval){isStart ? 0.0 : found->t.lo, found->t.hi});
    return isStart ? finishOverlap(own) : finishUndecided(own, CD_REASON_PRECISION, part.from);
}

// --- Slices

static void resume(PartSearch *own) {
    const cdPairProgress *progress = own->how->progress;
    own->until = own->how->from;
    if (progress == NULL || !(progress->width > 0.0)) return;
    own->until = progress->freeUntil;
    own->width = progress->width;
    own->partCount = progress->partCount;
}

static void keepProgress(const PartSearch *own) {
    cdPairProgress *progress = own->how->progress;
    if (progress == NULL || own->result.state != CD_UNDECIDED) return;
    progress->freeUntil = cdMax(own->until, own->result.t.lo);
    progress->width = own->width;
    progress->partCount = own->partCount;
}

static int64_t getSliceEnd(const cdPairSearch *how) {
    if (how->progress == NULL || !cdIsMeterLimited(how->meter)) return INT64_MAX;
    return how->meter->spent + 1 + cdGetSliceUnit(how->meter);
}

cdFirstContact cdSearchParts(const cdFirstContactInput *input, const cdRelativeMotion *motion,
                             const cdPairSearch *how, cdPairCache *cache, cdWorkspace *workspace,
                             cdTrace *trace) {
    PartSearch own = openSearch(input, motion);
    own.how = how;
    own.cache = cache;
    own.workspace = workspace;
    own.trace = trace;
    resume(&own);
    cdEndSlice(how->meter); // the slice of another pair
    int64_t sliceEnd = getSliceEnd(how);
    for (bool isDecided = false; !isDecided;) {
        if (own.until > how->timeLimit)
            isDecided = finishFree(&own);
        else if (own.partCount++ == PART_COUNT_MAX)
            isDecided = finishUndecided(&own, CD_REASON_PRECISION, own.until);
        else if (how->meter->spent >= sliceEnd)
            isDecided = finishUndecided(&own, CD_REASON_BUDGET, own.until);
        else if (!cdSpend(how->meter, 1)) // a part may be decided without any pair test
            isDecided = finishUndecided(&own, how->meter->reason, own.until);
        else
            isDecided = searchNextPart(&own);
    }
    keepProgress(&own);
    own.result.stats = own.stats;
    return own.result;
}
