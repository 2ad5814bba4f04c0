// Saves a world to bytes.
//
// Input: a world between two steps. Output: a seal, then the counts, the settings, and each body with its
// shapes and the marks of their meshes, node of a path, joint, pair, contact and event.
#include "collision/world_snapshot.h"
#include "foundation/memory/hooks.h"
#include "world/snapshot/active_fields.h"
#include "world/snapshot/snapshot.h"
#include "world/snapshot/world_fields.h"

static void archiveBody(cdArchive *archive, cdWorld *world, cdWorldBody *body, const cdWorldCounts *counts) {
    cdArchiveBody(archive, body, counts);
    for (int32_t i = 0; i < body->shapeCount; i++) {
        cdWorldShape *shape = &world->shapes[body->firstShape + i];
        cdMeshMark mark = cdMarkMesh(shape->mesh);
        cdArchiveMeshMark(archive, &mark);
        cdArchiveShape(archive, shape);
    }
}

static void archiveItems(cdArchive *archive, cdWorld *world) {
    int32_t bodies = world->bodyCount;
    cdWorldCounts counts = {bodies,           world->shapeCount,   world->jointCount, world->nodeCount,
                            world->pairCount, world->contactCount, world->eventCount, world->shownEventCount};
    cdArchiveCounts(archive, &counts);
    cdArchiveSettings(archive, world);
    cdArchiveStillMargin(archive, world);
    for (int32_t i = 0; i < bodies; i++) {
        archiveBody(archive, world, &world->bodies[i], &counts);
        cdArchiveActivity(archive, &world->bodies[i], &world->active[i]);
    }
    for (int32_t i = 0; i < counts.nodes; i++)
        cdArchiveNode(archive, &world->nodes[i]);
    for (int32_t i = 0; i < counts.joints; i++)
        cdArchiveJoint(archive, &world->joints[i], bodies);
    for (int32_t i = 0; i < counts.pairs; i++) {
        cdArchivePair(archive, world->pairs[i], bodies);
        cdArchiveEntry(archive, &world->entries[i], counts.contacts);
    }
    for (int32_t i = 0; i < counts.contacts; i++)
        cdArchiveContact(archive, &world->contacts[i], bodies);
    for (int32_t i = 0; i < counts.events; i++)
        cdArchiveEvent(archive, &world->events[i], bodies);
}

size_t cdSaveWorld(const cdWorld *world, void *bytes, size_t capacity) {
    if (!CD_REQUIRE(world != NULL && (bytes != NULL || capacity == 0))) return 0;
    cdWorld *items = (cdWorld *)world; // an archive changes items only when it reads
    cdArchive measured = {.at = CD_SEAL_SIZE};
    archiveItems(&measured, items);
    if (measured.at > capacity) return measured.at;
    cdArchive written = {.to = bytes, .at = CD_SEAL_SIZE};
    archiveItems(&written, items);
    cdSeal(bytes, measured.at, CD_SNAPSHOT_KIND, CD_SNAPSHOT_VERSION);
    return measured.at;
}
