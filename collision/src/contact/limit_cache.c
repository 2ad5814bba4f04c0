// The limits where the last slide ended, kept for the next one.
//
// Input: limits at a pose. Output: the same limits, when everything they depend on is bit for bit as it was:
// the surfaces, the poses, the tolerances. The intended motion is not among these: it chooses among
// indeterminate normals alone, and limits with such a normal are not kept. So a cache never changes a result.
#include "contact/slide_limits.h"

#include <string.h>

enum { CACHE_ROWS = 32, CACHE_OBSTACLES = 16 };

typedef struct LimitCache {
    const cdSurface *surface; // NULL: empty
    const cdSurface *surfaces[CACHE_OBSTACLES];
    cdPose pose, poses[CACHE_OBSTACLES];
    double tolerances[CACHE_OBSTACLES];
    double tolerance;
    int32_t obstacleCount, rowCount, regionCount;
    cdLimitMark marks[CACHE_ROWS];
} LimitCache;

_Static_assert(sizeof(LimitCache) <= (CD_SLIDE_CACHE_WORDS - CD_KEPT_LIST_WORDS) * sizeof(double),
               "the cache has room for the limits");

// Bit for bit: 0 and -0 may lead to different results.
static bool hasSameBits(const cdPose *a, const cdPose *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool isOf(const LimitCache *cache, const cdSlideInput *input, cdPose pose) {
    const cdObstaclesInput *step = &input->step;
    if (cache->surface != input->surface || !hasSameBits(&cache->pose, &pose)) return false;
    if (cache->obstacleCount != step->obstacleCount) return false;
    for (int32_t i = 0; i < step->obstacleCount; i++) {
        bool same = cache->surfaces[i] == input->obstacleSurfaces[i] &&
                    hasSameBits(&cache->poses[i], &step->obstacles[i].pose) &&
                    cache->tolerances[i] == cdGetLimitTolerance(input, i);
        if (!same) return false;
    }
    return true;
}

// false: there are no limits of this pose.
static bool readCache(const cdSlideInput *input, cdPose pose, LimitCache *cache) {
    if (input->cache == NULL) return false;
    memcpy(cache, input->cache, sizeof *cache);
    return cache->surface != NULL && isOf(cache, input, pose);
}

bool cdHasLimitCache(const cdSlideInput *input, cdPose pose) {
    LimitCache cache;
    return readCache(input, pose, &cache);
}

bool cdReadLimitCache(const cdSlideInput *input, cdPose pose, cdVec3 center, cdSlideLimits *limits) {
    LimitCache cache;
    if (!readCache(input, pose, &cache)) return false;
    limits->rowCount = 0;
    limits->regionCount = cache.regionCount;
    limits->tolerance = cache.tolerance;
    for (int32_t i = 0; i < cache.rowCount; i++)
        cdAddLimit(limits, center, cache.marks[i]);
    return true;
}

static bool isFit(const cdSlideInput *input, const cdSlideLimits *limits) {
    if (limits->rowCount > CACHE_ROWS || input->step.obstacleCount > CACHE_OBSTACLES) return false;
    for (int32_t i = 0; i < limits->rowCount; i++)
        if (!limits->marks[i].certain) return false;
    return true;
}

void cdWriteLimitCache(const cdSlideInput *input, cdPose pose, bool whole, const cdSlideLimits *limits) {
    const cdObstaclesInput *step = &input->step;
    LimitCache cache = {.surface = NULL};
    if (whole && isFit(input, limits)) {
        for (int32_t i = 0; i < limits->rowCount; i++)
            cache.marks[i] = limits->marks[i];
        for (int32_t i = 0; i < step->obstacleCount; i++) {
            cache.surfaces[i] = input->obstacleSurfaces[i];
            cache.poses[i] = step->obstacles[i].pose;
            cache.tolerances[i] = cdGetLimitTolerance(input, i);
        }
        cache.surface = input->surface;
        cache.pose = pose;
        cache.tolerance = limits->tolerance;
        cache.obstacleCount = step->obstacleCount;
        cache.rowCount = limits->rowCount;
        cache.regionCount = limits->regionCount;
    }
    memcpy(input->cache, &cache, sizeof cache);
}
