// Coarser levels of a surface, to draw it small: fewer triangles over the same vertices.
#ifndef GX_SIMPLIFY_H
#define GX_SIMPLIFY_H

#include "engine/normals.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxLevel {
    uint32_t *indices; // indices[3 * triangleCount], into the surface's vertices
    int32_t triangleCount;
    float error; // maximum distance from the surface, estimated over all collapses, in its unit
} gxLevel;

enum { GX_LEVEL_MAX = 4 };

typedef struct gxLevels {
    gxLevel levels[GX_LEVEL_MAX]; // each about half of the one before, without the surface itself
    int32_t count;                // 0: the surface is small already, or there is no memory
} gxLevels;

// Simplifies a surface. Open borders stay fixed; closed surfaces stay closed. Deterministic. @errors fewer
// levels, with an engine message: no memory
gxLevels gxMakeLevels(const gxSurface *surface);
void gxFreeLevels(gxLevels *levels);

#ifdef __cplusplus
}
#endif
#endif
