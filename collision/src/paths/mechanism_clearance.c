// Minimum distance of a mechanism over a box of joint values, by searches with a safety distance.
//
// As for a path (path_clearance.c): the smallest distance found, u, is an upper bound. Searches with a safety
// distance just below u certify that nothing is nearer. (1) u begins as the minimum of a grid of samples. (2)
// For each pair, cells of the box are searched along the joint that moves the meshes most, with the bound on
// the motion by the other joints in addition. (3) Where a search finds this distance reached, and the meshes
// nearer than u, a descent from there by steps along single joints, halved until they are short, lowers u and
// with it the safety distance. A certificate for a larger distance holds for a smaller one, too. (4) If the
// other joints' motion is small compared with the precision the search continues from there; else the rest of
// the cell is halved across the joint that moves most. (5) A cell of the smallest size is bounded by the
// distance at its middle, less the motion within it.
#include "collision/mechanism.h"
#include "continuous/query_stats.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "paths/mechanism_search.h"

#include <math.h>

enum { STACK_SIZE = 24 * CD_SWEEP_JOINT_MAX + 2, DESCENT_STEPS = 400 };
static const int32_t samplesPerJoint[CD_SWEEP_JOINT_MAX + 1] = {1, 33, 7, 4};
static const double defaultResolutions[CD_SWEEP_JOINT_MAX + 1] = {1.0, 0x1p-12, 0x1p-10, 0x1p-7};
static const double FINE = 1e-6, COARSE = 1e-3; // default precision, of the radius
static const double KEPT_BELOW = 0.5;           // distance of the safety distance from u, in precisions
static const double LEAST_STEP = 0.25;          // by which a contact lowers the safety distance, likewise
static const double SMALL_MOTION = 0.125;       // of the other joints, likewise
static const double COARSEST = 16.0;            // tolerances in a precision, at least
static const double SHORTEST_STEP = 0x1p-30;    // of a descent, of the range

typedef struct Clearance {
    const cdSweepInput *input;
    cdMechanismClearance result;
    cdMeter *meter;
    cdWorkspace *workspace;
    double precision;
    double kept;     // safety distance of the searches
    double leastEnd; // minimum of the bounds of cells of the smallest size
} Clearance;

typedef struct PairSearch {
    Clearance *clear;
    cdChainWork work;
    cdChainCell box;
    const cdChainCursor *at;
    double least[CD_SWEEP_JOINT_MAX]; // smallest width of a cell
    cdChainCell stack[STACK_SIZE];
    int32_t depth;
} PairSearch;

static bool isStopped(const Clearance *clear) {
    return clear->result.state == CD_CONTACT || clear->meter->reason != CD_REASON_NONE;
}

static PairSearch openPair(Clearance *clear, const cdChain *chain, const cdChainCursor *at) {
    const cdSweepInput *input = clear->input;
    PairSearch pair = {.clear = clear, .at = at};
    double resolution = input->resolution > 0.0 ? input->resolution : defaultResolutions[chain->count];
    for (int32_t k = 0; k < chain->count; k++) {
        const cdSweepJoint *joint = &input->joints[chain->joints[k].index];
        pair.box.lo[k] = joint->from;
        pair.box.hi[k] = joint->to;
        pair.least[k] = resolution * (joint->to - joint->from);
    }
    pair.work = cdOpenChainWork(chain, &pair.box, clear->meter, clear->workspace);
    return pair;
}

static void closePair(PairSearch *pair) {
    cdMechanismClearance *result = &pair->clear->result;
    result->searchCount += pair->work.searchCount;
    cdAddQueryStats(&result->stats, &pair->work.stats);
}

// --- Distances

static void keepLeast(PairSearch *pair, const double *values, const cdDistance *found, double upper) {
    Clearance *clear = pair->clear;
    cdMechanismClearance *result = &clear->result;
    result->upper = upper;
    result->linkA = pair->at->a.link;
    result->linkB = pair->at->b.link;
    result->shapeA = pair->at->a.shape;
    result->shapeB = pair->at->b.shape;
    result->pointA = found->pointA;
    result->pointB = found->pointB;
    result->featureA = found->featureA;
    result->featureB = found->featureB;
    for (int32_t i = 0; i < clear->input->jointCount; i++)
        result->at[i] = clear->input->joints[i].from;
    for (int32_t k = 0; k < pair->work.chain.count; k++)
        result->at[pair->work.chain.joints[k].index] = values[k];
}

// Returns the distance at joint values, infinity if it is above `most`, and keeps it if it is the smallest.
static double measure(PairSearch *pair, const double *values, double most) {
    Clearance *clear = pair->clear;
    cdChainCell cell = {{0.0}, {0.0}};
    for (int32_t k = 0; k < pair->work.chain.count; k++)
        cell.lo[k] = cell.hi[k] = values[k];
    cdDistance found = cdMeasureChain(&pair->work, &cell, most);
    clear->result.distanceCount++;
    if (found.state == CD_UNDECIDED || found.beyond) return INFINITY;
    double upper = found.state == CD_OVERLAP ? 0.0 : found.upper + pair->work.rounding;
    if (found.state == CD_OVERLAP) clear->result.state = CD_CONTACT;
    if (upper < clear->result.upper) keepLeast(pair, values, &found, upper);
    return upper;
}

