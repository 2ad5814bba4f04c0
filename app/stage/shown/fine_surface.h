// Subdivides a mesh's triangles so finely that values at the corners can be interpolated.
#ifndef APP_FINE_SURFACE_H
#define APP_FINE_SURFACE_H

#include "collision/mesh.h"
#include "engine/normals.h"

#include <stdatomic.h>

// Origin of a triangle: the mesh's triangle, and the barycentric coordinates of each corner in it.
typedef struct FineOrigin {
    int32_t triangle;
    float shares[3][3];
} FineOrigin;

typedef struct FineSurface {
    const cdVec3 *points; // points[pointCount], local frame less the mesh's centre; the mesh's vertices first
    const int32_t *triangles;  // triangles[3 * triangleCount], oriented as the mesh's
    const FineOrigin *origins; // origins[triangleCount]; NULL: the triangles are the mesh's own
    int32_t pointCount, triangleCount;
    bool isMesh; // no edge was cut: points and triangles are the mesh's arrays. @lifetime the mesh's
} FineSurface;

// Halves edges longer than `longest` until all are short or there are more than `triangleMax` triangles.
// Neighbours stay edge to edge. `unwanted` may be NULL; if another thread sets it, the work ends. @errors
// false: no memory, or unwanted; nothing stays allocated
bool MakeFineSurface(const cdMesh *mesh, double longest, int32_t triangleMax, const atomic_bool *unwanted,
                     FineSurface *surface);
void DestroyFineSurface(FineSurface *surface);

// Returns a mesh's triangles for drawing: smooth across flat edges, sharp across creases. @errors no
// vertices: no memory
gxSurface MakeMeshSurface(const cdMesh *mesh);
// The same for a subdivided surface, shaded like the mesh itself. @errors as MakeFineSurface
gxSurface MakeFineDrawing(const cdMesh *mesh, const FineSurface *fine, const atomic_bool *unwanted);

#endif
