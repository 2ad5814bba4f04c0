// The volumes of two sibling nodes in two doubles.
#ifndef CD_TWIN_LANES_H
#define CD_TWIN_LANES_H

#include "foundation/numbers/lanes.h"
#include "mesh/mesh_data.h"

// Returns lengths that a tree stores in its own unit.
static inline cdLanes cdLoadLengths(const cdSphereTree *tree, const float lengths[2]) {
    return cdMulLanes(cdLoadLanesOfFloats(lengths), cdSpreadLanes(tree->unit));
}

static inline cdLanes3 cdLoadCenters(const cdSphereTree *tree, const cdTwinVolumes *t) {
    return (cdLanes3){cdLoadLengths(tree, t->centerX), cdLoadLengths(tree, t->centerY),
                      cdLoadLengths(tree, t->centerZ)};
}

// Unit up to the rounding of floats.
static inline cdLanes3 cdLoadNormals(const cdTwinVolumes *t) {
    return (cdLanes3){cdLoadLanesOfFloats(t->normalX), cdLoadLanesOfFloats(t->normalY),
                      cdLoadLanesOfFloats(t->normalZ)};
}

static inline cdLanes3 cdLoadAlong(const cdTwinSides *s) {
    return (cdLanes3){cdLoadLanesOfFloats(s->alongX), cdLoadLanesOfFloats(s->alongY),
                      cdLoadLanesOfFloats(s->alongZ)};
}

#endif
