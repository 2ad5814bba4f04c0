// Minimum distance over a whole path, by few searches.
//
// (1) The smallest distance at some sampled times is an upper bound u. (2) A search for contact with a safety
// distance just below u certifies all of the motion that it passes: there the distance is larger. Where it
// finds a contact the distance is below u. From there the distance is followed down to its next local
// minimum, which gives a smaller u. No certificate is needed for that. The search then continues from the
// contact with the new safety distance: what it certified before holds for the smaller one, too. (3) At the
// end of the path the last safety distance, less the tolerance of the searches, is a lower bound, and u is an
// upper one.
//
// The number of searches is that of the pieces, plus the number of new minima. Neither depends on how long
// the distance stays near its minimum, unlike the number of evaluations of a division of the time by bounds
// on the speed, which a shaft turning in its bearing makes proportional to the reciprocal of the precision.
#include "collision/path.h"
#include "continuous/nearest/nearest.h"
#include "continuous/query_stats.h"
#include "continuous/sphere_sweep.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "paths/path_pieces.h"

enum { SAMPLES_OF_PATH = 32, SAMPLES_OF_PART = 3, GOLDEN_STEPS = 60, SHRINK_STEPS = 12 };
static const double DEFAULT_PRECISION = 1e-6; // of the radius
static const double KEPT_BELOW = 0.5;         // distance of the safety distance from u, in precisions
static const double LEAST_STEP = 0.25;        // by which every contact lowers the safety distance, likewise
static const double CERTIFICATE_SLACK = 4.0;  // tolerances (cdFirstContactInput.safetyDistance)
static const double COARSEST = 16.0;          // tolerances in a precision, at least
static const double GOLDEN = 0.61803398874989485;

// The nearest pair found.
typedef struct Least {
    double upper, time;
    int32_t edge;
    cdPathPair pair;
    cdDistance distance;
} Least;

typedef struct Clearance {
    cdPathWork *work;
    double precision;
    double kept;   // safety distance of the searches
    double slack;  // of their certificates
    Least least;   // in the current part of the path
    double passed; // time up to which the current part is certified
    bool touches;
    cdReason reason; // of the end of an undecided search
    int32_t searchCount, distanceCount;
    cdQueryStats stats;
} Clearance;

// A pair in the current piece.
typedef struct PairMotion {
    cdPathPair pair;
    cdPose targetB;
    cdFirstContactInput step; // targetB: NULL if the obstacle does not move
    cdMotion a, b;
    cdPairCache *cache;
} PairMotion;

static PairMotion openPair(const Clearance *clear, cdPathPair pair) {
    const cdPathWork *work = clear->work;
    const cdObstacle *other = &work->obstacles[pair.obstacle];
    PairMotion motion = {.pair = pair, .targetB = work->obstacleTargets[pair.obstacle]};
    cdFirstContactInput *step = &motion.step;
    step->meshA = work->input->shapes[pair.shape].mesh;
    step->meshB = other->mesh;
    step->startA = cdPlacePathShape(work->input, pair.shape, work->from);
    step->targetA = cdPlacePathShape(work->input, pair.shape, work->to);
    step->startB = other->pose;
    step->inBetween = CD_EACH_OWN_SCREW;
    motion.a = cdMakeMotion(step->startA, step->targetA, step->meshA->center);
    motion.b = cdMakeMotion(step->startB, motion.targetB, step->meshB->center);
    motion.cache = &work->caches[cdGetPathPairIndex(work, pair)];
    return motion;
}

static bool isIgnored(const cdPathWork *work, cdPathPair pair) {
    return work->distances[cdGetPathPairIndex(work, pair)] < 0.0;
}

static bool isStopped(const Clearance *clear) {
    return clear->touches || clear->reason != CD_REASON_NONE;
}

// --- Distances

