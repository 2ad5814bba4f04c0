// A mesh with its surface moved inwards: what a penetration that is accepted is measured by.
//
// Each vertex moves so that the planes of all its triangles recede by the same length, `depth`, as far as
// three coordinates allow it; by less where they do not, never by more. Triangles keep their corners, so
// the inset mesh has the features of the mesh.
//
// Claim, for a closed and oriented mesh B and its inset B'. A point that B holds and B' does not (winding
// numbers not 0, and 0) lies in the prism between a triangle T of B and its image: at most `depth` below
// T's plane along its normal, and at most `reach` from T; below one without area only the latter. So as
// long as a solid A that was disjoint from B' has not met its surface, no point of A in B is deeper than
// that. Proof: moving all vertices evenly from B to B' sweeps the prisms; the winding number about a
// point changes only when the surface passes it. The prism is in the convex hull of the corners of T and
// of their images, where both the depth below a plane and the distance from a triangle are largest at a
// corner. In the other direction: near triangles whose corners moved by at least `least`, A may go
// `least` deep.
//
// Limits. Of an open mesh only the sides that normals point to are moved, and the claim holds where no
// path leads around its border. At reflex edges depth along the normals, not the distance, is kept to
// `depth`; `reach` says how much farther. Where a wall is thinner than twice the depth, its two sides
// pass each other. The triangles that join the sides turn over then, and are counted. Two shells that no
// triangles join, as of a hollow ball, are not compared.
#ifndef CD_MESH_INSET_H
#define CD_MESH_INSET_H

#include "mesh/mesh_data.h"

// The moved vertices[vertexCount], in the mesh's order and less its centre. Normals point outwards if a
// closed mesh's volume is positive, else they are taken as the opposite.
// @errors false: no memory
bool cdInsetVertices(const cdMesh *mesh, double depth, cdVec3 *vertices, cdInset *inset);

// A mesh of them without parts; `def` says all but its points and triangles. Features have the original ids.
// @errors NULL: no memory
cdMesh *cdBuildInsetMesh(const cdMesh *mesh, const cdMeshDef *def, cdInset *inset);

#endif
