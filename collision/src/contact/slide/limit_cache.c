// The limits at the end of the last slide, kept for the next one.
//
// Input: limits at a pose. Output: the same limits, if everything they depend on is bit for bit the same: the
// meshes, the poses, the tolerances, the safety distance. The intended motion is not among these: it chooses
// among indeterminate normals alone, and limits with such a normal are not kept. So a cache never changes a
// result.
#include "contact/slide/slide_limits.h"

#include <string.h>

enum { CACHE_ROWS = 32, CACHE_OBSTACLES = 16, CACHE_SHAPES = 8, CACHE_PAIRS = 64 };

typedef struct LimitCache {
    uint64_t shapes[CACHE_SHAPES], meshes[CACHE_OBSTACLES]; // cdMesh.id
    cdPose pose, shapePoses[CACHE_SHAPES], poses[CACHE_OBSTACLES];
    double tolerances[CACHE_PAIRS];
    double tolerance, safetyDistance;
    int32_t shapeCount; // 0: empty
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
    if (cache->shapeCount != input->shapeCount || !hasSameBits(&cache->pose, &pose)) return false;
    if (cache->obstacleCount != step->obstacleCount || cache->safetyDistance != step->safetyDistance)
        return false;
    for (int32_t i = 0; i < input->shapeCount; i++)
        if (cache->shapes[i] != input->shapes[i].mesh->id ||
            !hasSameBits(&cache->shapePoses[i], &input->shapes[i].pose))
            return false;
    for (int32_t i = 0; i < step->obstacleCount; i++)
        if (cache->meshes[i] != step->obstacles[i].mesh->id ||
            !hasSameBits(&cache->poses[i], &step->obstacles[i].pose))
            return false;
    int64_t pairCount = cdCountSlidePairs(input);
    for (int64_t i = 0; i < pairCount; i++)
        if (cache->tolerances[i] != cdGetLimitTolerance(input, cdGetSlidePair(input, i))) return false;
    return true;
}

// @errors false: there are no limits of this pose
static bool readCache(const cdSlideInput *input, const cdSlideCache *from, cdPose pose, LimitCache *cache) {
    if (from == NULL) return false;
    memcpy(cache, from->words, sizeof *cache);
    return cache->shapeCount > 0 && isOf(cache, input, pose);
}

bool cdHasLimitCache(const cdSlideInput *input, const cdSlideCache *from, cdPose pose) {
    LimitCache cache;
    return readCache(input, from, pose, &cache);
}

bool cdReadLimitCache(const cdLimitRequest *request, cdSlideLimits *limits) {
    LimitCache cache;
    if (!readCache(request->input, request->cache, request->pose, &cache)) return false;
    limits->rowCount = 0;
    limits->regionCount = cache.regionCount;
    limits->tolerance = cache.tolerance;
    for (int32_t i = 0; i < cache.rowCount; i++)
        cdAddLimit(limits, request->center, cache.marks[i]);
    return true;
}

static bool isFit(const cdSlideInput *input, const cdSlideLimits *limits) {
    if (limits->rowCount > CACHE_ROWS || input->step.obstacleCount > CACHE_OBSTACLES) return false;
    if (input->shapeCount > CACHE_SHAPES || cdCountSlidePairs(input) > CACHE_PAIRS) return false;
    for (int32_t i = 0; i < limits->rowCount; i++)
        if (!limits->marks[i].certain) return false;
    return true;
}

static void writeInput(const cdSlideInput *input, LimitCache *cache) {
    const cdObstaclesInput *step = &input->step;
    for (int32_t i = 0; i < input->shapeCount; i++) {
        cache->shapes[i] = input->shapes[i].mesh->id;
        cache->shapePoses[i] = input->shapes[i].pose;
    }
    for (int32_t i = 0; i < step->obstacleCount; i++) {
        cache->meshes[i] = step->obstacles[i].mesh->id;
        cache->poses[i] = step->obstacles[i].pose;
    }
    int64_t pairCount = cdCountSlidePairs(input);
    for (int64_t i = 0; i < pairCount; i++)
        cache->tolerances[i] = cdGetLimitTolerance(input, cdGetSlidePair(input, i));
    cache->shapeCount = input->shapeCount;
    cache->obstacleCount = step->obstacleCount;
    cache->safetyDistance = step->safetyDistance;
}

void cdWriteLimitCache(const cdLimitRequest *request, bool whole, const cdSlideLimits *limits) {
    const cdSlideInput *input = request->input;
    LimitCache cache = {.shapeCount = 0};
    if (whole && isFit(input, limits)) {
        for (int32_t i = 0; i < limits->rowCount; i++)
            cache.marks[i] = limits->marks[i];
        writeInput(input, &cache);
        cache.pose = request->pose;
        cache.tolerance = limits->tolerance;
        cache.rowCount = limits->rowCount;
        cache.regionCount = limits->regionCount;
    }
    memcpy(request->cache->words, &cache, sizeof cache);
}
