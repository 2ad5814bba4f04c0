// Fills lists of near triangles; see near_search.h.
//
// Input: two meshes at one pose, a reach. Output: every pair of triangles with a smaller distance, and some
// others that are not farther apart in any of eight directions. (1) The search for overlap [RKC01 3] with
// bounds inflated by the reach: its tests of nodes and of triangles by planes leave the pairs that may be
// near. (2) The gap of such a pair is the largest by which a plane separates it: that of either triangle, or
// one across it through an edge. Any direction gives a lower bound on the distance. (3) If the list was
// shortened the bounds shrink with its reach. (4) A query for first contact visits leaves in the same way,
// for all poses of a part of its step. If its bounds are inflated by the reach, too, the leaves that it
// visits include those near each other where it ends, and the trees need no second descent for the list
// there.
#include "continuous/search/near_search.h"
#include "continuous/first_contact.h"
#include "continuous/search/near_groups.h"
#include "continuous/search/triangle_floats.h"
#include "foundation/numbers/bits.h"
#include "foundation/numbers/rounding.h"

// --- (2)

static cdFloats3 spreadLane(const float v[3][4], int lane) {
    return (cdFloats3){cdSpreadFloat(v[0][lane]), cdSpreadFloat(v[1][lane]), cdSpreadFloat(v[2][lane])};
}

static void findHeights(cdFloats3 direction, const cdFloats3 corners[3], cdFloats *lowest,
                        cdFloats *highest) {
    cdFloats h0 = cdDotFloats3(direction, corners[0]), h1 = cdDotFloats3(direction, corners[1]),
             h2 = cdDotFloats3(direction, corners[2]);
    *lowest = cdMinFloats(h0, cdMinFloats(h1, h2));
    *highest = cdMaxFloats(h0, cdMaxFloats(h1, h2));
}

static cdFloats findPlaneGap(cdFloats lower, cdFloats upper, cdFloats lowest, cdFloats highest) {
    return cdMaxFloats(cdSubFloats(lowest, upper), cdSubFloats(lower, highest));
}

// Finds the gaps of one of A's triangles with four of B's, at the span's start. They may be off by
// CD_TRIANGLE_ROUNDING, like the heights that triangle_rows.h compares.
static void findGaps(const cdMovedTriangles *a, int lane, const cdFixedTriangles *b, float gaps[4]) {
    cdFloats3 cornersA[3], cornersB[3];
    for (int k = 0; k < 3; k++) {
        cornersA[k] = spreadLane(a->corners[k], lane);
        cornersB[k] = cdLoadTriple(b->corners[k]);
    }
    cdFloats lowest, highest;
    findHeights(cdLoadTriple(b->normal), cornersA, &lowest, &highest);
    cdFloats gap = findPlaneGap(cdLoadFloats(b->lower), cdLoadFloats(b->upper), lowest, highest);
    findHeights(spreadLane(a->normal, lane), cornersB, &lowest, &highest);
    cdFloats lower = cdSpreadFloat(a->lower[lane]), upper = cdSpreadFloat(a->upper[lane]);
    gap = cdMaxFloats(gap, findPlaneGap(lower, upper, lowest, highest));
    for (int k = 0; k < 3; k++) {
        findHeights(cdLoadTriple(b->sides[k]), cornersA, &lowest, &highest); // outwards
        gap = cdMaxFloats(gap, cdSubFloats(lowest, cdLoadFloats(b->tops[k])));
        findHeights(spreadLane(a->sides[k], lane), cornersB, &lowest, &highest); // inwards
        gap = cdMaxFloats(gap, cdSubFloats(cdSpreadFloat(a->bottoms[k][lane]), highest));
    }
    cdStoreFloats(gaps, gap);
}

// --- (3)

void cdListNearCells(cdSearch *search, const cdMovedTriangles *a, const cdFixedTriangles *b, int cells) {
    const cdSpanFrame *frame = &search->span.frame;
    const cdLeafEntry *entriesA = search->a->tree.entries + a->firstEntry,
                      *entriesB = search->b->tree.entries + b->firstEntry;
    cdNearList *list = search->listed;
    double unit = 1.0 / frame->scale, rounding = CD_TRIANGLE_ROUNDING * frame->size;
    cdPartFloats part = search->part;
    part.triangleSlack = part.nearSlack;
    float gaps[4];
    cdTriangleMasks masks;
    int row = -1;
    for (cells = search->tests->testTriangles(&part, a, b, cells, &masks); cells; cells &= cells - 1) {
        int cell = cdGetLowestBit(cells);
        if (row != cell >> 2) findGaps(a, cell >> 2, b, gaps);
        row = cell >> 2;
        cdNearPair pair = {entriesA[row].triangle, entriesB[cell & 3].triangle,
                           ((double)gaps[cell & 3] - rounding) * unit};
        if (cdAddNearPair(list, pair)) continue;
        search->exhausted = true;
        return;
    }
    if (!(list->reach < search->nearReach)) return;
    search->nearReach = list->reach;
    cdUpdateReach(search);
}

// --- (1)

