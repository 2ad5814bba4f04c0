// Descends two sphere trees at once [RKC01 3]. Pairs of nodes that may meet are opened at both nodes or at a
// much larger one, two levels at once (node_four.h), nearer pairs first, so that a first contact is found
// early and shortens the rest of the search [RKC01 4.3]. Pairs of labels that are done are skipped
// [RKC01 4.4]. For pairs of leaves the elements are tested.
#include "continuous/profiles/axis_profile.h"
#include "continuous/search/near_search.h"
#include "continuous/search/search_trace.h"
#include "foundation/memory/prefetch.h"
#include "foundation/numbers/bits.h"

static void testLeafPair(cdSearch *search, const cdNodePair *pair) {
    search->metLeaves = search->leafless;
    if (search->leafless) return;
    int32_t leafA = pair->a->at.nodes[pair->laneA], leafB = pair->b->at.nodes[pair->laneB];
    const cdNodeLinks *a = &search->a->tree.links[leafA], *b = &search->b->tree.links[leafB];
    cdPairTable *table = &search->memory.tables[CD_TABLE_LABELS];
    // Pairs of the same labels may have been put on the stack before one of them was done.
    bool mayBeDone = !(search->disabled & CD_DISABLE_LABELS) && (a->labelShared || b->labelShared);
    if (mayBeDone && cdHasPair(table, a->label, b->label)) {
        search->stats.labelSkips++;
        if (search->trace) cdTracePair(search, CD_TRACE_LABEL_SKIP, CD_HOW_NONE, CD_NO_CONTACT, leafA, leafB);
        return;
    }
    cdTestLeaves(search, pair);
    if (mayBeDone) cdAddPair(table, a->label, b->label);
}

static int getCell(const cdNodePair *pair) {
    return 1 << (4 * pair->laneA + pair->laneB);
}

static bool mayMeet(cdSearch *search, const cdNodePair *pair) {
    cdNodeGrid alone = {pair->a, pair->b, getCell(pair)};
    float nearness[16];
    return cdFindMeetingNodes(search, &alone, nearness) != 0;
}

// Requests what opening a node will read: its children and theirs, which are neighbours.
static void prefetchBelow(const cdSphereTree *tree, int32_t child) {
    if (child < 0) return;
    const cdTwinVolumes *twins = &tree->twins[cdGetTwinsOf(child)];
    cdPrefetch(&twins[1]);
    cdPrefetch(&twins[2]);
    cdPrefetch(&tree->links[child]);
    cdPrefetch(&tree->links[child + 4]);
}

// Puts the pairs of a grid that may meet on the stack, the nearest on top.
static int32_t pushMeeting(cdSearch *search, const cdNodeGrid *grid, cdNodePair *stack, int32_t height) {
    float nearness[16], sorted[16];
    int meeting = cdFindMeetingNodes(search, grid, nearness);
    int32_t bottom = height;
    for (; meeting; meeting &= meeting - 1) {
        int cell = cdGetLowestBit(meeting);
        int32_t at = height++;
        for (; at > bottom && sorted[at - bottom - 1] <= nearness[cell]; at--) {
            stack[at] = stack[at - 1];
            sorted[at - bottom] = sorted[at - bottom - 1];
        }
        stack[at] = (cdNodePair){grid->a, grid->b, (int16_t)(cell >> 2), (int16_t)(cell & 3), search->reach};
        sorted[at - bottom] = nearness[cell];
        prefetchBelow(&search->a->tree, grid->a->at.children[cell >> 2]);
        prefetchBelow(&search->b->tree, grid->b->at.children[cell & 3]);
    }
    return height;
}

// Opens the nodes of a pair, of which not both are leaves, or the one that is much larger. False: no memory.
static bool openGrid(cdSearch *search, const cdNodePair *pair, cdNodeGrid *grid) {
    static const float muchLarger = 1.5f;
    bool opensA = !(pair->a->at.leafCells & getCell(pair)), opensB = !(pair->b->at.leafCells & getCell(pair));
    float radiusA = pair->a->at.radius[pair->laneA], radiusB = pair->b->at.radius[pair->laneB];
    if (radiusA + radiusB < search->leastOpened) search->leastOpened = radiusA + radiusB;
    if (opensA && opensB) {
        opensA = muchLarger * radiusA >= radiusB;
        opensB = muchLarger * radiusB >= radiusA;
    }
    int cellsA = cdGetCellsOfA(pair->laneA), cellsB = cdGetCellsOfB(pair->laneB);
    grid->a = pair->a;
    grid->b = pair->b;
    if (opensA) {
        cdMovedFour **below = &pair->a->below[pair->laneA];
        if (*below == NULL) *below = cdPlaceMovedFour(search, pair->a->at.nodes[pair->laneA]);
        if (*below == NULL) return cdFailSearch(search);
        grid->a = *below;
        cellsA = grid->a->at.cells;
    }
    if (opensB) {
        cdFixedFour **below = &pair->b->below[pair->laneB];
        if (*below == NULL) *below = cdPlaceFixedFour(search, pair->b->at.nodes[pair->laneB]);
        if (*below == NULL) return cdFailSearch(search);
        if ((*below)->stamp != search->memory.places->stamp) cdTurnFixedFour(search, *below);
        grid->b = *below;
        cellsB = grid->b->at.cells;
    }
    grid->cells = cellsA & cellsB;
    return true;
}

// --- Down the trees

// Puts the pair of roots on the stack if they may meet. Returns the height.
static int32_t pushRoots(cdSearch *search, cdNodePair *stack) {
    cdNodeGrid roots = {.a = cdPlaceMovedFour(search, CD_ROOT_FOUR), .b = cdPlaceFixedRoot(search)};
    if (roots.a == NULL || roots.b == NULL) return cdFailSearch(search) ? 1 : 0;
    roots.cells = roots.a->at.cells & roots.b->at.cells;
    return pushMeeting(search, &roots, stack, 0);
}

static void searchTrees(cdSearch *search) {
    cdNodePair *stack = search->memory.stack;
    int64_t profileWork = cdGetProfileWork(search);
    int32_t height = pushRoots(search, stack);
    while (height > 0 && !cdIsSearchDone(search)) {
        cdNodePair pair = stack[--height];
        if (!cdSpendTest(search)) return;
        if (cdGetSearchWork(search) > profileWork) {
            cdTryProfiles(search);
            profileWork = INT64_MAX;
            if (search->exhausted) return;
        }
        // A contact found since this pair was put on the stack may rule it out.
        if (pair.reach != search->reach && !mayMeet(search, &pair)) continue;
        cdNodeGrid grid;
        if (pair.a->at.leafCells & pair.b->at.leafCells & getCell(&pair))
            testLeafPair(search, &pair);
        else if (openGrid(search, &pair, &grid))
            height = pushMeeting(search, &grid, stack, height);
    }
}

void cdSearchSpan(cdSearch *search) {
    if (search->disabled & CD_DISABLE_TREE) {
        cdTestAllElements(search);
    } else if (search->tauEnd <= cdGetListedUntil(search)) {
        cdSearchNearList(search);
        search->leastOpened = 0.0f; // unknown
    } else {
        if (search->record) cdStartNearRecord(search);
        searchTrees(search);
    }
}
