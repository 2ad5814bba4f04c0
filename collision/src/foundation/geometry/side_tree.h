// Boxes about runs of sides: which sides of an outline may be in a box, without looking at all of them.
//
// Input: sides in any order, best along an outline, where those that follow each other are near each other.
// Output: a binary tree in one array, each node before its children: runs of sides halved until they are
// short. A walk visits the runs that a box meets, in their order, so what is done with them is done in the
// order in which all of them would be gone through. Boxes of plane outlines have no height.
#ifndef CD_SIDE_TREE_H
#define CD_SIDE_TREE_H

#include "foundation/geometry/boxes.h"

#include <stddef.h>

// Fewer sides are gone through in less time than a tree takes.
enum { CD_SIDE_TREE_MIN = 17 };

typedef struct cdSide {
    cdVec3 from, to;
} cdSide;

typedef struct cdSideNode {
    cdBox3 box;
    int32_t first, count; // sides of a run; count 0: a node with children
    int32_t after;        // the node after it and all below it
} cdSideNode;

typedef struct cdSideTree {
    const cdSide *sides;
    const cdSideNode *nodes;
    int32_t nodeCount; // 0: there is no tree
} cdSideTree;

int32_t cdCountSideNodes(int32_t sideCount);
// nodes[cdCountSideNodes(sideCount)]
cdSideTree cdBuildSideTree(const cdSide *sides, int32_t sideCount, cdSideNode *nodes);

// The run at `*node` or after that meets the box, NULL: no more. Begin with *node = 0.
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
