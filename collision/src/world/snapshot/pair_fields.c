// The members of a pair of shapes that a snapshot has, each once: see world_fields.c, also for those left
// out.
//
// Input: a pair and an archive. Output: its members, in the order of the struct.
#include "foundation/numbers/float_mode.h"
#include "world/contacts/contact_set.h"
#include "world/snapshot/world_fields.h"

enum { POINT_KINDS = CD_POINT_AROUND + 1, FEATURE_KINDS = CD_FEATURE_FACE + 1 };
enum { LOCATION_KINDS = CD_ON_FACE + 1, NORMAL_ORIGINS = CD_NORMALS_SHRUNK + 1 };
enum { STATES = CD_OVERLAP + 1, REASONS = CD_REASON_PRECISION + 1 };

// Queries test each number of a cache before they use it.
static void archiveHulls(cdArchive *archive, cdConvexCache *cache) {
    _Static_assert(CD_HAS_SIZE(cdConvexCache, 72), "see above");
    cdArchiveInt(archive, &cache->state, INT32_MIN, INT32_MAX);
    cdArchiveInt(archive, &cache->vertexA, INT32_MIN, INT32_MAX);
    cdArchiveInt(archive, &cache->vertexB, INT32_MIN, INT32_MAX);
    cdArchiveBytes(archive, cache->witnessA, sizeof cache->witnessA);
    cdArchiveBytes(archive, cache->witnessB, sizeof cache->witnessB);
    cdArchiveVec3(archive, &cache->vector);
}

static void archiveCache(cdArchive *archive, cdPairCache *cache) {
    _Static_assert(CD_HAS_SIZE(cdPairCache, 184), "see above");
    int32_t *const numbers[] = {&cache->kind,        &cache->elementA, &cache->elementB, &cache->hitCount,
                                &cache->nearestKind, &cache->nearestA, &cache->nearestB};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        cdArchiveInt(archive, numbers[i], INT32_MIN, INT32_MAX);
    cdArchiveDouble(archive, &cache->opened);
    archiveHulls(archive, &cache->convex);
    archiveHulls(archive, &cache->still);
}

static void archiveLocation(cdArchive *archive, cdLocation *location) {
    cdArchiveKind(archive, &location->kind, LOCATION_KINDS);
    cdArchiveInt(archive, &location->index, -1, INT32_MAX);
}

static void archiveOffsets(cdArchive *archive, cdPointOffsets *offsets) {
    cdArchiveDouble(archive, &offsets->a);
    cdArchiveDouble(archive, &offsets->b);
}

static void archivePoint(cdArchive *archive, cdContactPoint *point) {
    _Static_assert(CD_HAS_SIZE(cdContactPoint, 200), "see above");
    cdArchiveKind(archive, &point->kind, POINT_KINDS);
    cdArchiveVec3(archive, &point->localA);
    cdArchiveVec3(archive, &point->localB);
    cdArchiveVec3(archive, &point->normal);
    cdArchiveVec3(archive, &point->edgeA);
    cdArchiveVec3(archive, &point->edgeB);
    archiveOffsets(archive, &point->offsets);
    cdArchiveKind(archive, &point->featureA, FEATURE_KINDS);
    cdArchiveKind(archive, &point->featureB, FEATURE_KINDS);
    archiveLocation(archive, &point->locationA);
    archiveLocation(archive, &point->locationB);
    cdArchiveInt(archive, &point->corner, 0, INT32_MAX);
    cdArchiveBool(archive, &point->atBorder);
    cdArchiveDouble(archive, &point->impulse);
    cdArchiveBytes(archive, point->friction, sizeof point->friction);
}

static void archiveRegion(cdArchive *archive, cdContactRegion *region) {
    _Static_assert(CD_HAS_SIZE(cdContactRegion, 136), "see above");
    cdArchiveInt(archive, &region->dimension, 0, 2);
    archiveLocation(archive, &region->locationA);
    archiveLocation(archive, &region->locationB);
    cdArchiveInt(archive, &region->firstPoint, 0, INT32_MAX);
    cdArchiveInt(archive, &region->pointCount, 0, INT32_MAX);
    cdArchiveDouble(archive, &region->measure);
    cdArchiveBool(archive, &region->sufficient);
    cdArchiveBool(archive, &region->indeterminate);
    cdArchiveInt(archive, &region->normalCount, 0, 3);
    for (int32_t i = 0; i < region->normalCount; i++)
        cdArchiveVec3(archive, &region->normals[i]);
    cdArchiveKind(archive, &region->origin, NORMAL_ORIGINS);
    cdArchiveInt(archive, &region->age, 0, INT32_MAX);
}

