// Builds motions of boxes with wanted properties, and equivalent motions.
//
// Input: centres, orientations, rotations. Output: the matrices of quadratic functions of collision/boxes.h.
// Used by tests with a known answer and by the random motions.
#ifndef BOX_MOTIONS_H
#define BOX_MOTIONS_H

#include "collision/boxes.h"

// Axes along the frame's, the centre on the straight line between two points.
cdQuadraticMatrix MakeStraightMotion(cdVec3 from, cdVec3 to);

// A rotation by Cayley's formula, w = 1 + |g|^2 t^2: at t by 2 atan(|g| t) about g, after `attitude`. The
// centre passes three points at t = 0, 1/2 and 1.
cdQuadraticMatrix MakeTurningMotion(cdQuat attitude, cdVec3 g, const cdVec3 centers[3]);

// Moves the centre of a matrix with a known w by a fixed vector; or makes it pass three points.
void ShiftMotion(cdQuadraticMatrix *motion, cdVec3 by);
void SetMotionCenters(cdQuadraticMatrix *motion, const cdVec3 centers[3]);

// The same boxes with all lengths times `scale`, or all moved by `by`; for matrices also with A and B
// exchanged, or time reversed.
cdBoxesInput SwapBoxes(const cdBoxesInput *input);
cdBoxesInput ScaleBoxes(const cdBoxesInput *input, double scale);
cdBoxesInput ShiftBoxes(const cdBoxesInput *input, cdVec3 by);
cdBoxesInput ReverseBoxes(const cdBoxesInput *input);

#endif
