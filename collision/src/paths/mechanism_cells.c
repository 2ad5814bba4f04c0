// Cells of the sweep of a pair; see mechanism_cells.h.
//
// (1) A cell is free if the bounding spheres are too far from each other for the bound on the motion within
// the cell (mechanism_chain.c). It is a contact throughout if two triangles cross at its middle more deeply
// than that motion (mechanism_depth.c), or if vertices inside and outside are farther from the surface
// (mechanism_enclosed.c). (2) Otherwise the joint that moves the meshes most is moved over its range from
// both ends, the others at the middle of theirs. The search keeps the bound on the motion by the others in
// addition to the safety distance, so what it passes is free for all their values: one search decides a slab
// of the box, however long. With one joint the search is exact, and a contact at the middle is followed in
// both directions. (3) The rest between the two contacts is halved across the joint that moves most, down to
// the resolution. An end that stopped a search stops it again, so it is not searched again while the other
// joints' ranges stay. (4) A cell of the smallest size is certain if the meshes touch at its middle, or along
// a line through it.
#include "paths/mechanism_cells.h"

static const double SHORTEST_FOLLOWED = 16.0;  // range of a cell, in the smallest widths
static const double DEEPEST = 0.5;             // motion of an enclosed vertex that is tried, in radii
static const double NARROWEST_ENCLOSED = 16.0; // width of a cell, in the smallest ones, likewise
static const double SHORTEST_STEP = 4.0;       // of a followed contact, likewise
static const double defaultResolutions[CD_SWEEP_JOINT_MAX + 1] = {1.0, 0x1p-12, 0x1p-8, 0x1p-6};

typedef struct CellSweep {
    const cdSweepPair *pair;
    double distance; // that counts as contact
    cdChainWork work;
    cdSweptCell *result;
} CellSweep;

// --- Parts

static cdSweepCell *addPart(CellSweep *sweep, cdCellKind kind, const cdChainCell *range) {
    cdSweptCell *result = sweep->result;
    cdSweepCell *part = &result->parts[result->partCount++];
    *part = (cdSweepCell){.kind = kind, .range = *range};
    return part;
}

static void addCertain(CellSweep *sweep, const cdChainCell *range, const double *at) {
    cdSweepCell *part = addPart(sweep, CD_CELL_CERTAIN, range);
    for (int32_t k = 0; k < sweep->work.chain.count; k++)
        part->at[k] = at[k];
}

// Adds a part that is certain at its middle.
static void addMiddle(CellSweep *sweep, const cdChainCell *range) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(&sweep->work, range, values);
    addCertain(sweep, range, values);
}

static void addOpen(CellSweep *sweep, const cdChainCell *range, unsigned stopped) {
    cdSweepCell *part = addPart(sweep, CD_CELL_OPEN, range);
    part->stopped = stopped;
    part->hints = sweep->work.hints;
}

// --- (4)

// Returns the joint that moves the meshes most, `isDivisible`: among those that can be divided; -1: none.
static int32_t findLargest(const CellSweep *sweep, const cdChainCell *cell, bool isDivisible) {
    cdChainBound bound = cdBoundChain(&sweep->work.chain, cell);
    int32_t largest = -1;
    for (int32_t k = 0; k < sweep->work.chain.count; k++) {
        if (isDivisible && !(cell->hi[k] - cell->lo[k] > sweep->pair->least[k])) continue;
        if (largest < 0 || bound.own[k] > bound.own[largest]) largest = k;
    }
    return largest;
}

// Judges a cell of the smallest size.
static void judgeCell(CellSweep *sweep, const cdChainCell *cell) {
    double values[CD_SWEEP_JOINT_MAX];
    cdGetCellMiddle(&sweep->work, cell, values);
    cdState state = cdJudgeChain(&sweep->work, cell, sweep->distance);
    if (state == CD_FREE && sweep->work.chain.count == 0) return; // no joint moves the pair
    for (int32_t k = 0; k < sweep->work.chain.count && state != CD_OVERLAP; k++) {
        double middle = values[k];
        cdChainSearch line = cdTouchChain(&sweep->work, cell, k, sweep->distance);
        values[k] = line.state == CD_OVERLAP ? cell->lo[k] : line.touch;
        if (line.state == CD_OVERLAP || line.state == CD_CONTACT)
            state = CD_OVERLAP;
        else
            values[k] = middle;
    }
    if (state == CD_OVERLAP)
        addCertain(sweep, cell, values);
    else
        addPart(sweep, CD_CELL_UNDECIDED, cell);
}

// --- (2)

