// A tree of boxes, to find those that meet another box.
//
// Input: boxes. Output: an order of the boxes and a balanced binary tree over it, each node with the box
// about its range. Built by halving the longest side of the boxes' middles; a search visits what overlaps.
#ifndef CD_BREP_BOXES_H
#define CD_BREP_BOXES_H

#include "solid/brep_build.h"

enum { CD_BOX_LEAF = 4, CD_BOX_DEPTH = 64 };

typedef struct cdBoxNode {
    cdBox3 box;
    int32_t begin, end; // of its range in the order
    int32_t right;      // its second child; the first follows it; -1: leaf
} cdBoxNode;

typedef struct cdBoxTree {
    const cdBox3 *boxes; // boxes[count], the caller's
    int32_t *order;      // order[count]
    cdBoxNode *nodes;
    int32_t count, nodeCount;
} cdBoxTree;

// The boxes of all triangles of the mesh. @errors NULL: no memory
cdBox3 *cdBoundTriangles(cdBrepBuild *build);

// Arrays are the build's. @errors false: no memory
bool cdMakeBoxTree(cdBrepBuild *build, const cdBox3 *boxes, int32_t count, cdBoxTree *tree);
void cdFreeBoxTree(cdBrepBuild *build, cdBoxTree *tree);

typedef struct cdBoxSearch {
    const cdBoxTree *tree;
    cdBox3 box;
    int32_t stack[CD_BOX_DEPTH];
    int32_t height, at, end;
} cdBoxSearch;

cdBoxSearch cdStartBoxSearch(const cdBoxTree *tree, cdBox3 box);
int32_t cdFindNextBox(cdBoxSearch *search); // each box that meets the given one, once; -1: no more

static inline bool cdBoxesMeet(const cdBox3 *a, const cdBox3 *b) {
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static inline cdBox3 cdBoundPoints(const cdVec3 *points, int32_t count) {
    cdBox3 box = {points[0], points[0]};
    for (int32_t i = 1; i < count; i++) {
        cdVec3 p = points[i];
        box.lower = (cdVec3){cdMin(box.lower.x, p.x), cdMin(box.lower.y, p.y), cdMin(box.lower.z, p.z)};
        box.upper = (cdVec3){cdMax(box.upper.x, p.x), cdMax(box.upper.y, p.y), cdMax(box.upper.z, p.z)};
    }
    return box;
}

static inline cdBox3 cdGrowBox(cdBox3 box, double by) {
    cdVec3 d = {by, by, by};
    return (cdBox3){cdSub(box.lower, d), cdAdd(box.upper, d)};
}

#endif
