// Seeded random pairs of small convex hulls at two poses: all shapes, positions, scales and offsets.
//
// Input: a seed and a number. Output: the points and poses of two hulls. Used by the test's short run and by
// the benchmark's long one, so a seed and a number give the same pair in both.
#ifndef RANDOM_CONVEX_H
#define RANDOM_CONVEX_H

#include "oracle/oracle_convex.h"

#include <stdint.h>

typedef enum HullShape {
    HULL_GENERAL = 0, // points in a ball or on its surface
    HULL_PRISM,       // boxes and prisms whose corners lie on a grid
    HULL_FLAT,        // points of a plane, rotated or along the grid
    HULL_NEEDLE,      // 1e-3 to 1e-6 as thick as long, in one direction or two
    HULL_SIMPLE,      // a point or a segment, with coincident points or points between the ends
    HULL_SHAPE_COUNT
} HullShape;

typedef enum HullPlacement {
    HULLS_ANYWHERE = 0,
    HULLS_NEAR_TOUCHING, // moved along the direction of their gap until it is 0 or up to 1e-6 of their size
    HULLS_ON_GRID,       // rotated by quarters on a grid: faces are parallel and often coincide
    HULLS_EQUAL,         // the same points at the same pose, or within rounding or 1e-6 of it
    HULLS_DEEP,          // centres close together
    HULLS_INSIDE,        // one a tenth of the other's size, about its centre
    HULL_PLACEMENT_COUNT
} HullPlacement;

typedef struct RandomHulls {
    HullShape shapeA, shapeB;
    HullPlacement placement;
    OraclePoints a, b;
    double radiusA, radiusB; // of the points about `centerA`, `centerB`, the mean of their bounds
    cdVec3 centerA, centerB; // local frames
} RandomHulls;

const char *GetHullShapeName(HullShape shape);             // @lifetime static
const char *GetHullPlacementName(HullPlacement placement); // @lifetime static

RandomHulls MakeRandomHulls(uint64_t seed, uint64_t number);

// Moves the hulls to the next frame: B moves and rotates a little, equally in every frame.
void MoveRandomHulls(RandomHulls *hulls, uint64_t seed, uint64_t number);

#endif
