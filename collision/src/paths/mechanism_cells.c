// Cells of the sweep of a pair; see mechanism_cells.h.
//
// (1) A cell is free if the bounding spheres are too far from each other for the bound on the motion within
// the cell (mechanism_chain.c). It is a contact throughout if two triangles cross at its middle more deeply
// than that motion (mechanism_depth.c), or if vertices inside and outside are farther from the surface
// (mechanism_enclosed.c). Where such vertices are too shallow they are tried again in much smaller parts.
// (2) With one joint, its whole range is searched from both ends, which is exact, and a contact at the middle
// is followed in both directions. (3) With several joints, a test at the middle shows that the meshes are
// farther from each other than the motion: the cell is free. Or that they are farther than the motion by the
// other joints and by half of that of the joint that moves them most: half of its range is free. The test
// needs no exact distance. (4) Where one joint moves the meshes much farther than the others, and in cells of
// the smallest size, it is moved over its range from both ends, the others at the middle of theirs. The
// search keeps the bound on the motion by the others in addition to the safety distance, so what it passes is
// free for all their values: one search decides a slab of the box, however long. (5) The rest is halved
// across the joint that moves most, down to the resolution. An end that stopped a search stops it again, so
// it is not searched again while the other joints' ranges stay. (6) A cell of the smallest size is certain if
// the meshes touch at its middle, or along a line through it.
#include "paths/mechanism_cells.h"

static const double SHORTEST_FOLLOWED = 16.0;  // range of a cell, in the smallest widths
static const double SHORTEST_STEP = 4.0;       // of a followed contact, likewise
static const double NARROWEST_ENCLOSED = 16.0; // width of a cell in which a vertex is tried, likewise
static const double DEEPEST = 0.5;             // motion of an enclosed vertex that is tried, in radii
static const double NEXT_ENCLOSED = 0.5;       // the same in a part of the cell, in motions of the cell
static const double LONGEST = 8.0;             // motion by one joint, in motions by the others
static const double FREE_SHARE = 0.5;          // part of a range that is tested
static const double SLACK = 1e-9;              // covers rounding of a bound
static const double defaultResolutions[CD_SWEEP_JOINT_MAX + 1] = {1.0, 0x1p-12, 0x1p-8, 0x1p-6};

typedef struct CellSweep {
    const cdSweepPair *pair;
    double distance; // that counts as contact
    cdChainWork work;
    double shallow; // of the cell
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
    part->shallow = sweep->shallow;
}

// Instead of all parts, leaves the cell undecided.
static void leaveUndecided(CellSweep *sweep, const cdSweepCell *cell) {
    sweep->result->partCount = 0;
    addPart(sweep, CD_CELL_UNDECIDED, &cell->range);
}

// --- Motions

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

// Returns the largest width of a cell, in the smallest ones.
static double getWidth(const CellSweep *sweep, const cdChainCell *cell) {
    double width = 0.0;
    for (int32_t k = 0; k < sweep->work.chain.count; k++)
        width = cdMax(width, (cell->hi[k] - cell->lo[k]) / sweep->pair->least[k]);
    return width;
}

// --- (1)

// True if the search for an enclosed vertex costs less than the division of the cell may.
static bool isWorthEnclosing(const CellSweep *sweep, const cdChainCell *cell, double moved) {
    const cdChain *chain = &sweep->work.chain;
    if (chain->count < 2 || !(moved < DEEPEST * cdMin(chain->a->radius, chain->b->radius))) return false;
    if (sweep->shallow > 0.0 && !(moved <= NEXT_ENCLOSED * sweep->shallow)) return false;
    return getWidth(sweep, cell) >= NARROWEST_ENCLOSED;
}

