// Sweeps of a mechanism: a subdivision of the box of joint values, for each pair of meshes.
//
// (1) The chain of a pair has the varying joints between its meshes; the box is that of their values. (2) A
// cell of it is free if the bounding spheres are too far from each other for the bound on the motion within
// the cell (mechanism_chain.c). It is a contact throughout if two triangles cross at its middle more deeply
// than that motion (mechanism_depth.c), or if vertices inside and outside are farther from the surface
// (mechanism_enclosed.c). (3) Otherwise the joint that moves the meshes most is moved over its range from
// both ends, the others at the middle of theirs. The search keeps the bound on the motion by the others in
// addition to the safety distance, so what it passes is free for all their values: one search decides a slab
// of the box, however long. With one joint the search is exact, and a contact at the middle is followed in
// both directions. (4) The rest between the two contacts is halved across the joint that moves most, down to
// the resolution. An end that stopped a search stops it again, so it is not searched again while the other
// joints' ranges stay. (5) A cell of the smallest size is certain if the meshes touch at its middle, or along
// a line through it. (6) Cells come in the order of the subdivision. A cell that continues the last box
// extends it.
#include "collision/mechanism.h"
#include "continuous/query_stats.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "paths/mechanism_search.h"

#include <math.h>

// A division leaves one cell more, a followed contact two.
enum { STACK_SIZE = 2 * 24 * CD_SWEEP_JOINT_MAX + 4 };
static const double SHORTEST_FOLLOWED = 16.0;  // range of a cell, in the smallest widths
static const double DEEPEST = 0.5;             // motion of an enclosed vertex that is tried, in radii
static const double NARROWEST_ENCLOSED = 16.0; // width of a cell, in the smallest ones, likewise
static const double SHORTEST_STEP = 4.0;       // of a followed contact, likewise
static const double defaultResolutions[CD_SWEEP_JOINT_MAX + 1] = {1.0, 0x1p-12, 0x1p-8, 0x1p-6};

typedef struct Cell {
    cdChainCell range;
    // Bits 2 k and 2 k + 1: the search from the lower and the upper end of joint k stops there.
    unsigned stopped;
    bool isContact; // throughout
} Cell;

// The sweep of a pair.
typedef struct PairSweep {
    cdChainWork work;
    const cdSweepInput *input;
    cdSweep *result;
    cdSweepBox blank;                 // the whole box, for this pair
    double least[CD_SWEEP_JOINT_MAX]; // smallest width of a cell
    int32_t firstBox;                 // of this pair
    Cell stack[STACK_SIZE];
    int32_t depth;
} PairSweep;

// --- (6)

// True if `box` continues `last` along exactly one joint.
static bool continues(const cdSweepBox *last, const cdSweepBox *box, int32_t jointCount, int32_t *along) {
    if (last->certain != box->certain) return false;
    *along = -1;
    for (int32_t k = 0; k < jointCount; k++) {
        if (last->from[k] == box->from[k] && last->to[k] == box->to[k]) continue;
        if (*along >= 0 || last->to[k] != box->from[k]) return false;
        *along = k;
    }
    return *along >= 0;
}

static void mergeLast(PairSweep *sweep) {
    cdSweep *result = sweep->result;
    int32_t along;
    while (result->boxCount - sweep->firstBox >= 2) {
        cdSweepBox *last = &sweep->input->boxes[result->boxCount - 2];
        if (!continues(last, last + 1, sweep->input->jointCount, &along)) return;
        last->to[along] = last[1].to[along];
        result->boxCount--;
    }
}

static double getShare(const PairSweep *sweep, const cdChainCell *cell) {
    double share = 1.0;
    for (int32_t k = 0; k < sweep->work.chain.count; k++) {
        const cdSweepJoint *joint = &sweep->input->joints[sweep->work.chain.joints[k].index];
        share *= (cell->hi[k] - cell->lo[k]) / (joint->to - joint->from);
    }
    return share;
}

