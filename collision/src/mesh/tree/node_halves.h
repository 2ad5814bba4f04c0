// The halves of two sibling nodes' boxes, which a tree stores in its own unit.
#ifndef CD_NODE_HALVES_H
#define CD_NODE_HALVES_H

#include "foundation/numbers/lanes.h"
#include "mesh/mesh_data.h"

static inline cdLanes cdLoadHalves(const cdSphereTree *tree, const float halves[2]) {
    return cdMulLanes(cdLoadLanesOfFloats(halves), cdSpreadLanes(tree->unit));
}

#endif
