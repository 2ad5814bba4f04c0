// Searches for the minimum distance of a pair of meshes of a mechanism; see mechanism_nearest.h.
//
// As for a path (path_clearance.c): the smallest distance found, u, is an upper bound. Searches with a safety
// distance just below u certify that nothing is nearer. (1) u begins as the minimum of a grid of samples. (2)
// A cell of the box is searched along the joint that moves the meshes most, with the bound on the motion by
// the other joints in addition. (3) Where a search finds this distance reached, and the meshes nearer than u,
// a descent from there by steps along single joints, halved until they are short, lowers u and with it the
// safety distance. A certificate for a larger distance holds for a smaller one, too. (4) If the other joints'
// motion is small compared with the precision the search continues from there; else the rest of the cell is
// halved across the joint that moves most. (5) A cell of the smallest size is bounded by the distance at its
// middle, less the motion within it.
#include "paths/mechanism_nearest.h"
#include "continuous/query_stats.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"

#include <math.h>

enum { DESCENT_STEPS = 400 };
static const int32_t samplesPerJoint[CD_SWEEP_JOINT_MAX + 1] = {1, 33, 7, 4};
static const double defaultResolutions[CD_SWEEP_JOINT_MAX + 1] = {1.0, 0x1p-12, 0x1p-10, 0x1p-7};
static const double KEPT_BELOW = 0.5;        // distance of the safety distance from u, in precisions
static const double LEAST_STEP = 0.25;       // by which a contact lowers the safety distance, likewise
static const double SMALL_MOTION = 0.125;    // of the other joints, likewise
static const double COARSEST = 16.0;         // tolerances in a precision, at least
static const double SHORTEST_STEP = 0x1p-30; // of a descent, of the range

typedef struct PairSearch {
    cdNearSearch *search;
    cdChainWork work;
    cdChainCell box;
    const cdChainCursor *at;
    double least[CD_SWEEP_JOINT_MAX]; // smallest width of a cell
} PairSearch;

static bool isStopped(const cdNearSearch *search) {
    return search->result.state == CD_CONTACT || search->meter->reason != CD_REASON_NONE;
}

static PairSearch openPair(cdNearSearch *search, const cdChainCursor *at) {
    const cdSweepInput *input = search->input;
    PairSearch pair = {.search = search, .at = at};
    cdChain chain =
        cdMakeChain(input->mechanism, input->values, input->joints, input->jointCount, at->a, at->b);
    double resolution = input->resolution > 0.0 ? input->resolution : defaultResolutions[chain.count];
    for (int32_t k = 0; k < chain.count; k++) {
        const cdSweepJoint *joint = &input->joints[chain.joints[k].index];
        pair.box.lo[k] = joint->from;
        pair.box.hi[k] = joint->to;
        pair.least[k] = resolution * (joint->to - joint->from);
    }
    pair.work = cdOpenChainWork(&chain, &pair.box, search->meter, search->workspace);
    return pair;
}

static void closePair(PairSearch *pair) {
    cdMechanismClearance *result = &pair->search->result;
    result->searchCount += pair->work.searchCount;
    cdAddQueryStats(&result->stats, &pair->work.stats);
}

// --- Distances

static void keepLeast(PairSearch *pair, const double *values, const cdDistance *found, double upper) {
    cdNearSearch *search = pair->search;
    cdMechanismClearance *result = &search->result;
    result->upper = upper;
    result->linkA = pair->at->a.link;
    result->linkB = pair->at->b.link;
    result->shapeA = pair->at->a.shape;
    result->shapeB = pair->at->b.shape;
    result->pointA = found->pointA;
    result->pointB = found->pointB;
    result->featureA = found->featureA;
    result->featureB = found->featureB;
    for (int32_t i = 0; i < search->input->jointCount; i++)
        result->at[i] = search->input->joints[i].from;
    for (int32_t k = 0; k < pair->work.chain.count; k++)
        result->at[pair->work.chain.joints[k].index] = values[k];
}

// Returns the distance at joint values, infinity if it is above `most`, and keeps it if it is the smallest.
static double measure(PairSearch *pair, const double *values, double most) {
    cdNearSearch *search = pair->search;
    cdChainCell cell = {{0.0}, {0.0}};
    for (int32_t k = 0; k < pair->work.chain.count; k++)
        cell.lo[k] = cell.hi[k] = values[k];
    cdDistance found = cdMeasureChain(&pair->work, &cell, most);
    search->result.distanceCount++;
    if (found.state == CD_UNDECIDED || found.beyond) return INFINITY;
    double upper = found.state == CD_OVERLAP ? 0.0 : found.upper + pair->work.rounding;
    if (found.state == CD_OVERLAP) search->result.state = CD_CONTACT;
    if (upper < search->result.upper) keepLeast(pair, values, &found, upper);
    return upper;
}

// --- (1)