// Adds a cell to the boxes. `at`: values at which the pair touches; NULL: it is undecided.
static void addBox(PairSweep *sweep, const cdChainCell *cell, const double *at) {
    cdSweep *result = sweep->result;
    cdSweepBox box = sweep->blank;
    box.certain = at != NULL;
    for (int32_t k = 0; k < sweep->work.chain.count; k++) {
        int32_t i = sweep->work.chain.joints[k].index;
        box.from[i] = cell->lo[k];
        box.to[i] = cell->hi[k];
        box.at[i] = at != NULL ? at[k] : cell->lo[k];
    }
    if (box.certain) result->state = CD_CONTACT;
    if (!box.certain && result->state == CD_FREE) result->state = CD_UNDECIDED;
    if (!box.certain) result->undecidedShare = cdMin(1.0, result->undecidedShare + getShare(sweep, cell));
    if (result->boxCount == sweep->input->boxCapacity) {
        result->truncated = true;
        result->neededBoxes++;
        return;
    }
    sweep->input->boxes[result->boxCount++] = box;
    mergeLast(sweep);
}

// --- (5)

// Returns the joint that moves the meshes most, `isDivisible`: among those that can be divided; -1: none.
static int32_t findLargest(const PairSweep *sweep, const cdChainCell *cell, bool isDivisible) {
    cdChainBound bound = cdBoundChain(&sweep->work.chain, cell);
    int32_t largest = -1;
    for (int32_t k = 0; k < sweep->work.chain.count; k++) {
        if (isDivisible && !(cell->hi[k] - cell->lo[k] > sweep->least[k])) continue;
        if (largest < 0 || bound.own[k] > bound.own[largest]) largest = k;
    }
    return largest;
}

// Judges a cell of the smallest size.
static void judgeCell(PairSweep *sweep, const cdChainCell *cell) {
    double values[CD_SWEEP_JOINT_MAX], distance = sweep->input->safetyDistance;
    cdGetCellMiddle(&sweep->work, cell, values);
    cdState state = cdJudgeChain(&sweep->work, cell, distance);
    if (state == CD_FREE && sweep->work.chain.count == 0) return; // no joint moves the pair
    for (int32_t k = 0; k < sweep->work.chain.count && state != CD_OVERLAP; k++) {
        double middle = values[k];
        cdChainSearch line = cdTouchChain(&sweep->work, cell, k, distance);
        values[k] = line.state == CD_OVERLAP ? cell->lo[k] : line.touch;
        if (line.state == CD_OVERLAP || line.state == CD_CONTACT)
            state = CD_OVERLAP;
        else
            values[k] = middle;
    }
    addBox(sweep, cell, state == CD_OVERLAP ? values : NULL);
}

// --- (3)

// Shortens the range of joint k to what the search from one end does not prove free. Returns true if nothing
// is left.
static bool shorten(PairSweep *sweep, Cell *cell, int32_t k, bool backwards, double distance) {
    unsigned bit = 1u << (2 * k + (backwards ? 1 : 0));
    if (cell->stopped & bit) return false;
    cdChainSearch found = cdSearchChain(&sweep->work, &cell->range, k, backwards, distance);
    if (found.state == CD_FREE) return true;
    cell->stopped |= bit;
    if (backwards)
        cell->range.hi[k] = cdMax(cell->range.lo[k], found.value);
    else
        cell->range.lo[k] = found.value;
    return false;
}

// Returns the largest width of a cell, in the smallest ones.
static double getWidth(const PairSweep *sweep, const cdChainCell *cell) {
    double width = 0.0;
    for (int32_t k = 0; k < sweep->work.chain.count; k++)
        width = cdMax(width, (cell->hi[k] - cell->lo[k]) / sweep->least[k]);
    return width;
}

// True if the search for an enclosed vertex costs less than the division of the cell may.
static bool isWorthEnclosing(const PairSweep *sweep, const cdChainCell *cell, double moved) {
    const cdChain *chain = &sweep->work.chain;
    return chain->count > 1 && moved < DEEPEST * cdMin(chain->a->radius, chain->b->radius) &&
           getWidth(sweep, cell) >= NARROWEST_ENCLOSED;
}

