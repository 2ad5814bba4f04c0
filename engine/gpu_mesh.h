// A surface in GPU memory.
#ifndef GX_GPU_MESH_H
#define GX_GPU_MESH_H

#include "engine/mesh_blocks.h"
#include "engine/simplify.h"

#include <cglm/types-struct.h>

typedef struct gxGpuMesh gxGpuMesh;

// Uploads a surface and its coarser levels. @errors NULL: no memory
gxGpuMesh *gxCreateGpuMesh(const gxSurface *surface);
// Does the same with coarser levels that are built already, perhaps in another thread. Takes ownership of the
// levels, also on error. @errors NULL: no memory
gxGpuMesh *gxCreateLevelledGpuMesh(const gxSurface *surface, gxLevels *levels);
// Does the same without coarser levels, with a value at each vertex: attribute 2. @errors NULL: no memory
gxGpuMesh *gxCreateValuedGpuMesh(const gxSurface *surface);
// Another mesh of the same vertices, triangles and levels, which both share, with values of its own.
// @errors NULL: no memory
gxGpuMesh *gxCreateValuedTwin(const gxGpuMesh *mesh);
void gxSetGpuMeshValues(gxGpuMesh *mesh, const float *values); // values[vertexCount]
// Returns a number that changes with the values.
uint32_t gxGetGpuMeshVersion(const gxGpuMesh *mesh);
void gxDestroyGpuMesh(gxGpuMesh *mesh);

// Draws, with the current program, the coarsest level within `tolerance` of the surface, a length (0: the
// surface itself). Positions are attribute 0, normals attribute 1.
void gxDrawGpuMesh(const gxGpuMesh *mesh, float tolerance);
// Draws the edges of all triangles of the surface itself as lines, each edge once for each of its triangles.
void gxDrawGpuMeshLines(gxGpuMesh *mesh);
// Draws the blocks of that level that may have pixels in the part.
void gxDrawGpuMeshWithin(const gxGpuMesh *mesh, float tolerance, const gxPart *part);
// Draws at most so many triangles of that level from the triangle `first` on. Returns true if these are its
// last ones.
bool gxDrawGpuMeshPart(const gxGpuMesh *mesh, float tolerance, int32_t first, int32_t most);

// Draws the same level sorted back to front along `direction`, in the mesh's frame, for blending.
void gxDrawGpuMeshSorted(gxGpuMesh *mesh, const float direction[3], float tolerance);

// Returns the bounding radius about the frame's origin.
float gxGetGpuMeshRadius(const gxGpuMesh *mesh);
// Returns the box around all vertices, in the mesh's frame.
void gxGetGpuMeshBox(const gxGpuMesh *mesh, vec3s *lower, vec3s *upper);
// Returns the number of boxes, at most GX_OUTLINE_MAX, that contain the triangles of all levels. @lifetime
// the mesh's
int32_t gxGetGpuMeshOutline(const gxGpuMesh *mesh, const gxBox **boxes);
int32_t gxGetGpuMeshTriangleCount(const gxGpuMesh *mesh);
int32_t gxGetGpuMeshVertexCount(const gxGpuMesh *mesh);

#endif
