// Sphere tree of a mesh [RKC01 3.1, 4.4]: leaf spheres of at most one radius covering the surface, inner
// spheres by divide and conquer, labels.
#ifndef CD_SPHERE_TREE_H
#define CD_SPHERE_TREE_H

#include "mesh/mesh_data.h"

enum { CD_LEAF_ENTRY_MAX = 8 }; // triangles of one leaf, at most

// A tree that is built, before it is packed into the mesh's block.
typedef struct cdTreeBuild cdTreeBuild;

// Builds the tree of a mesh whose geometry arrays (vertices, triangles, ownedElements) are filled.
// Sets the counts of `tree`, which must exist until the build is freed. `leafRadius` 0 chooses automatically.
// @errors NULL: no memory
cdTreeBuild *cdBuildSphereTree(const cdMesh *mesh, const cdVec3 *normals, double leafRadius,
                               cdSphereTree *tree);
// Fills the arrays of a tree with the same counts, and labelCount.
// @errors false: no memory
bool cdPackSphereTree(const cdTreeBuild *build, cdSphereTree *tree);
void cdFreeTreeBuild(cdTreeBuild *build); // NULL is allowed

#endif
