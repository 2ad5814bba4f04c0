// A surface in the graphics card's memory.
#ifndef GX_GPU_MESH_H
#define GX_GPU_MESH_H

#include "engine/simplify.h"

typedef struct gxGpuMesh gxGpuMesh;

// @errors NULL: no memory
gxGpuMesh *gxCreateGpuMesh(const gxSurface *surface);
// The same with its coarser levels made already, in another thread perhaps: only the copying is left. Takes
// the levels over in any case. @errors NULL: no memory
gxGpuMesh *gxCreateLevelledGpuMesh(const gxSurface *surface, gxLevels *levels);
// The same without coarser levels, with a value at each vertex: attribute 2.
// @errors NULL: no memory
gxGpuMesh *gxCreateValuedGpuMesh(const gxSurface *surface);
// Another mesh of the same vertices, triangles and levels, which both share, with values of its own.
// @errors NULL: no memory
gxGpuMesh *gxCreateValuedTwin(const gxGpuMesh *mesh);
void gxSetGpuMeshValues(gxGpuMesh *mesh, const float *values); // values[vertexCount]
void gxDestroyGpuMesh(gxGpuMesh *mesh);

// Draws the coarsest level that strays from the surface by no more than `tolerance`, a length (0: the surface
// itself), with the program in force; positions are attribute 0, normals attribute 1.
void gxDrawGpuMesh(const gxGpuMesh *mesh, float tolerance);

// Draws the same level, the farthest triangle first as seen along `direction` in the mesh's frame, so that
// transparent surfaces blend in order.
void gxDrawGpuMeshSorted(gxGpuMesh *mesh, const float direction[3], float tolerance);

// Of the vertices about the frame's origin.
float gxGetGpuMeshRadius(const gxGpuMesh *mesh);
int32_t gxGetGpuMeshTriangleCount(const gxGpuMesh *mesh);
int32_t gxGetGpuMeshVertexCount(const gxGpuMesh *mesh);

#endif