// Returns the distance at a fraction of the piece, and keeps it if it is the smallest.
static double measure(Clearance *clear, const PairMotion *motion, double t, double most) {
    const cdPathWork *work = clear->work;
    const cdDistanceInput at = {.meshA = motion->step.meshA,
                                .meshB = motion->step.meshB,
                                .poseA = cdGetPoseAt(&motion->a, t),
                                .poseB = cdGetPoseAt(&motion->b, t),
                                .maxDistance = isfinite(most) ? most : 0.0};
    cdDistance found = cdFindDistanceBy(&at, work->meter, motion->cache, NULL);
    clear->distanceCount++;
    cdAddQueryStats(&clear->stats, &found.stats);
    if (found.state == CD_UNDECIDED) clear->reason = found.reason;
    if (found.state == CD_UNDECIDED || found.beyond) return INFINITY;
    clear->touches = clear->touches || found.state == CD_OVERLAP;
    double upper = found.state == CD_OVERLAP ? 0.0 : found.upper + found.error; // rounding of the pose, too
    if (upper < clear->least.upper)
        clear->least = (Least){upper, cdGetPathTime(work, t, false), work->edge, motion->pair, found};
    return found.distance;
}

// (1)
static void sampleTime(Clearance *clear, double time) {
    cdPathWork *work = clear->work;
    const cdPathInput *input = work->input;
    cdEnterPiece(work, time);
    double t = cdGetPieceFraction(work, time);
    for (int32_t shape = 0; shape < input->shapeCount; shape++)
        for (int32_t obstacle = 0; obstacle < input->obstacleCount && !isStopped(clear); obstacle++) {
            cdPathPair pair = {shape, obstacle};
            if (isIgnored(work, pair)) continue;
            PairMotion motion = openPair(clear, pair);
            measure(clear, &motion, t, clear->least.upper);
        }
}

// --- Local minima

// Shortens [from, to] to an interval in which the distance, smaller at `from` than just before, has a
// minimum.
static cdInterval bracketMinimum(Clearance *clear, const PairMotion *motion, double from, double to) {
    double at = measure(clear, motion, from, INFINITY), step = 0x1p-6 * (to - from), low = from;
    double next = measure(clear, motion, from + step, INFINITY);
    for (int i = 0; i < SHRINK_STEPS && next >= at && !isStopped(clear); i++) {
        step *= 0.125;
        next = measure(clear, motion, from + step, INFINITY);
    }
    double middle = from + step;
    while (next < at && middle < to && !isStopped(clear)) {
        double high = cdMin(to, middle + 2.0 * step), beyond = measure(clear, motion, high, INFINITY);
        if (beyond >= next) return (cdInterval){low, high};
        low = middle;
        at = next;
        step *= 2.0;
        middle = high;
        next = beyond;
    }
    return (cdInterval){low, cdMin(to, middle)};
}

// (2) Follows the distance from a contact down to a local minimum, by golden sections.
static void descend(Clearance *clear, const PairMotion *motion, double from, double to) {
    cdInterval in = bracketMinimum(clear, motion, from, to);
    double left = in.hi - GOLDEN * (in.hi - in.lo), right = in.lo + GOLDEN * (in.hi - in.lo);
    double atLeft = measure(clear, motion, left, INFINITY), atRight = measure(clear, motion, right, INFINITY);
    double atEnds = INFINITY, enough = 0.0625 * clear->precision;
    for (int i = 0; i < GOLDEN_STEPS && !isStopped(clear); i++) {
        double worst = atLeft < atRight ? atRight : atLeft;
        if (atEnds - cdMin(atLeft, atRight) < enough && worst - cdMin(atLeft, atRight) < enough) return;
        atEnds = worst;
        if (atLeft < atRight) {
            in.hi = right;
            right = left;
            atRight = atLeft;
            left = in.hi - GOLDEN * (in.hi - in.lo);
            atLeft = measure(clear, motion, left, INFINITY);
        } else {
            in.lo = left;
            left = right;
            atLeft = atRight;
            right = in.lo + GOLDEN * (in.hi - in.lo);
            atRight = measure(clear, motion, right, INFINITY);
        }
    }
}

// --- Certificates

static cdFirstContact searchFrom(Clearance *clear, PairMotion *motion, double from, double to) {
    const cdPathWork *work = clear->work;
    cdFirstContactInput *step = &motion->step;
    bool moves = !cdIsSamePose(step->startB, motion->targetB);
    step->targetB = moves ? &motion->targetB : NULL;
    step->safetyDistance = clear->kept;
    cdPairProgress progress = {.screw = 0};
    cdPairSearch how = {.timeLimit = to, .meter = work->meter, .progress = &progress, .from = from};
    cdFirstContact found;
    clear->searchCount++;
    do {
        found = moves ? cdFindOwnScrewsContactBy(step, &how, motion->cache, work->workspace, NULL)
                      : cdFindFirstContactBy(step, &how, motion->cache, work->workspace, NULL);
        cdAddQueryStats(&clear->stats, &found.stats);
    } while (cdIsCutShort(&found, work->meter));
    cdEndSlice(work->meter);
    if (found.state == CD_CONTACT && found.t.lo > to) found.state = CD_FREE;
    return found;
}

