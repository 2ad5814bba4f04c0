// Coarser levels of a surface by meshoptimizer's simplifier: edge collapses in the order of their quadric
// error (M. Garland and P. Heckbert, "Surface simplification using quadric error metrics", SIGGRAPH 1997).
//
// Each level is simplified from the one before; its error is the sum of the errors so far. meshoptimizer
// joins vertices with equal positions, so creases stay closed. It allocates by `new`, which throws; this file
// is C++ to catch that.
#include "engine/simplify.h"

#include "engine/message.h"

#include <cstdlib>
#include <cstring>
#include <meshoptimizer.h>
#include <new>

static const int32_t worthwhile = 6000; // triangles; smaller surfaces draw fast enough
static const float maxError = 0.02f;    // limit of each level, as a fraction of the surface's largest extent

// Computes the level after one of `count` triangles; no indices: no memory. The error covers only this step.
static gxLevel simplifyOnce(const gxSurface *surface, const uint32_t *indices, int32_t count) {
    size_t cornerCount = 3 * static_cast<size_t>(count), wanted = 3 * static_cast<size_t>(count / 2);
    gxLevel level = {};
    level.indices = static_cast<uint32_t *>(malloc(cornerCount * sizeof(uint32_t)));
    if (level.indices == nullptr) return level;
    const float *positions = surface->vertices->position;
    size_t vertexCount = static_cast<size_t>(surface->vertexCount);
    try {
        size_t kept = meshopt_simplify(level.indices, indices, cornerCount, positions, vertexCount,
                                       sizeof(gxVertex), wanted, maxError, 0, &level.error);
        level.triangleCount = static_cast<int32_t>(kept / 3);
    } catch (const std::bad_alloc &) {
        free(level.indices);
        level.indices = nullptr;
        return level;
    }
    level.error *= meshopt_simplifyScale(positions, vertexCount, sizeof(gxVertex));
    void *smaller = realloc(level.indices, 3 * static_cast<size_t>(level.triangleCount) * sizeof(uint32_t));
    if (smaller != nullptr) level.indices = static_cast<uint32_t *>(smaller);
    return level;
}

gxLevels gxMakeLevels(const gxSurface *surface) {
    gxLevels levels = {};
    if (surface->triangleCount <= worthwhile) return levels;
    const uint32_t *indices = surface->indices;
    int32_t count = surface->triangleCount;
    float error = 0.0f;
    while (levels.count < GX_LEVEL_MAX && count > worthwhile) {
        gxLevel level = simplifyOnce(surface, indices, count);
        if (level.indices == nullptr) gxReportNoMemory();
        if (level.triangleCount == 0 || level.triangleCount > count / 2 + count / 8) {
            free(level.indices); // borders and creases prevent further collapses
            break;
        }
        error += level.error;
        level.error = error;
        levels.levels[levels.count++] = level;
        indices = level.indices;
        count = level.triangleCount;
    }
    return levels;
}

void gxFreeLevels(gxLevels *levels) {
    for (int32_t i = 0; i < levels->count; ++i)
        free(levels->levels[i].indices);
    *levels = {};
}
