// Sphere tree of a mesh [RKC01 3.1, 4.4]: leaf spheres of at most one radius covering the surface, inner
// spheres by divide and conquer, labels.
#ifndef CD_SPHERE_TREE_H
#define CD_SPHERE_TREE_H

#include "mesh/mesh_data.h"

enum { CD_LEAF_ENTRY_MAX = 8 }; // triangles of one leaf, at most

// Builds the tree of a mesh whose geometry arrays (vertices, triangles, ownedElements, normals) are filled.
// The arrays of the result are allocated with cdAllocate; the caller copies them into the mesh's block and
// frees them with cdFreeSphereTree. `leafRadius` 0 chooses automatically.
// @errors false: no memory; then nothing stays allocated
bool cdBuildSphereTree(const cdMesh *mesh, double leafRadius, cdSphereTree *tree);
void cdFreeSphereTree(cdSphereTree *tree);

#endif
