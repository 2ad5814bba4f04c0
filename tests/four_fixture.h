// Nodes of random fours, for tests of node_test.c and grid_rows.h.
#ifndef TESTS_FOUR_FIXTURE_H
#define TESTS_FOUR_FIXTURE_H

#include "continuous/search/search.h"
#include "foundation/numbers/bits.h"
#include "random.h"

// A node by the one that was opened to find it, or CD_ROOT_FOUR, and its lane there.
typedef struct PickedNode {
    int32_t opened, node;
    int lane;
} PickedNode;

static inline PickedNode pickIn(Random *random, const cdSphereTree *tree, int32_t opened) {
    cdNodeFour four = cdOpenNode(tree, opened);
    int lane;
    do
        lane = nextRandomInt(random, 0, 3);
    while (!(four.lanes & 1 << lane));
    return (PickedNode){opened, cdGetFourNode(&four, lane), lane};
}

// Walks down from the root, to a leaf or less far.
static inline PickedNode pickNode(Random *random, const cdSphereTree *tree, bool leaf) {
    PickedNode picked = pickIn(random, tree, CD_ROOT_FOUR);
    while (!cdIsLeaf(tree, picked.node) && (leaf || nextRandomInt(random, 0, 4)))
        picked = pickIn(random, tree, picked.node);
    return picked;
}

// Returns the grid of two nodes alone, in the search's current span.
static inline cdNodeGrid placePicked(cdSearch *search, PickedNode a, PickedNode b) {
    cdPlaceFixedRoot(search);
    return (cdNodeGrid){cdPlaceMovedFour(search, a.opened), cdPlaceFixedFour(search, b.opened),
                        1 << (4 * a.lane + b.lane)};
}

#endif