static bool isOutOfReach(const Clearance *clear, const PairMotion *motion, double to) {
    const cdFirstContactInput *step = &motion->step;
    cdSphereSweep a = cdMakeSphereSweep(step->meshA, step->startA, step->targetA);
    cdSphereSweep b = cdMakeSphereSweep(step->meshB, step->startB, motion->targetB);
    return cdFindReachTime(&a, &b, clear->kept) > to;
}

static void keepBelowLeast(Clearance *clear) {
    clear->kept = cdMax(0.0, clear->least.upper - KEPT_BELOW * clear->precision);
}

// Lowers the safety distance after a contact at a fraction of the piece.
static void lowerKept(Clearance *clear, const PairMotion *motion, double contact, double to,
                      double tolerance) {
    double before = clear->kept;
    clear->precision = cdMax(clear->precision, COARSEST * tolerance);
    descend(clear, motion, contact, to);
    clear->touches = clear->touches || !(before > 0.0);
    keepBelowLeast(clear);
    clear->kept = cdMin(clear->kept, cdMax(0.0, before - LEAST_STEP * clear->precision));
}

static void certifyPair(Clearance *clear, cdPathPair pair, cdInterval part) {
    PairMotion motion = openPair(clear, pair);
    double from = part.lo;
    while (!isStopped(clear) && !isOutOfReach(clear, &motion, part.hi)) {
        cdFirstContact found = searchFrom(clear, &motion, from, part.hi);
        if (found.state == CD_FREE) {
            clear->slack = cdMax(clear->slack, CERTIFICATE_SLACK * found.tolerance);
            return;
        }
        if (found.state == CD_UNDECIDED) {
            clear->reason = found.reason;
            return;
        }
        if (found.state == CD_CONTACT) from = cdMax(from, found.t.lo);
        lowerKept(clear, &motion, from, part.hi, found.tolerance);
    }
}

// Certifies the current piece between two times.
static void certifyPiece(Clearance *clear, double begin, double end) {
    cdPathWork *work = clear->work;
    const cdPathInput *input = work->input;
    cdInterval part = {cdGetPieceFraction(work, begin), 1.0};
    if (end < work->piece.hi) part.hi = cdMin(1.0, cdGetPieceFraction(work, end) + 8.0 * CD_EPSILON);
    for (int32_t shape = 0; shape < input->shapeCount; shape++)
        for (int32_t obstacle = 0; obstacle < input->obstacleCount; obstacle++)
            if (!isIgnored(work, (cdPathPair){shape, obstacle}))
                certifyPair(clear, (cdPathPair){shape, obstacle}, part);
}

// --- Parts of the path

// Returns the lower bound of what the searches have passed.
static double getLower(const Clearance *clear) {
    return isfinite(clear->kept) ? cdMax(0.0, clear->kept - clear->slack) : clear->kept;
}

static cdPathBound searchPart(Clearance *clear, cdInterval time, int sampleCount) {
    cdPathWork *work = clear->work;
    clear->passed = time.lo;
    clear->least = (Least){.upper = INFINITY, .time = time.lo, .edge = -1, .pair = {-1, -1}};
    clear->slack = 0.0;
    clear->touches = false;
    for (int i = 0; i < sampleCount && !isStopped(clear); i++)
        sampleTime(clear, time.lo + (time.hi - time.lo) * i / sampleCount);
    keepBelowLeast(clear);
    // Where nothing moves, the distance is that of the piece before, or of the first sample.
    for (double at = time.lo; at < time.hi && isfinite(clear->kept) && !isStopped(clear);
         at = work->piece.hi) {
        cdEnterPiece(work, at);
        if (work->isMoving) certifyPiece(clear, at, time.hi);
        if (!isStopped(clear)) clear->passed = cdMin(work->piece.hi, time.hi);
    }
    return (cdPathBound){.time = time,
                         .lower = isStopped(clear) ? 0.0 : getLower(clear),
                         .upper = clear->least.upper,
                         .at = clear->least.time,
                         .shape = clear->least.pair.shape,
                         .obstacle = clear->least.pair.obstacle};
}