// Shortens the range of joint k to what the search from one end does not prove free. Returns true if nothing
// is left.
static bool shorten(CellSweep *sweep, cdSweepCell *cell, int32_t k, bool backwards, double distance) {
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
static double getWidth(const CellSweep *sweep, const cdChainCell *cell) {
    double width = 0.0;
    for (int32_t k = 0; k < sweep->work.chain.count; k++)
        width = cdMax(width, (cell->hi[k] - cell->lo[k]) / sweep->pair->least[k]);
    return width;
}

// True if the search for an enclosed vertex costs less than the division of the cell may.
static bool isWorthEnclosing(const CellSweep *sweep, const cdChainCell *cell, double moved) {
    const cdChain *chain = &sweep->work.chain;
    return chain->count > 1 && moved < DEEPEST * cdMin(chain->a->radius, chain->b->radius) &&
           getWidth(sweep, cell) >= NARROWEST_ENCLOSED;
}

// Returns true if the meshes touch throughout the cell. Then adds it to the parts. `touches`: receives true
// if they touch at its middle.
static bool isContactThroughout(CellSweep *sweep, const cdChainCell *cell, double moved, bool *touches) {
    double depth = 0.0, values[CD_SWEEP_JOINT_MAX];
    *touches = cdOverlapsInChain(&sweep->work, cell, sweep->distance, &depth);
    if (!*touches) return false;
    cdGetCellMiddle(&sweep->work, cell, values);
    if (!(depth > moved) && isWorthEnclosing(sweep, cell, moved))
        depth = cdFindEnclosedDepth(&sweep->work, values, moved);
    if (!(depth > moved)) return false;
    addCertain(sweep, cell, values);
    return true;
}

// Returns true if the cell is decided: free, or a contact throughout. Otherwise shortens it.
static bool isDecided(CellSweep *sweep, cdSweepCell *cell, bool *touches) {
    int32_t count = sweep->work.chain.count;
    *touches = false;
    if (count == 0) return false;
    cdChainBound bound = cdBoundChain(&sweep->work.chain, &cell->range);
    if (cdIsChainFar(&sweep->work, &cell->range, bound.all, sweep->distance)) return true;
    bool isEnclosed = count == 1 && cell->stopped == 3u;
    if ((count > 1 || isEnclosed) && isContactThroughout(sweep, &cell->range, bound.all, touches))
        return true;
    if (*touches || isEnclosed) return false;
    int32_t k = findLargest(sweep, &cell->range, false);
    bool isFree = shorten(sweep, cell, k, false, sweep->distance + bound.others[k]) ||
                  shorten(sweep, cell, k, true, sweep->distance + bound.others[k]);
    return isFree || (count == 1 && isContactThroughout(sweep, &cell->range, bound.all, touches));
}

// --- (3)

// `touches`: the meshes touch at the middle.
static void divideCell(CellSweep *sweep, const cdSweepCell *cell, int32_t k, bool touches) {
    cdChainCell lower = cell->range, upper = cell->range;
    lower.hi[k] = upper.lo[k] = cell->range.lo[k] + 0.5 * (cell->range.hi[k] - cell->range.lo[k]);
    bool isMiddleStop = touches && sweep->work.chain.count == 1;
    addOpen(sweep, &lower, (cell->stopped & (1u << (2 * k))) | (isMiddleStop ? 2u : 0u));
    addOpen(sweep, &upper, (cell->stopped & (2u << (2 * k))) | (isMiddleStop ? 1u : 0u));
}

// With one joint: follows the contact at the middle, and leaves the parts of the cell on both sides of it.
static bool splitAtContact(CellSweep *sweep, const cdSweepCell *cell) {
    double lo = cell->range.lo[0], hi = cell->range.hi[0], least = sweep->pair->least[0];
    if (sweep->work.chain.count != 1 || !(hi - lo > SHORTEST_FOLLOWED * least)) return false;
    cdInterval found =
        cdFollowContact(&sweep->work, lo + 0.5 * (hi - lo), (cdInterval){lo, hi}, SHORTEST_STEP * least);
    if (!(found.hi > found.lo)) return false;
    const cdChainCell before = {{lo}, {found.lo}}, within = {{found.lo}, {found.hi}},
                      after = {{found.hi}, {hi}};
    if (found.lo > lo) addOpen(sweep, &before, 2u | (cell->stopped & 1u));
    addMiddle(sweep, &within);
    if (hi > found.hi) addOpen(sweep, &after, 1u | (cell->stopped & 2u));
    return true;
}

// --- All

static void sweepCell(CellSweep *sweep, cdSweepCell *cell) {
    bool touches = false;
    if (cdSpend(sweep->work.meter, 1) && isDecided(sweep, cell, &touches)) return;
    int32_t k = findLargest(sweep, &cell->range, true);
    if (sweep->work.meter->reason != CD_REASON_NONE)
        addPart(sweep, CD_CELL_UNDECIDED, &cell->range);
    else if (k < 0)
        judgeCell(sweep, &cell->range);
    else if (!touches || !splitAtContact(sweep, cell))
        divideCell(sweep, cell, k, touches);
}

void cdSweepOneCell(const cdSweepInput *input, const cdSweepPair *pair, const cdSweepCell *cell,
                    cdMeter *meter, cdWorkspace *workspace, cdSweptCell *result) {
    int64_t before = meter->spent;
    cdSweepCell own = *cell;
    CellSweep sweep = {.pair = pair, .distance = input->safetyDistance, .result = result};
    sweep.work = cdOpenChainWork(&pair->chain, &pair->box, meter, workspace);
    sweep.work.hints = cell->hints;
    result->partCount = 0;
    sweepCell(&sweep, &own);
    result->reason = meter->reason;
    result->tolerance = sweep.work.tolerance;
    result->searchCount = sweep.work.searchCount;
    result->stats = sweep.work.stats;
    result->stats.pairTests = meter->spent - before;
}

cdSweepPair cdOpenSweepPair(const cdSweepInput *input, const cdChain *chain, const cdChainCursor *at) {
    cdSweepPair pair = {.chain = *chain, .at = *at};
    double resolution = input->resolution > 0.0 ? input->resolution : defaultResolutions[chain->count];
    for (int32_t k = 0; k < chain->count; k++) {
        const cdSweepJoint *joint = &input->joints[chain->joints[k].index];
        pair.box.lo[k] = joint->from;
        pair.box.hi[k] = joint->to;
        pair.least[k] = resolution * (joint->to - joint->from);
    }
    return pair;
}

cdSweepCell cdBeginSweepCell(const cdSweepPair *pair) {
    return (cdSweepCell){.kind = CD_CELL_OPEN, .range = pair->box, .hints = cdBeginChainHints()};
}