// Returns true if the meshes touch throughout the cell. Then adds it to the boxes. `touches`: receives true
// if they touch at its middle.
static bool isContactThroughout(PairSweep *sweep, const cdChainCell *cell, double moved, bool *touches) {
    double depth = 0.0, values[CD_SWEEP_JOINT_MAX];
    *touches = cdOverlapsInChain(&sweep->work, cell, sweep->input->safetyDistance, &depth);
    if (!*touches) return false;
    cdGetCellMiddle(&sweep->work, cell, values);
    if (!(depth > moved) && isWorthEnclosing(sweep, cell, moved))
        depth = cdFindEnclosedDepth(&sweep->work, values, moved);
    if (!(depth > moved)) return false;
    addBox(sweep, cell, values);
    return true;
}

// Returns true if the cell is decided: free, or a contact throughout. Otherwise shortens it.
static bool isDecided(PairSweep *sweep, Cell *cell, bool *touches) {
    double distance = sweep->input->safetyDistance;
    int32_t count = sweep->work.chain.count;
    *touches = false;
    if (count == 0) return false;
    cdChainBound bound = cdBoundChain(&sweep->work.chain, &cell->range);
    if (cdIsChainFar(&sweep->work, &cell->range, bound.all, distance)) return true;
    bool isEnclosed = count == 1 && cell->stopped == 3u;
    if ((count > 1 || isEnclosed) && isContactThroughout(sweep, &cell->range, bound.all, touches))
        return true;
    if (*touches || isEnclosed) return false;
    int32_t k = findLargest(sweep, &cell->range, false);
    bool isFree = shorten(sweep, cell, k, false, distance + bound.others[k]) ||
                  shorten(sweep, cell, k, true, distance + bound.others[k]);
    return isFree || (count == 1 && isContactThroughout(sweep, &cell->range, bound.all, touches));
}

// --- (4)

// `touches`: the meshes touch at the middle.
static void divideCell(PairSweep *sweep, const Cell *cell, int32_t k, bool touches) {
    Cell lower = *cell, upper = *cell;
    lower.range.hi[k] = upper.range.lo[k] = cell->range.lo[k] + 0.5 * (cell->range.hi[k] - cell->range.lo[k]);
    lower.stopped &= 1u << (2 * k);
    upper.stopped &= 2u << (2 * k);
    if (touches && sweep->work.chain.count == 1) {
        lower.stopped |= 2u;
        upper.stopped |= 1u;
    }
    sweep->stack[sweep->depth++] = upper;
    sweep->stack[sweep->depth++] = lower;
}

// With one joint: follows the contact at the middle, and leaves the parts of the cell on both sides of it.
static bool splitAtContact(PairSweep *sweep, const Cell *cell) {
    double lo = cell->range.lo[0], hi = cell->range.hi[0], least = sweep->least[0];
    if (sweep->work.chain.count != 1 || !(hi - lo > SHORTEST_FOLLOWED * least)) return false;
    cdInterval found =
        cdFollowContact(&sweep->work, lo + 0.5 * (hi - lo), (cdInterval){lo, hi}, SHORTEST_STEP * least);
    if (!(found.hi > found.lo)) return false;
    const Cell parts[] = {{.range = {{found.hi}, {hi}}, .stopped = 1u | (cell->stopped & 2u)},
                          {.range = {{found.lo}, {found.hi}}, .isContact = true},
                          {.range = {{lo}, {found.lo}}, .stopped = 2u | (cell->stopped & 1u)}};
    for (int k = 0; k < 3; k++)
        if (parts[k].range.hi[0] > parts[k].range.lo[0]) sweep->stack[sweep->depth++] = parts[k];
    return true;
}

