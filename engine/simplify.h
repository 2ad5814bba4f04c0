// Coarser versions of a surface, for drawing it small: fewer triangles over the same vertices.
#ifndef GX_SIMPLIFY_H
#define GX_SIMPLIFY_H

#include "engine/normals.h"

typedef struct gxLevel {
    uint32_t *indices; // indices[3 * triangleCount], into the surface's vertices
    int32_t triangleCount;
    float error; // how far from the surface it strays, in its unit
} gxLevel;

enum { GX_LEVEL_MAX = 4 };

typedef struct gxLevels {
    gxLevel levels[GX_LEVEL_MAX]; // each about half of the one before; the surface itself is not among them
    int32_t count;                // 0: it is small already, or there is no memory
} gxLevels;

gxLevels gxMakeLevels(const gxSurface *surface);
void gxFreeLevels(gxLevels *levels);

#endif
