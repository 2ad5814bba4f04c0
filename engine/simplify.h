// Coarser versions of a surface, for drawing it small: fewer triangles over the same vertices.
#ifndef GX_SIMPLIFY_H
#define GX_SIMPLIFY_H

#include "engine/normals.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxLevel {
    uint32_t *indices; // indices[3 * triangleCount], into the surface's vertices
    int32_t triangleCount;
    float error; // distance from the surface, in its unit: the largest estimate of any collapse
} gxLevel;

enum { GX_LEVEL_MAX = 4 };

typedef struct gxLevels {
    gxLevel levels[GX_LEVEL_MAX]; // each about half of the one before; the surface itself is not among them
    int32_t count;                // 0: the surface is small already, or there is no memory
} gxLevels;

// Open borders stay where they are, and closed surfaces stay closed. The same surface gives the same levels.
// @errors fewer levels, with an engine message: no memory
gxLevels gxMakeLevels(const gxSurface *surface);
void gxFreeLevels(gxLevels *levels);

#ifdef __cplusplus
}
#endif
#endif
