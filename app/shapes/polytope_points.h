// Points of the polytopes of [CW96] section 6: random points on an ellipsoid (half axes 1, 0.75, 0.5), on a
// rod (a cylinder along x with round ends, half length 1, radius 0.1) or on a plate (an ellipsoid with half
// axes 1, 1, 0.1). All are vertices of their hull; the radius of each body is 1. The same seed gives the same
// points, so a mesh (builtin:polytope-rod:...) and a hull can represent the same body.
#ifndef APP_POLYTOPE_POINTS_H
#define APP_POLYTOPE_POINTS_H

#include "collision/vecmath.h"
#include <stdint.h>

typedef enum PolytopeShape {
    POLYTOPE_ELLIPSOID = 0,
    POLYTOPE_ROD,
    POLYTOPE_PLATE,
    POLYTOPE_MIX, // a third of each; only for rooms of bodies
    POLYTOPE_SHAPE_COUNT
} PolytopeShape;

// Fills points[count].
void SamplePolytope(PolytopeShape shape, uint64_t seed, int32_t count, cdVec3 *points);

#endif
