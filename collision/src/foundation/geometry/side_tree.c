// The tree over the sides of an outline; see side_tree.h.
//
// A run of more than RUN_MAX sides is halved; a node's first child follows it, and the second child follows
// all nodes below the first.
#include "foundation/geometry/side_tree.h"

enum { RUN_MAX = 4 };

int32_t cdCountSideNodes(int32_t sideCount) {
    if (sideCount <= 0) return 0;
    if (sideCount <= RUN_MAX) return 1;
    int32_t half = sideCount / 2;
    return 1 + cdCountSideNodes(half) + cdCountSideNodes(sideCount - half);
}

static cdBox3 boundSide(const cdSide *side) {
    const cdVec3 ends[2] = {side->from, side->to};
    return cdBoundPoints(ends, 2);
}

static cdBox3 joinBoxes(const cdBox3 *a, const cdBox3 *b) {
    const cdVec3 corners[4] = {a->lower, a->upper, b->lower, b->upper};
    return cdBoundPoints(corners, 4);
}

static cdBox3 boundSides(const cdSide *sides, int32_t count) {
    cdBox3 box = boundSide(&sides[0]);
    for (int32_t i = 1; i < count; i++) {
        cdBox3 own = boundSide(&sides[i]);
        box = joinBoxes(&box, &own);
    }
    return box;
}

// Returns the index of the next node.
static int32_t buildRun(const cdSide *sides, int32_t first, int32_t count, cdSideNode *nodes, int32_t at) {
    cdSideNode *node = &nodes[at];
    *node = (cdSideNode){.first = first, .count = count};
    if (count <= RUN_MAX) {
        node->box = boundSides(sides + first, count);
        node->after = at + 1;
        return at + 1;
    }
    int32_t half = count / 2;
    int32_t second = buildRun(sides, first, half, nodes, at + 1);
    node->after = buildRun(sides, first + half, count - half, nodes, second);
    node->count = 0;
    node->box = joinBoxes(&nodes[at + 1].box, &nodes[second].box);
    return node->after;
}

cdSideTree cdBuildSideTree(const cdSide *sides, int32_t sideCount, cdSideNode *nodes) {
    if (sideCount <= 0) return (cdSideTree){.nodeCount = 0};
    return (cdSideTree){sides, nodes, buildRun(sides, 0, sideCount, nodes, 0)};
}
