// One step down the index.
#ifndef CD_INDEX_LEAF_H
#define CD_INDEX_LEAF_H

#include "foundation/memory/hooks.h"
#include "solid/solid_data.h"

// Returns 1 above, -1 below, 0 on: within the tolerance of a plane with features on it.
static inline int cdGetSide(const cdIndexNode *node, cdVec3 x, double tolerance) {
    double height = cdGetHeight(node, x);
    if (fabs(height) <= tolerance && node->on != CD_NO_NODE) return 0;
    return height > 0.0 ? 1 : -1;
}

static inline int32_t cdFindChild(const cdIndexNode *node, cdVec3 x, double tolerance) {
    int side = cdGetSide(node, x, tolerance);
    return side > 0 ? node->above : side < 0 ? node->below : node->on;
}

#endif