// Returns true if the meshes touch throughout the cell. Then adds it to the parts. `touches`: receives true
// if they touch at its middle.
static bool isContactThroughout(CellSweep *sweep, const cdChainCell *cell, double moved, bool *touches) {
    double depth = 0.0, values[CD_SWEEP_JOINT_MAX];
    *touches = cdOverlapsInChain(&sweep->work, cell, sweep->distance, &depth);
    if (!*touches) return false;
    cdGetCellMiddle(&sweep->work, cell, values);
    if (!(depth > moved) && isWorthEnclosing(sweep, cell, moved)) {
        depth = cdFindEnclosedDepth(&sweep->work, values, moved);
        sweep->shallow = moved;
    }
    if (!(depth > moved)) return false;
    addCertain(sweep, cell, values);
    return true;
}

// --- (2), (4)

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

// Searches along joint k from both ends.
static bool shortenBoth(CellSweep *sweep, cdSweepCell *cell, int32_t k, double others) {
    return shorten(sweep, cell, k, false, sweep->distance + others) ||
           shorten(sweep, cell, k, true, sweep->distance + others);
}

// --- (3)

// True if the meshes are farther than `moved` from contact at the middle of the cell.
static bool isFarther(CellSweep *sweep, const cdChainCell *cell, double moved) {
    return cdIsChainFarther(&sweep->work, cell, sweep->distance + (1.0 + SLACK) * moved);
}

// Finds a part about the middle of joint k's range that is free for all values of the others.
static bool findGap(CellSweep *sweep, const cdChainCell *cell, int32_t k, double others, cdInterval *gap) {
    double half = 0.5 * FREE_SHARE * (cell->hi[k] - cell->lo[k]), middle = 0.5 * (cell->lo[k] + cell->hi[k]);
    cdChainCell part = *cell;
    part.lo[k] = middle - half;
    part.hi[k] = middle + half;
    *gap = (cdInterval){part.lo[k], part.hi[k]};
    return isFarther(sweep, cell, cdMax(cdBoundChain(&sweep->work.chain, &part).all, others));
}

// Leaves the parts on both sides of a gap in joint k's range.
static void splitAtGap(CellSweep *sweep, const cdSweepCell *cell, int32_t k, cdInterval gap) {
    cdChainCell lower = cell->range, upper = cell->range;
    lower.hi[k] = gap.lo;
    upper.lo[k] = gap.hi;
    addOpen(sweep, &lower, cell->stopped & (1u << (2 * k)));
    addOpen(sweep, &upper, cell->stopped & (2u << (2 * k)));
}

// --- (5)

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
    if (!(hi - lo > SHORTEST_FOLLOWED * least)) return false;
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

// --- (6)

// Returns true if the meshes touch on a line through the middle of the cell along a joint, at `values`.
static bool touchesOnLine(CellSweep *sweep, const cdChainCell *cell, double *values) {
    cdGetCellMiddle(&sweep->work, cell, values);
    for (int32_t k = 0; k < sweep->work.chain.count; k++) {
        double middle = values[k];
        cdChainSearch line = cdTouchChain(&sweep->work, cell, k, sweep->distance);
        values[k] = line.state == CD_OVERLAP ? cell->lo[k] : line.touch;
        if (line.state == CD_OVERLAP || line.state == CD_CONTACT) return true;
        values[k] = middle;
    }
    return false;
}

// Adds a cell of the smallest size, or what a search of it leaves.
static void judgeCell(CellSweep *sweep, cdSweepCell *cell, bool touches) {
    double values[CD_SWEEP_JOINT_MAX];
    int32_t k = findLargest(sweep, &cell->range, false);
    if (touches)
        addMiddle(sweep, &cell->range);
    else if (touchesOnLine(sweep, &cell->range, values))
        addCertain(sweep, &cell->range, values);
    else if (!shortenBoth(sweep, cell, k, cdBoundChain(&sweep->work.chain, &cell->range).others[k]))
        addPart(sweep, CD_CELL_UNDECIDED, &cell->range);
}

// --- All

// A pair that no joint moves.
static void judgeStill(CellSweep *sweep, const cdChainCell *cell) {
    cdState state = cdJudgeChain(&sweep->work, cell, sweep->distance);
    if (state != CD_FREE) addPart(sweep, state == CD_OVERLAP ? CD_CELL_CERTAIN : CD_CELL_UNDECIDED, cell);
}

