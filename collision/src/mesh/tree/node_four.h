// The nodes that a descent of two sphere trees tests in place of one: its children's children, at most four.
// A child that is a leaf stands for itself. Half of the levels are skipped: four nodes load and compare as
// fast as one.
#ifndef CD_NODE_FOUR_H
#define CD_NODE_FOUR_H

#include "mesh/mesh_data.h"

enum { CD_ROOT_FOUR = -1 }; // in place of a node: the root itself

// Two pairs of siblings, of which those in `lanes` count: bits 0 and 1 for the first pair.
typedef struct cdNodeFour {
    int32_t twins[2];
    int lanes;
} cdNodeFour;

// `node`: not a leaf, or CD_ROOT_FOUR.
static inline cdNodeFour cdOpenNode(const cdSphereTree *tree, int32_t node) {
    if (node == CD_ROOT_FOUR) return (cdNodeFour){{0, 0}, 2};
    int32_t child = tree->links[node].firstChild;
    int32_t below[2] = {tree->links[child].firstChild, tree->links[child + 1].firstChild};
    cdNodeFour four = {{cdGetTwinsOf(child), cdGetTwinsOf(child)}, 0};
    if (below[0] < 0 && below[1] < 0) return (cdNodeFour){{four.twins[0], four.twins[1]}, 3};
    for (int i = 0; i < 2; i++) {
        if (below[i] >= 0) four.twins[i] = cdGetTwinsOf(below[i]);
        four.lanes |= (below[i] >= 0 ? 3 : 1 << i) << 2 * i;
    }
    return four;
}

static inline int32_t cdGetFourNode(const cdNodeFour *four, int lane) {
    return 2 * four->twins[lane >> 1] - 1 + (lane & 1);
}

#endif