// Extends the certified beginning of the path by a part, or by the pieces of an undecided part that were
// passed.
static void keepCertified(cdPathClearance *result, const Clearance *clear, const cdPathBound *bound) {
    if (result->state == CD_UNDECIDED) return; // a part before this one is open
    bool isOpen = clear->reason != CD_REASON_NONE;
    double lower = isOpen ? getLower(clear) : bound->lower;
    if (isOpen && !(clear->passed > bound->time.lo)) lower = INFINITY;
    result->certified = isOpen ? clear->passed : bound->time.hi;
    result->certifiedLower = cdMin(result->certifiedLower, lower);
}

static void keepPart(cdPathClearance *result, const Clearance *clear, const cdPathBound *bound) {
    keepCertified(result, clear, bound);
    if (clear->reason != CD_REASON_NONE)
        result->state = CD_UNDECIDED;
    else if (clear->touches && result->state == CD_FREE)
        result->state = CD_CONTACT;
    result->reason = clear->reason;
    result->lower = cdMin(result->lower, bound->lower);
    if (!(bound->upper < result->upper)) return;
    const Least *least = &clear->least;
    result->upper = bound->upper;
    result->time = least->time;
    result->edge = least->edge;
    result->shape = least->pair.shape;
    result->obstacle = least->pair.obstacle;
    result->pointA = least->distance.pointA;
    result->pointB = least->distance.pointB;
    result->featureA = least->distance.featureA;
    result->featureB = least->distance.featureB;
    result->normal = least->distance.normal;
}

static cdPathClearance searchParts(Clearance *clear, const cdPathClearanceInput *input) {
    const cdPathInput *path = &input->path;
    double begin = cdMax(path->from, cdGetPathStart(path)), end = cdGetPathEnd(path);
    int32_t count = input->bounds != NULL ? input->boundCount : 1;
    int sampleCount = count > 1 ? SAMPLES_OF_PART : SAMPLES_OF_PATH;
    cdPathClearance result = {.state = CD_FREE,
                              .lower = INFINITY,
                              .upper = INFINITY,
                              .certified = begin,
                              .certifiedLower = INFINITY,
                              .time = begin,
                              .edge = -1,
                              .shape = -1,
                              .obstacle = -1};
    for (int32_t i = 0; i < count; i++) {
        double lo = begin + (end - begin) * i / count, hi = begin + (end - begin) * (i + 1) / count;
        cdPathBound bound = searchPart(clear, (cdInterval){lo, i + 1 < count ? hi : end}, sampleCount);
        if (input->bounds != NULL) input->bounds[i] = bound;
        keepPart(&result, clear, &bound);
    }
    result.searchCount = clear->searchCount;
    result.distanceCount = clear->distanceCount;
    result.stats = clear->stats;
    result.stats.pairTests = clear->work->meter->spent;
    return result;
}

static double choosePrecision(const cdPathClearanceInput *input) {
    double radius = 0.0;
    for (int32_t i = 0; i < input->path.shapeCount; i++) {
        const cdMesh *mesh = input->path.shapes[i].mesh;
        radius = cdMax(radius, mesh->radius + mesh->rounding);
    }
    return input->precision > 0.0 ? input->precision : DEFAULT_PRECISION * radius;
}

static cdReason checkInput(const cdPathClearanceInput *input) {
    cdReason reason = cdCheckPath(&input->path);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->precision);
    bool lacksParts = input->bounds != NULL && input->boundCount < 1;
    return reason == CD_REASON_NONE && lacksParts ? CD_REASON_INPUT : reason;
}

cdPathClearance cdFindPathClearance(const cdPathClearanceInput *input, cdWorkspace *workspace) {
    cdPathClearance refused = {.reason = CD_REASON_INPUT, .edge = -1, .shape = -1, .obstacle = -1};
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return refused;
    refused.upper = refused.certifiedLower = INFINITY;
    refused.reason = checkInput(input);
    if (refused.reason != CD_REASON_NONE) return refused;
    cdMeter meter = cdOpenMeter(&input->path.budget);
    cdPathWork work;
    refused.reason = CD_REASON_WORKSPACE;
    if (!cdOpenPath(&work, &input->path, &meter, workspace)) return refused;
    Clearance clear = {.work = &work, .precision = choosePrecision(input)};
    return searchParts(&clear, input);
}