// (1)
static void samplePair(PairSearch *pair) {
    Clearance *clear = pair->clear;
    int32_t count = pair->work.chain.count, each = samplesPerJoint[count], total = 1;
    for (int32_t k = 0; k < count; k++)
        total *= each;
    for (int32_t i = 0; i < total && !isStopped(clear); i++) {
        double values[CD_SWEEP_JOINT_MAX];
        for (int32_t k = 0, rest = i; k < count; k++, rest /= each)
            values[k] = pair->box.lo[k] + (pair->box.hi[k] - pair->box.lo[k]) * (rest % each) / (each - 1);
        measure(pair, values, clear->result.upper);
    }
}

// --- (3)

// Steps along joint k if that lowers the distance `*least` at `values`.
static bool stepAlong(PairSearch *pair, double *values, int32_t k, double step, double *least) {
    double before = values[k];
    values[k] = cdMin(pair->box.hi[k], cdMax(pair->box.lo[k], before + step));
    double there = values[k] == before ? INFINITY : measure(pair, values, *least);
    if (there < *least) {
        *least = there;
        return true;
    }
    values[k] = before;
    return false;
}

static void descend(PairSearch *pair, const double *from, const cdChainCell *cell) {
    int32_t count = pair->work.chain.count;
    double values[CD_SWEEP_JOINT_MAX], steps[CD_SWEEP_JOINT_MAX];
    for (int32_t k = 0; k < count; k++) {
        values[k] = from[k];
        steps[k] = cdMax(0.25 * (cell->hi[k] - cell->lo[k]), 0x1p-10 * (pair->box.hi[k] - pair->box.lo[k]));
    }
    double least = measure(pair, values, INFINITY);
    for (int i = 0; i < DESCENT_STEPS && !isStopped(pair->clear); i++) {
        bool lowers = false, ends = true;
        for (int32_t k = 0; k < count && !isStopped(pair->clear); k++) {
            bool good =
                stepAlong(pair, values, k, steps[k], &least) || stepAlong(pair, values, k, -steps[k], &least);
            lowers = lowers || good;
        }
        for (int32_t k = 0; k < count && !lowers; k++) {
            steps[k] *= 0.5;
            ends = ends && steps[k] < SHORTEST_STEP * (pair->box.hi[k] - pair->box.lo[k]);
        }
        if (!lowers && ends) return;
    }
}

static void keepBelowLeast(Clearance *clear) {
    clear->kept = cdMax(0.0, clear->result.upper - KEPT_BELOW * clear->precision);
}

// Lowers the safety distance after a search reached it at joint values. Returns true if it is lower by a
// step.
static bool lowerKept(PairSearch *pair, const double *values, const cdChainCell *cell) {
    Clearance *clear = pair->clear;
    double before = clear->kept, least = clear->result.upper;
    if (measure(pair, values, least) < least) descend(pair, values, cell);
    keepBelowLeast(clear);
    clear->kept = cdMin(clear->kept, before);
    return clear->kept <= before - LEAST_STEP * clear->precision;
}

// --- (2), (4)

static int32_t findLargest(const PairSearch *pair, const cdChainCell *cell, bool isDivisible) {
    cdChainBound bound = cdBoundChain(&pair->work.chain, cell);
    int32_t largest = -1;
    for (int32_t k = 0; k < pair->work.chain.count; k++) {
        if (isDivisible && !(cell->hi[k] - cell->lo[k] > pair->least[k])) continue;
        if (largest < 0 || bound.own[k] > bound.own[largest]) largest = k;
    }
    return largest;
}

// Searches a cell from the lower end of joint k. Returns true if it is certified; else shortens it.
static bool certifyCell(PairSearch *pair, cdChainCell *cell, int32_t k) {
    Clearance *clear = pair->clear;
    double others = cdBoundChain(&pair->work.chain, cell).others[k];
    while (!isStopped(clear)) {
        cdChainSearch found = cdSearchChain(&pair->work, cell, k, false, clear->kept + others);
        if (found.state == CD_FREE) return true;
        cell->lo[k] = found.value;
        if (found.state == CD_UNDECIDED) return false;
        double values[CD_SWEEP_JOINT_MAX];
        cdGetCellMiddle(&pair->work, cell, values);
        values[k] = found.value;
        clear->precision = cdMax(clear->precision, COARSEST * found.tolerance);
        double before = clear->kept;
        bool isLower = lowerKept(pair, values, cell);
        if (others > SMALL_MOTION * clear->precision) {
            if (!isLower) return false;
            continue;
        }
        if (!(before > 0.0)) { // they touch, within the tolerance and the motion of the other joints
            if (!(others > 0.0)) clear->result.state = CD_CONTACT;
            return false;
        }
        clear->kept = cdMin(clear->kept, cdMax(0.0, before - LEAST_STEP * clear->precision));
    }
    return false;
}

