// Motions of boxes put together from what they are to do, and the same motions seen otherwise.
//
// Input: centres, attitudes, turns. Output: the matrices of quadratic functions of collision/boxes.h. Used by
// tests with a known answer and by the random motions.
#ifndef BOX_MOTIONS_H
#define BOX_MOTIONS_H

#include "collision/boxes.h"

// Axes along the frame's, the centre on the straight line between two points.
cdQuadraticMatrix MakeStraightMotion(cdVec3 from, cdVec3 to);

// A turn by Cayley's formula, w = 1 + |g|^2 t^2: at t it has turned by 2 atan(|g| t) about g, from `attitude`
// on. The centre is at three points for t = 0, 1/2 and 1.
cdQuadraticMatrix MakeTurningMotion(cdQuat attitude, cdVec3 g, const cdVec3 centers[3]);

// The centre of a matrix with a known w moved by a fixed vector; or laid through three points.
void ShiftMotion(cdQuadraticMatrix *motion, cdVec3 by);
void SetMotionCenters(cdQuadraticMatrix *motion, const cdVec3 centers[3]);

// The same boxes with all lengths times `scale`, or all moved by `by`; by matrices with A and B exchanged, or
// the way back.
cdBoxesInput SwapBoxes(const cdBoxesInput *input);
cdBoxesInput ScaleBoxes(const cdBoxesInput *input, double scale);
cdBoxesInput ShiftBoxes(const cdBoxesInput *input, cdVec3 by);
cdBoxesInput ReverseBoxes(const cdBoxesInput *input);

#endif
