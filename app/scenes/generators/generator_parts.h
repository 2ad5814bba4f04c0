// Shared by the generators of structures.
#ifndef APP_GENERATOR_PARTS_H
#define APP_GENERATOR_PARTS_H

#include "collision/vecmath.h"

// Returns the gap left between two bodies that are to touch: a little more than the default margin of a world
// whose smallest body has a box of these half extents, so that the bodies start disjoint and hardly move.
static inline double GetContactGap(cdVec3 half) {
    return 1.5e-4 * cdLength(half);
}

#endif
