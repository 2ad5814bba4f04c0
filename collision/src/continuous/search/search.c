// Descends two sphere trees at once [RKC01 3]. Pairs of nodes that may meet are opened at both nodes or at a
// much larger one, nearer children first, so that a first contact is found early and shortens the rest of the
// search [RKC01 4.3]. Pairs of labels that are done are skipped [RKC01 4.4]. For pairs of leaves the elements
// are tested.
#include "continuous/profiles/axis_profile.h"
#include "continuous/search/search_trace.h"

static void testLeafPair(cdSearch *search, cdNodePair pair) {
    const cdNodeLinks *a = &search->a->tree.links[pair.a], *b = &search->b->tree.links[pair.b];
    cdPairTable *table = &search->memory.tables[CD_TABLE_LABELS];
    // Pairs of the same labels may have been put on the stack before one of them was done.
    bool mayBeDone = !(search->disabled & CD_DISABLE_LABELS) && (a->labelShared || b->labelShared);
    if (mayBeDone && cdHasPair(table, a->label, b->label)) {
        search->stats.labelSkips++;
        if (search->trace)
            cdTracePair(search, CD_TRACE_LABEL_SKIP, CD_HOW_NONE, CD_NO_CONTACT, pair.a, pair.b);
        return;
    }
    cdTestLeaves(search, pair.a, pair.b);
    if (mayBeDone) cdAddPair(table, a->label, b->label);
}

// Puts the pairs of children that may meet on the stack, the nearest on top.
static int32_t openPair(cdSearch *search, cdNodePair pair, cdNodePair *stack, int32_t height) {
    const cdSphereTree *treeA = &search->a->tree, *treeB = &search->b->tree;
    cdNodeOpening opening =
        cdOpenPair(treeA, pair.a, !cdIsLeaf(treeA, pair.a), treeB, pair.b, !cdIsLeaf(treeB, pair.b));
    float nearness[4], sorted[4];
    int meeting = cdFindMeetingNodes(search, &opening, nearness);
    int32_t bottom = height;
    for (int lane = 0; meeting >> lane; lane++) {
        if (!(meeting & 1 << lane)) continue;
        int32_t at = height++;
        for (; at > bottom && sorted[at - bottom - 1] <= nearness[lane]; at--) {
            stack[at] = stack[at - 1];
            sorted[at - bottom] = sorted[at - bottom - 1];
        }
        stack[at] =
            (cdNodePair){cdGetLaneNodeA(&opening, lane), cdGetLaneNodeB(&opening, lane), search->reach};
        sorted[at - bottom] = nearness[lane];
    }
    return height;
}

static bool mayMeet(cdSearch *search, cdNodePair pair) {
    cdNodeOpening alone = cdTakePair(pair.a, pair.b);
    float nearness[4];
    return cdFindMeetingNodes(search, &alone, nearness) != 0;
}

static bool isDone(const cdSearch *search) {
    return search->exhausted || (search->overlaps && !search->trianglePairs);
}

// --- By the list of near leaves

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

static void searchList(cdSearch *search) {
    const cdNearList *list = search->near;
    for (int32_t i = 0; i < list->count && !isDone(search);) {
        double limit = getNearLimit(search, search->tauEnd);
        if (i >= cdCountNearPairs(list, limit)) return;
        i += cdTestNearPairs(search, &list->pairs[i], list->count - i, limit);
    }
}

// --- Down the trees

static void searchTrees(cdSearch *search) {
    cdNodePair *stack = search->memory.stack;
    int32_t height = 0;
    int64_t profileWork = cdGetProfileWork(search);
    cdNodePair roots = {0, 0, search->reach};
    if (mayMeet(search, roots)) stack[height++] = roots;
    while (height > 0 && !isDone(search)) {
        cdNodePair pair = stack[--height];
        if (!cdSpendTest(search)) return;
        if (cdGetSearchWork(search) > profileWork) {
            cdTryProfiles(search);
            profileWork = INT64_MAX;
            if (search->exhausted) return;
        }
        // A contact found since this pair was put on the stack may rule it out.
        if (pair.reach != search->reach && !mayMeet(search, pair)) continue;
        if (cdIsLeaf(&search->a->tree, pair.a) && cdIsLeaf(&search->b->tree, pair.b))
            testLeafPair(search, pair);
        else
            height = openPair(search, pair, stack, height);
    }
}

void cdSearchSpan(cdSearch *search) {
    if (search->disabled & CD_DISABLE_TREE)
        cdTestAllElements(search);
    else if (search->tauEnd <= cdGetListedUntil(search))
        searchList(search);
    else
        searchTrees(search);
}
