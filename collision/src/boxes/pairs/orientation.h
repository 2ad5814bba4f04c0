// The pairs of features that make the boundary of the Minkowski sum, from the normals' octants [AS05].
//
// The spherical orientation representation: a box's face is a vertex on the sphere of normals, its edge an
// arc between two vertices, its vertex an octant. Two features form a face of the boundary when a normal of
// one lies in the range of the other's.
#ifndef CD_ORIENTATION_H
#define CD_ORIENTATION_H

#include "boxes/route/route.h"

// The page's steps 1 to 6, for rectangular boxes: from the octants that A's three normals lie in, all 30
// pairs: 6 vertex-octant, 6 octant-vertex, 18 edge-edge, in that order. false when the signs are those of no
// rectangular box: an octant would hold two vertices, or B be a mirror image.
bool cdMatchOctants(const cdBoxSigns *signs, cdBoxPair pairs[CD_BOX_PLANES]);

// The same for any parallelepipeds, whose normals need not keep apart: each pair from the signs that its own
// arms have along its normal.
void cdMatchArms(const cdBoxSigns *signs, cdBoxPair pairs[CD_BOX_PLANES]);

// cdMatchOctants where it applies, else cdMatchArms.
void cdMatchFeatures(const cdBoxSigns *signs, bool rectangular, cdBoxPair pairs[CD_BOX_PLANES]);

// The pairs whose sums make the boundary there, in the order of the paper: vertex-octant (A's face, B's
// vertex), octant-vertex (A's vertex, B's face), edge-edge. (box_pairs.c)
// @errors false: a box without volume
bool cdFindBoxPairs(const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pairs[CD_BOX_PLANES]);

#endif
