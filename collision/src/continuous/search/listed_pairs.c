// Searches a span by a list of near triangles, without the trees.
//
// Input: a list of pairs that were near each other at some pose, a bound on how far A's points are from
// there. (1) Pairs with larger gaps cannot touch. (2) Of the others those that a plane separates are dropped,
// four at a time in floats (near_groups.h). (3) The rest goes to triangle_test.c.
#include "continuous/elements/triangle_test.h"
#include "continuous/search/near_groups.h"
#include "foundation/numbers/bits.h"

// --- (1)

void cdUseNearList(cdSearch *search, const cdNearList *list, cdPose start, cdPose target) {
    search->near = list;
    search->nearDrift = cdBoundDrift(list, start);
    search->nearWhole = INFINITY;
    if (search->motion.screwCount > 1) return;
    // Distances to a fixed point are largest at an end of a chord, and paths leave their chords by the bulge.
    const cdScrew *screw = &search->motion.screws[0];
    double bulge = 0.5 * sqrt(screw->k2) * cdBoundHalfVelocity(screw, search->a);
    search->nearWhole = cdMax(search->nearDrift, cdBoundDrift(list, target)) + bulge;
}

// Returns the limit beyond which pairs cannot touch in the part of interest.
static double getNearLimit(const cdSearch *search, double tau) {
    double drift = search->nearDrift + cdBoundPath(search->screw, search->a) * tau;
    return cdMin(drift, search->nearWhole) + search->inflation;
}

double cdGetListedUntil(const cdSearch *search) {
    if (search->near == NULL || search->screwIndex != 0 || search->disabled) return -1.0;
    if (search->nearWhole + search->inflation <= search->near->reach) return INFINITY;
    double left = search->near->reach - search->nearDrift - search->inflation;
    double path = cdBoundPath(search->screw, search->a);
    return path > 0.0 || left < 0.0 ? left / path : INFINITY;
}

// --- (2)

static cdMat3 mixMatrices(const cdMat3 *from, const cdMat3 *to, double share) {
    cdMat3 mixed;
    for (int i = 0; i < 3; i++)
        mixed.rows[i] = cdMulAdd(from->rows[i], share, cdSub(to->rows[i], from->rows[i]));
    return mixed;
}

// Chords over the part of interest. A point's bulge is bounded by that of the whole mesh.
static cdNearFrame makePathFrame(const cdSearch *search) {
    const cdSpan *span = &search->span;
    double share = search->lambdaEnd;
    double bulge = span->bulgeScale * cdBoundHalfVelocity(search->screw, search->a) * search->bulgeShare;
    cdVec3 from = cdSub(span->center0, search->offsetB), to = cdSub(span->center1, search->offsetB);
    cdNearPath path = {.rotations = {span->rotation0, mixMatrices(&span->rotation0, &span->rotation1, share)},
                       .positions = {from, cdMulAdd(from, share, cdSub(to, from))},
                       .slack = bulge + search->inflation};
    return cdMakeNearFrame(search->near, &path);
}

// --- (3)

// The pairs that are tested one by one, and the last moving triangle of them.
typedef struct ListedPairs {
    cdNearFrame path;
    int32_t reach; // of the search, when the path was made
    int32_t made;  // -1: none
    cdMovingTriangle a;
} ListedPairs;

static void testPair(cdSearch *search, const cdNearPair *pair, ListedPairs *work) {
    const cdMesh *a = search->a, *b = search->b;
    if (work->made != pair->a)
        cdMakeMovingTriangle(search, pair->a, a->ownedElements[pair->a] | CD_ENTRY_FACE,
                             cdGetTriangleNormal(a, pair->a), &work->a);
    work->made = pair->a;
    cdFixedTriangle fixed;
    cdMakeFixedTriangle(search, pair->b, b->ownedElements[pair->b] | CD_ENTRY_FACE,
                        cdGetTriangleNormal(b, pair->b), &fixed);
    cdTestTriangles(search, &work->a, &fixed);
}

// Returns the lanes that no plane separates.
static int findOpenPairs(cdSearch *search, const cdNearGroup *group, int lanes, ListedPairs *work) {
    if (work->reach != search->reach) work->path = makePathFrame(search);
    work->reach = search->reach;
    int parted = lanes & cdFindPartedPairs(&work->path, group), partedCount = cdCountBits(parted);
    search->stats.facePairTests += partedCount;
    search->stats.facePairRejects += partedCount;
    return lanes & ~parted;
}

// Tests up to four pairs.
static void testGroup(cdSearch *search, int32_t first, int32_t count, double limit, ListedPairs *work) {
    const cdNearList *list = search->near;
    int open = 0;
    for (int lane = 0; lane < count; lane++)
        if (!(list->pairs[first + lane].gap > limit)) open |= 1 << lane;
    if (!open || !cdSpendTests(search, cdCountBits(open))) return;
    if (first < cdCountGroupedPairs(list)) open = findOpenPairs(search, &list->groups[first / 4], open, work);
    for (; open && !search->exhausted; open &= open - 1)
        testPair(search, &list->pairs[first + cdGetLowestBit(open)], work);
}

void cdSearchNearList(cdSearch *search) {
    const cdNearList *list = search->near;
    ListedPairs work;
    work.reach = work.made = -1;
    for (int32_t i = 0; i < list->count && !cdIsSearchDone(search); i += 4) {
        double limit = getNearLimit(search, search->tauEnd);
        if (i >= cdCountNearPairs(list, limit)) return;
        testGroup(search, i, list->count - i < 4 ? list->count - i : 4, limit, &work);
    }
}
