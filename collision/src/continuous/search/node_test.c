// Decides pairs of nodes: whether two volumes, one moving, may meet in the part of interest.
//
// (1) In floats, up to 4 x 4 pairs at a time (grid_rows.h): spheres by the chord of the path, slabs. (2)
// Pairs of labels that are done are skipped [RKC01 4.4]. (3) Spheres that the chord leaves undecided by the
// quartic of their distance [RKC01 4.2], slabs that are too close for floats in doubles. (4) Boxes of leaves,
// profiles about the screw's axis.
#include "continuous/profiles/axis_profile.h"
#include "continuous/search/node_trace.h"
#include "continuous/search/search_trace.h"
#include "continuous/search/sphere_quartic.h"
#include "foundation/numbers/bits.h"

// A pair of nodes by their indices.
typedef struct NodePair {
    int32_t a, b;
} NodePair;

static double sumRadii(const cdSearch *search, NodePair pair) {
    return cdGetNodeRadius(&search->a->tree, pair.a) + cdGetNodeRadius(&search->b->tree, pair.b) +
           cdGetNodeInflation(search);
}

static cdSphereQuartic makePairQuartic(const cdSearch *search, NodePair pair) {
    cdVec3 a = cdGetNodeCenter(&search->a->tree, pair.a), b = cdGetNodeCenter(&search->b->tree, pair.b);
    cdVec3 moving = cdAdd(cdMulMat3Vec3(&search->rotation, a), search->center);
    cdVec3 fixed = cdAdd(b, search->offsetB);
    return cdMakeSphereQuartic(search->screw, moving, fixed, sumRadii(search, pair));
}

static bool quarticApart(const cdSearch *search, NodePair pair) {
    cdSphereQuartic q = makePairQuartic(search, pair);
    return !cdSpheresMeet(&q, search->span.tau0, search->tauEnd);
}

// Stored normals are unit up to rounding, and turning them by a product of two rotations tilts them by a few
// rounding units more. The sine of two directions, by their cross product, is off by less than this.
static const double sineError = 32.0 * CD_EPSILON;

static double boundSine(cdVec3 a, cdVec3 b) {
    return cdLength(cdCross(a, b)) + sineError;
}

static bool isBeyond(double from, double to, double extent) {
    return from * to > 0.0 && cdMin(fabs(from), fabs(to)) > extent;
}

// The test of cdFindLanesBetweenSlabs in doubles. With floats alone, surfaces that slide along each other at
// a distance below the rounding of floats would be searched throughout.
static bool slabsApart(const cdSearch *search, NodePair pair) {
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, pair.a), b = cdGetNodeVolume(&search->b->tree, pair.b);
    cdMovedVertex center = cdMovePoint(search, a.center);
    cdVec3 d0 = cdSub(center.from, cdAdd(b.center, search->offsetB));
    cdVec3 end = cdMulAdd(d0, search->lambdaEnd, center.step);
    cdVec3 normal = cdMulMat3Vec3(&search->span.rotation0, a.normal), axis = search->screw->u;
    double c = fabs(cdDot(normal, b.normal)), s = boundSine(normal, b.normal);
    double turned = center.bulge * search->bulgeShare + search->turn * a.radius;
    double slackB = cdGetNodeInflation(search) + turned * boundSine(b.normal, axis);
    double slackA = cdGetNodeInflation(search) + turned * boundSine(normal, axis);
    return isBeyond(cdDot(b.normal, d0), cdDot(b.normal, end),
                    b.halfHeight + slackB + a.halfHeight * c + a.radius * s) ||
           isBeyond(cdDot(normal, d0), cdDot(normal, end),
                    a.halfHeight + slackA + b.halfHeight * c + b.radius * s);
}

// Masks of cells, by the test that decided them.
typedef struct Decisions {
    int cells, byBound, tested, byQuartic, bySlab, byBox, byAxis, byLabel; // tested: by the quartic
} Decisions;

static NodePair getPair(const cdNodeGrid *grid, int cell) {
    return (NodePair){grid->a->at.nodes[cell >> 2], grid->b->at.nodes[cell & 3]};
}

// Returns the cells whose pair passes a test.
static int findCells(const cdSearch *search, const cdNodeGrid *grid, int cells,
                     bool (*test)(const cdSearch *search, NodePair pair)) {
    int found = 0;
    for (; cells; cells &= cells - 1)
        if (test(search, getPair(grid, cdGetLowestBit(cells)))) found |= cells & -cells;
    return found;
}

static bool profilesApart(const cdSearch *search, NodePair pair) {
    return cdProfilesApart(search, pair.a, pair.b);
}

// A label that no other node has cannot come up again.
static bool labelsDone(const cdSearch *search, NodePair pair) {
    return cdHasPair(&search->memory.tables[CD_TABLE_LABELS], search->a->tree.links[pair.a].label,
                     search->b->tree.links[pair.b].label);
}

// Returns the cells of leaves that boxes separate.
static int findPartedBoxes(const cdSearch *search, const cdNodeGrid *grid, int cells) {
    int leaves = cells & grid->a->at.leafCells & grid->b->at.leafCells;
    if (!leaves) return 0;
    if (!grid->a->at.hasSides) cdPlaceSides(search, &search->a->tree, true, &grid->a->at);
    if (!grid->b->at.hasSides) cdPlaceSides(search, &search->b->tree, false, &grid->b->at);
    return search->tests->testBoxes(&search->part, grid, leaves);
}

