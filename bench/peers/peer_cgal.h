// CGAL's Side_of_triangle_mesh on its AABB tree, behind a C interface.
//
// Input: a closed triangle mesh, and points. Output: inside, on the surface, or outside, found with exact
// predicates (Exact_predicates_inexact_constructions_kernel).
#ifndef PEER_CGAL_H
#define PEER_CGAL_H

#include "collision/vecmath.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerSolid PeerSolid;

// Builds the tree. NULL: CGAL rejects the mesh.
PeerSolid *MakePeerSolid(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                         int32_t triangleCount);
void FreePeerSolid(PeerSolid *solid);

// Returns 1 inside, 0 on the surface, -1 outside.
int FindPeerSide(const PeerSolid *solid, cdVec3 point);

#ifdef __cplusplus
}
#endif
#endif