static bool openPose(cdSearch *search, cdNearList *list, cdPose poseB, cdMeter *meter,
                     cdWorkspace *workspace) {
    const cdFirstContactInput still = {
        .meshA = list->a, .meshB = list->b, .startA = list->pose, .targetA = list->pose, .startB = poseB};
    if (!cdOpenStep(search, &still, workspace)) return false;
    search->meter = meter;
    search->overlapOnly = true;
    search->listed = list;
    search->nearReach = list->reach;
    cdEnterScrew(search, 0);
    cdEnterSpan(search, 0.0, 0.0);
    return true;
}

static void finishList(cdNearList *list, const cdNearRoom *room) {
    cdSortNearList(list, room);
    cdGroupNearPairs(list);
}

bool cdFillNearList(cdNearList *list, const cdNearRoom *room, cdPose poseB, cdMeter *meter,
                    cdWorkspace *workspace) {
    cdSearch search;
    if (!openPose(&search, list, poseB, meter, workspace)) return false;
    cdSearchSpan(&search);
    if (search.exhausted) return false;
    finishList(list, room);
    return true;
}

// --- (4)

void cdStartNearRecord(cdSearch *search) {
    cdNearRecord *record = search->record;
    bool isLast = search->tauEnd >= 1.0 && search->screwIndex + 1 == search->motion.screwCount;
    record->count = 0;
    record->isNew = true;
    record->times.lo = cdGetSearchTime(search, search->screwIndex, search->span.tau0);
    record->times.hi = isLast ? 1.0 : cdGetSearchTime(search, search->screwIndex, search->tauEnd);
    record->scale = search->span.frame.scale;
}

void cdRecordLeaves(cdSearch *search, const cdNodePair *leaves) {
    cdNearRecord *record = search->record;
    if (record->count++ >= record->capacity) return;
    record->leaves[record->count - 1] =
        (cdNearLeaves){leaves->a->at.nodes[leaves->laneA], leaves->b->at.nodes[leaves->laneB],
                       leaves->b->triangles[leaves->laneB]};
}

bool cdIsRecordValid(const cdNearRecord *record, const cdWorkspace *workspace) {
    uint32_t held = workspace->items[CD_ITEMS_FIXED_TRIANGLES].generation;
    return record->times.lo <= record->times.hi && (record->count == 0 || record->generation == held);
}

// True if the spheres or slabs of two leaves keep them farther apart than the reach at the list's pose.
// Leaves with a shared label stand for others, too, which have other pieces of the same triangles.
static bool areLeavesFar(const cdSearch *search, const cdNearLeaves *leaves) {
    if (search->a->tree.links[leaves->a].labelShared || search->b->tree.links[leaves->b].labelShared)
        return false;
    cdNodeVolume a = cdGetNodeVolume(&search->a->tree, leaves->a),
                 b = cdGetNodeVolume(&search->b->tree, leaves->b);
    const cdMat3 *rotation = &search->span.rotation0;
    cdVec3 center = cdAdd(cdMulMat3Vec3(rotation, a.center), search->span.center0);
    cdVec3 between = cdSub(cdSub(center, search->offsetB), b.center),
           normal = cdMulMat3Vec3(rotation, a.normal);
    double inflation = cdGetNodeInflation(search), reach = a.radius + b.radius + inflation;
    if (cdLengthSq(between) > reach * reach) return true;
    double c = fabs(cdDot(normal, b.normal)), s = cdLength(cdCross(normal, b.normal)) + 32.0 * CD_EPSILON;
    return fabs(cdDot(b.normal, between)) > b.halfHeight + a.halfHeight * c + a.radius * s + inflation ||
           fabs(cdDot(normal, between)) > a.halfHeight + b.halfHeight * c + b.radius * s + inflation;
}

static void listLeaves(cdSearch *search, const cdMovedTriangles *a, const cdFixedTriangles *first) {
    for (; a != NULL; a = a->next)
        for (const cdFixedTriangles *b = first; b != NULL && !search->exhausted; b = b->next) {
            int cells = ((1 << 4 * a->count) - 1) & ((1 << b->count) - 1) * 0x1111;
            if (cdSpendTests(search, cdCountBits(cells))) cdListNearCells(search, a, b, cells);
        }
}

enum { PLACED_LEAVES = 64 };

bool cdFillNearListBy(cdNearList *list, cdNearRecord *record, const cdNearRoom *room, cdPose poseB,
                      cdMeter *meter, cdWorkspace *workspace) {
    cdSearch search;
    int32_t nodes[PLACED_LEAVES] = {0};
    const cdMovedTriangles *placed[PLACED_LEAVES] = {NULL};
    if (!openPose(&search, list, poseB, meter, workspace)) return false;
    if (search.span.frame.scale != record->scale) return cdFillNearList(list, room, poseB, meter, workspace);
    for (int32_t i = 0; i < record->count && !search.exhausted; i++) {
        const cdNearLeaves *leaves = &record->leaves[i];
        int slot = leaves->a % PLACED_LEAVES;
        if (areLeavesFar(&search, leaves)) continue;
        if (placed[slot] == NULL || nodes[slot] != leaves->a) {
            const cdNodeLinks *links = &search.a->tree.links[leaves->a];
            placed[slot] = cdPlaceMovedTriangles(&search, links->firstEntry, links->entryCount);
            nodes[slot] = leaves->a;
        }
        if (placed[slot] == NULL) return cdFailSearch(&search);
        listLeaves(&search, placed[slot], leaves->triangles);
    }
    if (search.exhausted) return false;
    finishList(list, room);
    return true;
}