static void samplePair(PairSearch *pair) {
    cdNearSearch *search = pair->search;
    int32_t count = pair->work.chain.count, each = samplesPerJoint[count], total = 1;
    for (int32_t k = 0; k < count; k++)
        total *= each;
    for (int32_t i = 0; i < total && !isStopped(search); i++) {
        double values[CD_SWEEP_JOINT_MAX];
        for (int32_t k = 0, rest = i; k < count; k++, rest /= each)
            values[k] = pair->box.lo[k] + (pair->box.hi[k] - pair->box.lo[k]) * (rest % each) / (each - 1);
        measure(pair, values, search->result.upper);
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
    for (int i = 0; i < DESCENT_STEPS && !isStopped(pair->search); i++) {
        bool lowers = false, ends = true;
        for (int32_t k = 0; k < count && !isStopped(pair->search); k++) {
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

void cdKeepBelowNearest(cdNearSearch *search) {
    search->kept = cdMax(0.0, search->result.upper - KEPT_BELOW * search->precision);
}

// Lowers the safety distance after a search reached it at joint values. Returns true if it is lower by a
// step.
static bool lowerKept(PairSearch *pair, const double *values, const cdChainCell *cell) {
    cdNearSearch *search = pair->search;
    double before = search->kept, least = search->result.upper;
    if (measure(pair, values, least) < least) descend(pair, values, cell);
    cdKeepBelowNearest(search);
    search->kept = cdMin(search->kept, before);
    return search->kept <= before - LEAST_STEP * search->precision;
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
    cdNearSearch *search = pair->search;
    double others = cdBoundChain(&pair->work.chain, cell).others[k];
    while (!isStopped(search)) {
        cdChainSearch found = cdSearchChain(&pair->work, cell, k, false, search->kept + others);
        if (found.state == CD_FREE) return true;
        cell->lo[k] = found.value;
        if (found.state == CD_UNDECIDED) return false;
        double values[CD_SWEEP_JOINT_MAX];
        cdGetCellMiddle(&pair->work, cell, values);
        values[k] = found.value;
        search->precision = cdMax(search->precision, COARSEST * found.tolerance);
        double before = search->kept;
        bool isLower = lowerKept(pair, values, cell);
        if (others > SMALL_MOTION * search->precision) {
            if (!isLower) return false;
            continue;
        }
        if (!(before > 0.0)) { // they touch, within the tolerance and the motion of the other joints
            if (!(others > 0.0)) search->result.state = CD_CONTACT;
            return false;
        }
        search->kept = cdMin(search->kept, cdMax(0.0, before - LEAST_STEP * search->precision));
    }
    return false;
}

// (5)
static void endCell(PairSearch *pair, const cdChainCell *cell) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(&pair->work, cell, values);
    double moved = cdBoundChain(&pair->work.chain, cell).all + 2.0 * pair->work.rounding;
    cdDistance found = cdMeasureChain(&pair->work, cell, pair->search->kept + moved);
    pair->search->result.distanceCount++;
    double lower = found.state == CD_FREE ? cdMax(0.0, found.lower - moved) : 0.0;
    measure(pair, values, pair->search->result.upper);
    pair->search->leastEnd = cdMin(pair->search->leastEnd, lower);
}

static void addPart(PairSearch *pair, const cdChainCell *range) {
    cdNearSearch *search = pair->search;
    search->parts[search->partCount++] = (cdNearCell){*pair->at, *range, pair->work.hints};
}

static void divideCell(PairSearch *pair, const cdChainCell *cell, int32_t k) {
    cdChainCell lower = *cell, upper = *cell;
    lower.hi[k] = upper.lo[k] = cell->lo[k] + 0.5 * (cell->hi[k] - cell->lo[k]);
    addPart(pair, &lower);
    addPart(pair, &upper);
}

static void searchCell(PairSearch *pair, cdChainCell cell) {
    cdNearSearch *search = pair->search;
    if (!cdSpend(search->meter, 1)) return;
    cdChainBound bound = cdBoundChain(&pair->work.chain, &cell);
    if (cdIsChainFar(&pair->work, &cell, bound.all, search->kept)) return;
    int32_t k = findLargest(pair, &cell, false);
    if (k >= 0 && certifyCell(pair, &cell, k)) return;
    if (isStopped(search)) return;
    k = findLargest(pair, &cell, true);
    if (k < 0)
        endCell(pair, &cell);
    else
        divideCell(pair, &cell, k);
}

// --- All

void cdSampleNearest(cdNearSearch *search, const cdChainCursor *at) {
    PairSearch pair = openPair(search, at);
    samplePair(&pair);
    closePair(&pair);
}

void cdDescendNearest(cdNearSearch *search) {
    const cdMechanismClearance *least = &search->result;
    if (least->linkA < 0) return;
    const cdChainCursor at = {{least->linkA, least->shapeA}, {least->linkB, least->shapeB}};
    double values[CD_SWEEP_JOINT_MAX];
    PairSearch pair = openPair(search, &at);
    for (int32_t k = 0; k < pair.work.chain.count; k++)
        values[k] = least->at[pair.work.chain.joints[k].index];
    if (!isStopped(search)) descend(&pair, values, &pair.box);
    closePair(&pair);
}

cdNearCell cdBeginNearCell(const cdSweepInput *input, const cdChainCursor *at) {
    cdNearSearch none = {.input = input};
    return (cdNearCell){*at, openPair(&none, at).box, cdBeginChainHints()};
}

void cdSearchNearest(cdNearSearch *search, const cdNearCell *cell) {
    PairSearch pair = openPair(search, &cell->at);
    pair.work.hints = cell->hints;
    search->partCount = 0;
    searchCell(&pair, cell->range);
    closePair(&pair);
}
