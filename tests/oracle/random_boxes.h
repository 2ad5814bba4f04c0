// Seeded random motions of two boxes: matrices of quadratic functions and screws, all shapes and positions.
//
// Input: a seed and a number. Output: the boxes and their motion. Used by the tests' short run and by the
// benchmarks' long one, so a seed and a number give the same motion in both. Even numbers are matrices, odd
// ones screws.
#ifndef RANDOM_BOXES_H
#define RANDOM_BOXES_H

#include "oracle/oracle_boxes.h"

#include <stdint.h>

typedef enum BoxFamily {
    BOX_GENERAL = 0,
    BOX_STRAIGHT,         // no rotation
    BOX_ABOUT_ONE_AXIS,   // both are upright on it, aligned or at any angle
    BOX_STILL,            // no motion
    BOX_TINY,             // by 1e-3 to 1e-9 of the size
    BOX_LARGE_TURN,       // 90 to 180 degrees; matrices up to 170 degrees each
    BOX_GRID,             // sizes, positions and paths on a grid, axes parallel or sheared there
    BOX_SLIDE,            // face along face, within rounding of touching or up to 1e-6 away
    BOX_GRAZING,          // moved so that the narrowest gap of the motion is 0 within rounding, or up to 1e-6
    BOX_START_TOUCHING,   // moved so that the gap at the start is
    BOX_DEEP,             // one inside the other at the start
    BOX_AFFINE_CONSTANT,  // sheared; on a screw these are general
    BOX_AFFINE_LINEAR,    // and growing
    BOX_AFFINE_QUADRATIC, // and divided by a w that changes
    BOX_FAMILY_COUNT
} BoxFamily;

const char *GetBoxFamilyName(BoxFamily family); // @lifetime static

typedef struct RandomBoxes {
    BoxFamily family;
    cdBoxesInput input; // with both kinds of motion; `onScrew` selects
    double scale;       // size of the boxes
    cdVec3 origin;      // their position in the world
} RandomBoxes;

void MakeRandomBoxes(uint64_t seed, uint64_t number, RandomBoxes *made);

#endif