// Returns the cells whose volumes within the spheres are separated. Boxes separate leaves that lie side by
// side along a surface; boxes of larger nodes separate few pairs that spheres and slabs do not.
static int findPartedVolumes(const cdSearch *search, const cdNodeGrid *grid, int cells,
                             const cdGridMasks *masks, Decisions *decided) {
    int close = cells & masks->close;
    decided->bySlab = cells & masks->parted;
    if (close) decided->bySlab |= findCells(search, grid, close, slabsApart);
    int parted = decided->bySlab;
    decided->byBox = findPartedBoxes(search, grid, cells & ~parted);
    parted |= decided->byBox;
    if (cdHasProfiles(search)) decided->byAxis = findCells(search, grid, cells & ~parted, profilesApart);
    return parted | decided->byAxis;
}

// --- Trace

static void traceQuartic(const cdSearch *search, NodePair pair, cdTraceEvent *event) {
    cdSphereQuartic q = makePairQuartic(search, pair);
    event->degree = 4;
    for (int k = 0; k < 5; k++)
        event->c[k] = q.c[k];
}

static cdTraceHow chooseHow(const Decisions *decided, int cell) {
    return cell & decided->bySlab   ? CD_HOW_SLAB
           : cell & decided->byBox  ? CD_HOW_BOX
           : cell & decided->byAxis ? CD_HOW_AXIS
           : cell & decided->tested ? CD_HOW_QUARTIC
                                    : CD_HOW_BOUND;
}

static void traceCell(const cdSearch *search, const cdNodeGrid *grid, const Decisions *decided, int k,
                      float nearnessSq) {
    int cell = 1 << k, parted = decided->bySlab | decided->byBox | decided->byAxis;
    int apart = cell & (decided->byBound | decided->byQuartic | parted);
    NodePair pair = getPair(grid, k);
    if (cell & decided->byLabel) {
        cdTracePair(search, CD_TRACE_LABEL_SKIP, CD_HOW_NONE, CD_NO_CONTACT, pair.a, pair.b);
        return;
    }
    cdTraceEvent *event = cdAddSearchEvent(search, apart ? CD_TRACE_NODES_DISJOINT : CD_TRACE_NODES_MEET);
    if (!event) return;
    event->a = pair.a;
    event->b = pair.b;
    event->how = chooseHow(decided, cell);
    if (cell & decided->tested) traceQuartic(search, pair, event);
    if (cell & parted) {
        cdTraceParting(search, event);
        return;
    }
    double unit = 1.0 / search->span.frame.scale;
    event->c[5] = sqrt((double)nearnessSq) * unit;
    event->c[6] = sumRadii(search, pair);
    event->c[7] = (double)grid->a->bulge[k >> 2] * search->bulgeShare * unit;
}

static void traceGrid(const cdSearch *search, const cdNodeGrid *grid, const Decisions *decided,
                      const float nearnessSq[16]) {
    for (int k = 0; k < 16; k++)
        if (decided->cells & 1 << k) traceCell(search, grid, decided, k, nearnessSq[k]);
}

// --- The whole test

// Skips pairs of labels that are done, which are no tests.
static int skipDoneLabels(cdSearch *search, const cdNodeGrid *grid, int cells) {
    int shared = cells & (grid->a->at.sharedCells | grid->b->at.sharedCells);
    if (!shared || (search->disabled & CD_DISABLE_LABELS)) return 0;
    int done = findCells(search, grid, shared, labelsDone);
    if (!done) return 0;
    int count = cdCountBits(done);
    search->stats.labelSkips += count;
    search->stats.sphereTests -= count;
    return done;
}

int cdFindMeetingNodes(cdSearch *search, const cdNodeGrid *grid, float nearnessSq[16]) {
    bool bound = !(search->disabled & CD_DISABLE_TRAJECTORY_BOUND);
    cdQueryStats *stats = &search->stats;
    cdGridMasks masks;
    search->tests->testNodes(&search->part, grid, &masks, nearnessSq);
    Decisions decided = {.cells = grid->cells, .byBound = bound ? masks.apart : 0};
    int near = grid->cells & ~decided.byBound;
    stats->sphereTests += masks.cellCount;
    stats->boundRejects += bound ? masks.apartCount : 0;
    decided.byLabel = skipDoneLabels(search, grid, near);
    near &= ~decided.byLabel;
    decided.tested = bound ? near & masks.undecided : near;
    if (decided.tested) {
        stats->quarticTests += cdCountBits(decided.tested);
        decided.byQuartic = findCells(search, grid, decided.tested, quarticApart);
        near &= ~decided.byQuartic;
    }
    if (near && !(search->disabled & CD_DISABLE_SLABS)) {
        int parted = findPartedVolumes(search, grid, near, &masks, &decided);
        if (parted) stats->slabRejects += cdCountBits(parted);
        near &= ~parted;
    }
    if (search->trace) traceGrid(search, grid, &decided, nearnessSq);
    return near;
}