static void archiveRegions(cdArchive *archive, cdContactRegions *regions) {
    _Static_assert(CD_HAS_SIZE(cdContactRegions, 128), "see above");
    cdArchiveInt(archive, &regions->regionCount, 0, CD_PAIR_REGIONS);
    for (int32_t i = 0; i < regions->regionCount; i++)
        archiveRegion(archive, &regions->regions[i]);
    cdArchiveKind(archive, &regions->state, STATES);
    cdArchiveKind(archive, &regions->reason, REASONS);
    cdArchiveDouble(archive, &regions->tolerance);
}

static void archivePoints(cdArchive *archive, cdWorldPair *pair) {
    cdArchiveBool(archive, &pair->touches);
    cdArchiveBool(archive, &pair->wasTouching);
    cdArchivePose(archive, &pair->seenA);
    cdArchivePose(archive, &pair->seenB);
    cdArchivePose(archive, &pair->foundA);
    cdArchivePose(archive, &pair->foundB);
    cdArchiveInt(archive, &pair->pointCount, 0, CD_PAIR_POINTS);
    cdArchiveInt(archive, &pair->regionPointCount, 0, pair->pointCount);
    for (int32_t i = 0; i < pair->pointCount; i++)
        archivePoint(archive, &pair->points[i]);
    archiveRegions(archive, &pair->regions);
    cdArchiveVec3(archive, &pair->lastPoint);
    cdArchiveVec3(archive, &pair->lastNormal);
}

static void archivePassage(cdArchive *archive, cdPassage *passage) {
    _Static_assert(CD_HAS_SIZE(cdPassage, 64), "see above");
    cdArchiveBool(archive, &passage->happens);
    cdArchiveDouble(archive, &passage->fraction);
    cdArchiveVec3(archive, &passage->point);
    cdArchiveVec3(archive, &passage->normal);
}

static void archiveFiltering(cdArchive *archive, cdWorldPair *pair) {
    _Static_assert(CD_HAS_SIZE(cdSensing, 200), "see above");
    cdSensing *sensing = &pair->sensing;
    cdArchiveBool(archive, &pair->passes);
    cdArchiveBool(archive, &pair->senses);
    cdArchiveBool(archive, &pair->asks);
    cdArchiveBool(archive, &sensing->known);
    cdArchiveBool(archive, &sensing->inside);
    cdArchivePose(archive, &sensing->at);
    cdArchiveBool(archive, &sensing->startsInside);
    cdArchiveBool(archive, &sensing->endsInside);
    archivePassage(archive, &sensing->enters);
    archivePassage(archive, &sensing->leaves);
}

void cdArchivePair(cdArchive *archive, cdWorldPair *pair, int32_t bodyCount) {
    _Static_assert(CD_HAS_SIZE(cdWorldPair, 1216), "see above");
    cdArchiveInt(archive, &pair->bodyA, 0, bodyCount - 1);
    cdArchiveInt(archive, &pair->bodyB, 0, bodyCount - 1);
    cdArchiveInt(archive, &pair->shapeA, 0, CD_BODY_SHAPE_MAX - 1);
    cdArchiveInt(archive, &pair->shapeB, 0, CD_BODY_SHAPE_MAX - 1);
    archiveCache(archive, &pair->cache);
    archiveOffsets(archive, &pair->offsets);
    archivePoints(archive, pair);
    cdArchiveDouble(archive, &pair->impactSpeed);
    cdArchiveDouble(archive, &pair->impulseSum);
    cdArchiveVec3(archive, &pair->impactPoint);
    cdArchiveVec3(archive, &pair->impactNormal);
    cdArchiveDouble(archive, &pair->reach);
    for (int k = 0; k < 2; k++) {
        cdArchivePose(archive, &pair->freeFrom[k]);
        cdArchivePose(archive, &pair->freeTo[k]);
    }
    cdArchivePose(archive, &pair->clearAt);
    cdArchiveDouble(archive, &pair->clearance);
    cdArchiveBool(archive, &pair->arrives);
    cdArchiveBool(archive, &pair->crosses);
    archiveFiltering(archive, pair);
}
