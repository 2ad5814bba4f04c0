// A node of a sphere tree under construction.
#ifndef CD_BUILD_NODE_H
#define CD_BUILD_NODE_H

#include "mesh/tree/tree_division.h"

enum { CD_TREE_DEPTH_MAX = 80 }; // levels below the root

typedef struct cdBuildNode {
    cdNodeVolume volume;
    int32_t begin, end; // its range of boxes
    int32_t firstChild; // children are adjacent; -1: leaf
    int32_t firstEntry, entryCount;
    int32_t level;
} cdBuildNode;

#endif
