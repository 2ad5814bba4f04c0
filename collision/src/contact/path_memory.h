// Size of the memory of a path in the workspace. paths/path_pieces.c uses it; reserve.c reserves it.
#ifndef CD_PATH_MEMORY_H
#define CD_PATH_MEMORY_H

#include "collision/query.h"
#include "foundation/numbers/float_mode.h"

enum { CD_PATH_ALIGNMENT = 64 }; // bytes

static inline size_t cdAlignPathSize(size_t size) {
    return (size + CD_PATH_ALIGNMENT - 1) / CD_PATH_ALIGNMENT * CD_PATH_ALIGNMENT;
}

// Returns the bytes of CD_WORK_PATH: a cache and a safety distance for each pair, a mesh with two poses for
// each obstacle.
static inline size_t cdGetPathSize(int32_t shapeCount, int32_t obstacleCount) {
    size_t obstacles = (size_t)obstacleCount, pairs = (size_t)shapeCount * obstacles;
    return cdAlignPathSize(pairs * sizeof(cdPairCache)) + cdAlignPathSize(pairs * sizeof(double)) +
           cdAlignPathSize(obstacles * sizeof(cdObstacle)) + cdAlignPathSize(obstacles * sizeof(cdPose)) +
           CD_PATH_ALIGNMENT;
}

#endif
