// How far a node's points reach, from the volumes of the nodes below it.
#ifndef CD_NODE_REACH_H
#define CD_NODE_REACH_H

#include "mesh/tree/build_node.h"

// The node, and all data of the tree. The nodes below it have their volumes.
typedef struct cdNodeReach {
    const cdPieces *pieces;
    const cdPieceBox *boxes;
    const cdBuildNode *nodes;
    int32_t node;
    double tolerance; // results may be this far from the exact ones; above all rounding
} cdNodeReach;

// Return upper bounds: of the distance of a point from `origin`, with the farthest point, and of the height
// of a point over it along a unit direction.
double cdReachFrom(const cdNodeReach *reach, cdVec3 origin, cdVec3 *farthest);
double cdReachAlong(const cdNodeReach *reach, cdVec3 origin, cdVec3 direction);

#endif