// (5)
static void endCell(PairSearch *pair, const cdChainCell *cell) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(&pair->work, cell, values);
    double moved = cdBoundChain(&pair->work.chain, cell).all + 2.0 * pair->work.rounding;
    cdDistance found = cdMeasureChain(&pair->work, cell, pair->clear->kept + moved);
    pair->clear->result.distanceCount++;
    double lower = found.state == CD_FREE ? cdMax(0.0, found.lower - moved) : 0.0;
    measure(pair, values, pair->clear->result.upper);
    pair->clear->leastEnd = cdMin(pair->clear->leastEnd, lower);
}

static void divideCell(PairSearch *pair, const cdChainCell *cell, int32_t k) {
    cdChainCell lower = *cell, upper = *cell;
    lower.hi[k] = upper.lo[k] = cell->lo[k] + 0.5 * (cell->hi[k] - cell->lo[k]);
    pair->stack[pair->depth++] = upper;
    pair->stack[pair->depth++] = lower;
}

static void searchCell(PairSearch *pair) {
    Clearance *clear = pair->clear;
    cdChainCell cell = pair->stack[--pair->depth];
    if (!cdSpend(clear->meter, 1)) return;
    cdChainBound bound = cdBoundChain(&pair->work.chain, &cell);
    if (cdIsChainFar(&pair->work, &cell, bound.all, clear->kept)) return;
    int32_t k = findLargest(pair, &cell, false);
    if (k >= 0 && certifyCell(pair, &cell, k)) return;
    if (isStopped(clear)) return;
    k = findLargest(pair, &cell, true);
    if (k < 0)
        endCell(pair, &cell);
    else
        divideCell(pair, &cell, k);
}

static void searchPair(PairSearch *pair) {
    pair->stack[0] = pair->box;
    pair->depth = 1;
    while (pair->depth > 0 && !isStopped(pair->clear))
        searchCell(pair);
}

// --- All pairs

static double choosePrecision(const cdMechanismClearanceInput *input) {
    if (input->precision > 0.0) return input->precision;
    const cdMechanism *mechanism = input->sweep.mechanism;
    double radius = 0.0;
    for (int32_t i = 0; i < mechanism->linkCount; i++)
        for (int32_t k = 0; k < mechanism->links[i].shapeCount; k++) {
            const cdMesh *mesh = mechanism->links[i].shapes[k].mesh;
            radius = cdMax(radius, mesh->radius + mesh->rounding);
        }
    return (input->sweep.jointCount > 1 ? COARSE : FINE) * radius;
}

static void searchPairs(Clearance *clear) {
    cdChain chain;
    for (cdChainCursor at = cdBeginChains(); cdFindNextChain(clear->input, &at, &chain);) {
        PairSearch pair = openPair(clear, &chain, &at);
        if (!isStopped(clear)) samplePair(&pair);
        closePair(&pair);
    }
    keepBelowLeast(clear);
    clear->leastEnd = INFINITY;
    for (cdChainCursor at = cdBeginChains(); cdFindNextChain(clear->input, &at, &chain);) {
        PairSearch pair = openPair(clear, &chain, &at);
        if (!isStopped(clear)) searchPair(&pair);
        closePair(&pair);
    }
}

// Moves the nearest points from the frame of B's mesh to the world.
static void placePoints(Clearance *clear) {
    cdMechanismClearance *result = &clear->result;
    if (result->linkB < 0) return;
    cdPose pose = cdPlaceLinkShape(clear->input, result->at, (cdLinkShape){result->linkB, result->shapeB});
    result->pointA = cdTransformPoint(pose, result->pointA);
    result->pointB = cdTransformPoint(pose, result->pointB);
}

cdMechanismClearance cdFindMechanismClearance(const cdMechanismClearanceInput *input,
                                              cdWorkspace *workspace) {
    cdMechanismClearance refused = {.reason = CD_REASON_INPUT, .upper = INFINITY, .linkA = -1, .linkB = -1};
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return refused;
    refused.reason = cdCheckSweep(&input->sweep);
    if (refused.reason == CD_REASON_NONE) refused.reason = cdCheckMargin(input->precision);
    if (refused.reason != CD_REASON_NONE) return refused;
    cdMeter meter = cdOpenMeter(&input->sweep.budget);
    Clearance clear = {.input = &input->sweep, .result = refused, .meter = &meter, .workspace = workspace};
    clear.result.state = CD_FREE;
    clear.precision = choosePrecision(input);
    searchPairs(&clear);
    cdMechanismClearance *result = &clear.result;
    result->reason = meter.reason;
    placePoints(&clear);
    result->lower = isStopped(&clear) ? 0.0 : cdMin(clear.kept, clear.leastEnd);
    if (result->state == CD_FREE && (meter.reason != CD_REASON_NONE || !(result->lower > 0.0)))
        result->state = CD_UNDECIDED;
    result->stats.pairTests = meter.spent;
    return *result;
}
