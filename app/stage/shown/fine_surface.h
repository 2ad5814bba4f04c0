// A mesh's triangles cut fine enough that a value at each corner says what happens between.
#ifndef APP_FINE_SURFACE_H
#define APP_FINE_SURFACE_H

#include "collision/mesh.h"

// Where a triangle comes from: the mesh's triangle, and at each corner the shares of that triangle's corners.
typedef struct FineOrigin {
    int32_t triangle;
    float shares[3][3];
} FineOrigin;

typedef struct FineSurface {
    cdVec3 *points;      // points[pointCount], local frame less the mesh's centre; the mesh's vertices first
    int32_t *triangles;  // triangles[3 * triangleCount], turned as the mesh's
    FineOrigin *origins; // origins[triangleCount]
    int32_t pointCount, triangleCount;
} FineSurface;

// Halves edges longer than `longest` until none is left, or until there are more than `triangleMost`
// triangles. Neighbours stay edge to edge. @errors false: no memory, nothing is left allocated
bool MakeFineSurface(const cdMesh *mesh, double longest, int32_t triangleMost, FineSurface *surface);
void DestroyFineSurface(FineSurface *surface);

#endif
