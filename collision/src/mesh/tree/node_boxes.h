// The boxes of nodes, four pairs at once, and their extents along the axes of both.
//
// Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference
// detection", SIGGRAPH 1996, section 5; of its 15 directions the six across the sides. The others separate
// few more pairs and cost as much again.
#ifndef CD_NODE_BOXES_H
#define CD_NODE_BOXES_H

#include "foundation/numbers/float_lanes.h"

// One box a lane.
typedef struct cdBoxFloats {
    cdFloats3 axes[3]; // unit and perpendicular, up to rounding
    cdFloats halves[3];
} cdBoxFloats;

// Computes the summed half extents of both boxes along each of the six axes, a's axes first.
static inline void cdFindBoxExtents(const cdBoxFloats *a, const cdBoxFloats *b, cdFloats extents[6]) {
    for (int i = 0; i < 3; i++)
        extents[i] = a->halves[i], extents[3 + i] = b->halves[i];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            cdFloats cosine = cdAbsFloats(cdDotFloats3(a->axes[i], b->axes[k]));
            extents[i] = cdAddFloats(extents[i], cdMulFloats(b->halves[k], cosine));
            extents[3 + k] = cdAddFloats(extents[3 + k], cdMulFloats(a->halves[i], cosine));
        }
}

#endif
