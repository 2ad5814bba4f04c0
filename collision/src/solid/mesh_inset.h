// A mesh with its surface moved inwards: bounds an accepted penetration.
//
// Each vertex moves so that the planes of all its triangles recede by the same length, `depth`, if three
// coordinates allow it, else by less, never by more. Triangles keep their corners, so the inset mesh has the
// features of the mesh.
//
// Claim, for a closed and oriented mesh B and its inset B'. A point inside B and outside B' (winding numbers
// not 0, and 0) is in the prism between a triangle T of B and its image: at most `depth` below T's plane
// along its normal, and at most `reach` from T; below a triangle without area only the latter. So while a
// solid A that was disjoint from B' has not touched its surface, no point of A in B is deeper. Proof: moving
// all vertices uniformly from B to B' sweeps the prisms; the winding number about a point changes only when
// the surface passes it. The prism is in the convex hull of the corners of T and of their images, where both
// the depth below a plane and the distance from a triangle are largest at a corner. Conversely, near
// triangles whose corners moved by at least `least`, A can penetrate by `least`.
//
// Limits. In an open mesh only the sides that normals point to move, and the claim holds if no path leads
// around the border. At reflex edges `depth` bounds the depth along the normals, not the distance; `reach`
// bounds that. If a wall is thinner than twice the depth, its two sides pass each other; the triangles that
// join the sides turn over, and are counted. Two shells that no triangles join, as of a hollow ball, are not
// compared.
#ifndef CD_MESH_INSET_H
#define CD_MESH_INSET_H

#include "mesh/mesh_data.h"

// Computes the moved vertices[vertexCount], in the mesh's order and less its centre. If a closed mesh's
// volume is not positive, its normals are reversed.
// @errors false: no memory
bool cdInsetVertices(const cdMesh *mesh, double depth, cdVec3 *vertices, cdInset *inset);

// Builds a mesh of them without parts; `def` gives all but points and triangles. Features keep their ids.
// @errors NULL: no memory
cdMesh *cdBuildInsetMesh(const cdMesh *mesh, const cdMeshDef *def, cdInset *inset);

#endif
