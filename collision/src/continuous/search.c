// Descending two sphere trees at once [RKC01 3]: pairs of nodes that may meet are opened at the larger node,
// nearer children first, so that a first contact is found early and shortens the rest of the search
// [RKC01 4.3]; pairs of labels that are done are skipped [RKC01 4.4]; pairs of leaves are handed to their
// elements.
#include "continuous/search.h"

static const cdMovedNode *movedNode(cdSearch *search, int32_t node) {
    cdSearchMemory *memory = &search->memory;
    if (memory->nodeStamps[node] != *memory->generation) {
        memory->nodes[node] = cdPlaceNode(search, node);
        memory->nodeStamps[node] = *memory->generation;
    }
    return &memory->nodes[node];
}

// Whether both nodes' labels were tested as a pair. A label that no other node has cannot come up again.
static bool labelsDone(cdSearch *search, const cdNodeLinks *a, const cdNodeLinks *b) {
    if ((search->disabled & CD_DISABLE_LABELS) || !(a->labelShared || b->labelShared)) return false;
    return cdHasPair(&search->memory.tables[CD_TABLE_LABELS], a->label, b->label);
}

static bool pairMayMeet(cdSearch *search, int32_t a, int32_t b, double *nearness) {
    if (labelsDone(search, &search->a->tree.links[a], &search->b->tree.links[b])) {
        search->stats.labelSkips++;
        return false;
    }
    bool meet = cdNodesMayMeet(search, movedNode(search, a), a, b, nearness);
    cdRecordEvent(search->trace, meet ? CD_TRACE_SPHERE_MEET : CD_TRACE_SPHERE_APART, CD_NO_CONTACT, a, b);
    return meet;
}

static void testLeafPair(cdSearch *search, cdNodePair pair) {
    const cdNodeLinks *a = &search->a->tree.links[pair.a], *b = &search->b->tree.links[pair.b];
    // Both may have been put on the stack before the pair of their labels was done.
    if (labelsDone(search, a, b)) {
        search->stats.labelSkips++;
        return;
    }
    cdTestLeaves(search, pair.a, pair.b);
    if (!(search->disabled & CD_DISABLE_LABELS) && (a->labelShared || b->labelShared))
        cdAddPair(&search->memory.tables[CD_TABLE_LABELS], a->label, b->label);
}

// Puts the children pairs that may meet on the stack, the nearest on top.
static int32_t openPair(cdSearch *search, cdNodePair pair, cdNodePair *stack, int32_t height) {
    const cdSphereTree *treeA = &search->a->tree, *treeB = &search->b->tree;
    int32_t childA = treeA->links[pair.a].firstChild, childB = treeB->links[pair.b].firstChild;
    bool openA =
        childB < 0 || (childA >= 0 && treeA->volumes[pair.a].radius >= treeB->volumes[pair.b].radius);
    double nearness[2];
    cdNodePair children[2];
    int count = 0;
    for (int i = 0; i < 2; i++) {
        cdNodePair child = {openA ? childA + i : pair.a, openA ? pair.b : childB + i, search->reach};
        if (pairMayMeet(search, child.a, child.b, &nearness[count])) children[count++] = child;
    }
    bool firstIsNearer = count == 2 && nearness[0] <= nearness[1];
    if (firstIsNearer) stack[height++] = children[1];
    if (count > 0) stack[height++] = children[0];
    if (count == 2 && !firstIsNearer) stack[height++] = children[1];
    return height;
}

static bool spendBudget(cdSearch *search) {
    if (search->budget == 0) {
        search->exhausted = true;
        return false;
    }
    if (search->budget > 0) search->budget--;
    return true;
}

void cdSearchSpan(cdSearch *search) {
    if (search->disabled & CD_DISABLE_TREE) {
        cdTestAllElements(search);
        return;
    }
    cdNodePair *stack = search->memory.stack;
    int32_t height = 0;
    double nearness;
    if (pairMayMeet(search, 0, 0, &nearness)) stack[height++] = (cdNodePair){0, 0, search->reach};
    while (height > 0 && !(search->overlaps && !search->trianglePairs)) {
        cdNodePair pair = stack[--height];
        if (!spendBudget(search)) return;
        // A contact found since this pair was put on the stack may have made it pointless.
        if (pair.reach != search->reach && !pairMayMeet(search, pair.a, pair.b, &nearness)) continue;
        bool leaves =
            search->a->tree.links[pair.a].firstChild < 0 && search->b->tree.links[pair.b].firstChild < 0;
        if (leaves)
            testLeafPair(search, pair);
        else
            height = openPair(search, pair, stack, height);
    }
}
