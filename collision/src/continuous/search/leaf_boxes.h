// Boxes around the triangles of two leaves, which reject most pairs of them for a few comparisons.
//
// The boxes are aligned to a frame of the pair of leaves: across B's surface, along A's motion within it, and
// across both. Where surfaces slide along each other, paths are narrow in this frame.
#ifndef CD_LEAF_BOXES_H
#define CD_LEAF_BOXES_H

#include "continuous/search/search.h"
#include "foundation/geometry/boxes.h"

// Returns the frame's axes as rows, unit and perpendicular: a point's coordinates are its products with them.
cdMat3 cdMakeLeafFrame(const cdSearch *search, int32_t leafB, cdVec3 step);

// Returns the box of a triangle of A over the part of interest, bulges and the search's inflation included.
cdBox3 cdBoundMovingTriangle(const cdSearch *search, const cdMat3 *frame, const cdMovedVertex *const v[3]);

cdBox3 cdBoundFixedTriangle(const cdMat3 *frame, const cdVec3 v[3]);

#endif