// A pair that one joint moves.
static void sweepOneJoint(CellSweep *sweep, cdSweepCell *cell, double moved) {
    bool touches = false, isEnclosed = cell->stopped == 3u;
    if (!isEnclosed && shortenBoth(sweep, cell, 0, 0.0)) return;
    if (isContactThroughout(sweep, &cell->range, moved, &touches)) return;
    if (!(cell->range.hi[0] - cell->range.lo[0] > sweep->pair->least[0]))
        judgeCell(sweep, cell, touches);
    else if (!touches || !splitAtContact(sweep, cell))
        divideCell(sweep, cell, 0, touches);
}

// True if one search may decide much of the cell: joint k alone moves the meshes far, or the cell is the
// whole box.
static bool isWorthSearching(const CellSweep *sweep, const cdSweepCell *cell, int32_t k,
                             const cdChainBound *bound) {
    if (bound->own[k] > LONGEST * bound->others[k]) return true;
    const cdChainCell *box = &sweep->pair->box;
    bool isWhole = true;
    for (int32_t i = 0; i < sweep->work.chain.count; i++)
        isWhole = isWhole && cell->range.lo[i] == box->lo[i] && cell->range.hi[i] == box->hi[i];
    return isWhole;
}

// A pair that several joints move.
static void sweepJoints(CellSweep *sweep, cdSweepCell *cell, const cdChainBound *bound) {
    bool touches;
    cdInterval gap;
    if (isContactThroughout(sweep, &cell->range, bound->all, &touches)) return;
    if (!touches && isFarther(sweep, &cell->range, bound->all)) return;
    int32_t k = findLargest(sweep, &cell->range, true);
    if (k < 0) {
        judgeCell(sweep, cell, touches);
        return;
    }
    double others = bound->others[k];
    bool isLong = isWorthSearching(sweep, cell, k, bound);
    if (!touches && isLong && isFarther(sweep, &cell->range, others) && shortenBoth(sweep, cell, k, others))
        return;
    if (!touches && !isLong && findGap(sweep, &cell->range, k, others, &gap))
        splitAtGap(sweep, cell, k, gap);
    else
        divideCell(sweep, cell, k, touches);
}

static void sweepCell(CellSweep *sweep, cdSweepCell *cell) {
    const cdChain *chain = &sweep->work.chain;
    cdSpend(sweep->work.meter, 1);
    cdChainBound bound = cdBoundChain(chain, &cell->range);
    if (chain->count > 0 && cdIsChainFar(&sweep->work, &cell->range, bound.all, sweep->distance)) return;
    if (chain->count == 0)
        judgeStill(sweep, &cell->range);
    else if (chain->count == 1)
        sweepOneJoint(sweep, cell, bound.all);
    else
        sweepJoints(sweep, cell, &bound);
}

void cdSweepOneCell(const cdSweepPair *pair, const cdSweepCell *cell, cdMeter *meter, cdWorkspace *workspace,
                    cdSweptCell *result) {
    int64_t before = meter->spent;
    cdSweepCell own = *cell;
    CellSweep sweep = {.pair = pair, .distance = pair->distance, .result = result};
    sweep.work = cdOpenChainWork(&pair->chain, &pair->box, meter, workspace);
    sweep.work.hints = cell->hints;
    sweep.shallow = cell->shallow;
    result->partCount = 0;
    sweepCell(&sweep, &own);
    result->reason = meter->reason;
    if (meter->reason != CD_REASON_NONE) leaveUndecided(&sweep, cell);
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
    pair.distance = cdGetLinkDistance(input->mechanism, at->a.link, at->b.link, input->safetyDistance);
    return pair;
}

cdSweepCell cdBeginSweepCell(const cdSweepPair *pair) {
    return (cdSweepCell){.kind = CD_CELL_OPEN, .range = pair->box, .hints = cdBeginChainHints()};
}
