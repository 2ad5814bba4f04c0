// A mesh's triangles cut fine enough that a value at each corner says what happens between.
#ifndef APP_FINE_SURFACE_H
#define APP_FINE_SURFACE_H

#include "collision/mesh.h"
#include "engine/normals.h"

#include <stdatomic.h>

// Where a triangle comes from: the mesh's triangle, and at each corner the shares of that triangle's corners.
typedef struct FineOrigin {
    int32_t triangle;
    float shares[3][3];
} FineOrigin;

typedef struct FineSurface {
    const cdVec3 *points;      // points[pointCount], local frame less the mesh's centre; its vertices first
    const int32_t *triangles;  // triangles[3 * triangleCount], turned as the mesh's
    const FineOrigin *origins; // origins[triangleCount]; NULL: the triangles are the mesh's own
    int32_t pointCount, triangleCount;
    bool isMesh; // no edge was cut: points and triangles are the mesh's arrays. @lifetime the mesh's
} FineSurface;

// Halves edges longer than `longest` until none is left, or until there are more than `triangleMost`
// triangles. Neighbours stay edge to edge. `unwanted` may be NULL; set by another thread it ends the work.
// @errors false: no memory, or unwanted; nothing is left allocated
bool MakeFineSurface(const cdMesh *mesh, double longest, int32_t triangleMost, const atomic_bool *unwanted,
                     FineSurface *surface);
void DestroyFineSurface(FineSurface *surface);

// A mesh's triangles as pictures need them: smooth across gentle edges, sharp across creases.
// @errors no vertices: no memory
gxSurface MakeMeshSurface(const cdMesh *mesh);
// The same of a fine surface that was cut, shaded like the mesh itself. @errors as MakeFineSurface
gxSurface MakeFineDrawing(const cdMesh *mesh, const FineSurface *fine, const atomic_bool *unwanted);

#endif
