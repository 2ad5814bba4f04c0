// A tree of boxes, to find those that overlap another box.
//
// Input: boxes. Output: an order of the boxes and a balanced binary tree over it, each node with the bounding
// box of its range. Built by halving along the widest spread of centres; a search visits overlapping nodes.
#ifndef CD_BREP_BOXES_H
#define CD_BREP_BOXES_H

#include "foundation/geometry/boxes.h"
#include "solid/brep/brep_build.h"

enum { CD_BOX_LEAF = 4, CD_BOX_DEPTH = 64 };

typedef struct cdBoxNode {
    cdBox3 box;
    int32_t begin, end; // range in the order
    int32_t right;      // its second child; the first follows it; -1: leaf
} cdBoxNode;

typedef struct cdBoxTree {
    const cdBox3 *boxes; // boxes[count], the caller's
    int32_t *order;      // order[count]
    cdBoxNode *nodes;
    int32_t count, nodeCount;
} cdBoxTree;

// Computes the boxes of all triangles of the mesh. @errors NULL: no memory
cdBox3 *cdBoundTriangles(cdBrepBuild *build);

// The build owns the arrays. @errors false: no memory
bool cdMakeBoxTree(cdBrepBuild *build, const cdBox3 *boxes, int32_t count, cdBoxTree *tree);
void cdFreeBoxTree(cdBrepBuild *build, cdBoxTree *tree);

typedef struct cdBoxSearch {
    const cdBoxTree *tree;
    cdBox3 box;
    int32_t stack[CD_BOX_DEPTH];
    int32_t height, at, end;
} cdBoxSearch;

cdBoxSearch cdStartBoxSearch(const cdBoxTree *tree, cdBox3 box);
int32_t cdFindNextBox(cdBoxSearch *search); // next overlapping box, each once; -1: no more

#endif