static void sweepCell(PairSweep *sweep) {
    Cell cell = sweep->stack[--sweep->depth];
    double values[CD_SWEEP_JOINT_MAX];
    if (cell.isContact) {
        cdGetCellMiddle(&sweep->work, &cell.range, values);
        addBox(sweep, &cell.range, values);
        return;
    }
    sweep->result->cellCount++;
    if (!cdSpend(sweep->work.meter, 1)) {
        sweep->depth++;
        return;
    }
    bool touches;
    if (isDecided(sweep, &cell, &touches)) return;
    int32_t k = findLargest(sweep, &cell.range, true);
    bool isOut = sweep->work.meter->reason != CD_REASON_NONE;
    if (isOut)
        addBox(sweep, &cell.range, NULL);
    else if (k < 0)
        judgeCell(sweep, &cell.range);
    else if (!touches || !splitAtContact(sweep, &cell))
        divideCell(sweep, &cell, k, touches);
}

// Adds a cell that the budget leaves.
static void leaveCell(PairSweep *sweep, const Cell *cell) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(&sweep->work, &cell->range, values);
    addBox(sweep, &cell->range, cell->isContact ? values : NULL);
}

// --- (1)

static PairSweep openPair(const cdSweepInput *input, cdSweep *result, const cdChain *chain, cdMeter *meter,
                          cdWorkspace *workspace) {
    PairSweep sweep = {.input = input, .result = result, .firstBox = result->boxCount, .depth = 1};
    double resolution = input->resolution > 0.0 ? input->resolution : defaultResolutions[chain->count];
    for (int32_t i = 0; i < input->jointCount; i++) {
        sweep.blank.from[i] = sweep.blank.at[i] = input->joints[i].from;
        sweep.blank.to[i] = input->joints[i].to;
    }
    cdChainCell *box = &sweep.stack[0].range;
    for (int32_t k = 0; k < chain->count; k++) {
        const cdSweepJoint *joint = &input->joints[chain->joints[k].index];
        box->lo[k] = joint->from;
        box->hi[k] = joint->to;
        sweep.least[k] = resolution * (joint->to - joint->from);
    }
    sweep.work = cdOpenChainWork(chain, box, meter, workspace);
    return sweep;
}

static void sweepPair(const cdSweepInput *input, cdSweep *result, const cdChain *chain,
                      const cdChainCursor *at, cdMeter *meter, cdWorkspace *workspace) {
    PairSweep sweep = openPair(input, result, chain, meter, workspace);
    sweep.blank.linkA = at->a.link;
    sweep.blank.linkB = at->b.link;
    sweep.blank.shapeA = at->a.shape;
    sweep.blank.shapeB = at->b.shape;
    int32_t before = result->boxCount + result->neededBoxes;
    while (sweep.depth > 0 && meter->reason == CD_REASON_NONE)
        sweepCell(&sweep);
    while (sweep.depth > 0)
        leaveCell(&sweep, &sweep.stack[--sweep.depth]);
    result->pairCount++;
    result->freePairCount += result->boxCount + result->neededBoxes == before;
    result->tolerance = cdMax(result->tolerance, sweep.work.tolerance);
    result->searchCount += sweep.work.searchCount;
    cdAddQueryStats(&result->stats, &sweep.work.stats);
}

cdSweep cdSweepMechanism(const cdSweepInput *input, cdWorkspace *workspace) {
    cdSweep result = {.state = CD_UNDECIDED, .reason = CD_REASON_INPUT, .undecidedShare = 1.0};
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return result;
    result.reason = cdCheckSweep(input);
    if (result.reason != CD_REASON_NONE) return result;
    result = (cdSweep){.state = CD_FREE};
    cdMeter meter = cdOpenMeter(&input->budget);
    cdChain chain;
    for (cdChainCursor at = cdBeginChains(); cdFindNextChain(input, &at, &chain);)
        sweepPair(input, &result, &chain, &at, &meter, workspace);
    result.neededBoxes += result.boxCount;
    result.reason = meter.reason;
    result.stats.pairTests = meter.spent;
    return result;
}
