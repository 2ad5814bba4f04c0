// Boxes about runs of sides: finds the sides of an outline that may be in a box, without testing all of them.
//
// Input: sides in any order, best along an outline, where consecutive ones are close to each other. Output: a
// binary tree in one array, each node before its children: runs of sides halved until they are short. A walk
// visits the runs that a box overlaps, in the order of the sides. Boxes of plane outlines have no height.
#ifndef CD_SIDE_TREE_H
#define CD_SIDE_TREE_H

#include "foundation/geometry/boxes.h"

#include <stddef.h>

// Fewer sides are tested faster without a tree.
enum { CD_SIDE_TREE_MIN = 17 };

typedef struct cdSide {
    cdVec3 from, to;
} cdSide;

typedef struct cdSideNode {
    cdBox3 box;
    int32_t first, count; // sides of a run; count 0: a node with children
    int32_t after;        // next node after it and all below it
} cdSideNode;

typedef struct cdSideTree {
    const cdSide *sides;
    const cdSideNode *nodes;
    int32_t nodeCount; // 0: no tree
} cdSideTree;

int32_t cdCountSideNodes(int32_t sideCount);
// Fills nodes[cdCountSideNodes(sideCount)].
cdSideTree cdBuildSideTree(const cdSide *sides, int32_t sideCount, cdSideNode *nodes);

// Returns the run at `*node` or later that overlaps the box, NULL: no more. Begin with *node = 0.
static inline const cdSideNode *cdGetNextRun(const cdSideTree *tree, const cdBox3 *box, int32_t *node) {
    while (*node < tree->nodeCount) {
        const cdSideNode *at = &tree->nodes[*node];
        if (!cdBoxesMeet(&at->box, box)) {
            *node = at->after;
            continue;
        }
        ++*node;
        if (at->count > 0) return at;
    }
    return NULL;
}

#endif
