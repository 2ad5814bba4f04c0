// Saves a world to bytes.
//
// Input: a world between two steps. Output: a header, then the counts, the settings, and each body with its
// shapes and the marks of their meshes, node of a path, joint, pair, contact and event. The checksum is FNV's
// over words of eight bytes (G. Fowler, L. C. Noll, K.-P. Vo) with a final mix of the high bits, in four
// interleaved sums for speed: any single changed word changes it.
#include "collision/world_snapshot.h"
#include "foundation/memory/hooks.h"
#include "world/snapshot/snapshot.h"
#include "world/snapshot/world_fields.h"

enum { SUMS = 4, WORD = sizeof(uint64_t) };

static const uint64_t BASIS = UINT64_C(0xcbf29ce484222325), PRIME = UINT64_C(0x100000001b3);

static uint64_t addWord(uint64_t sum, const unsigned char *bytes, size_t size) {
    uint64_t word = 0;
    memcpy(&word, bytes, size);
    sum = (sum ^ word) * PRIME;
    return sum ^ (sum >> 29); // both steps are invertible, so different words give different sums
}

uint64_t cdSumSnapshot(const unsigned char *bytes, size_t size) {
    uint64_t sums[SUMS] = {BASIS, BASIS + 1, BASIS + 2, BASIS + 3}, sum = BASIS;
    size_t at = sizeof(cdSnapshotHeader);
    for (; size - at >= SUMS * WORD; at += SUMS * WORD)
        for (size_t i = 0; i < SUMS; i++)
            sums[i] = addWord(sums[i], bytes + at + i * WORD, WORD);
    for (size_t i = 0; at < size; at += WORD, i++)
        sums[i] = addWord(sums[i], bytes + at, size - at < WORD ? size - at : WORD);
    for (size_t i = 0; i < offsetof(cdSnapshotHeader, checksum); i += WORD)
        sum = addWord(sum, bytes + i, WORD);
    for (size_t i = 0; i < SUMS; i++)
        sum = addWord(sum, (const unsigned char *)&sums[i], WORD);
    return sum;
}

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
    for (int32_t i = 0; i < bodies; i++)
        archiveBody(archive, world, &world->bodies[i], &counts);
    for (int32_t i = 0; i < counts.nodes; i++)
        cdArchiveNode(archive, &world->nodes[i]);
    for (int32_t i = 0; i < counts.joints; i++)
        cdArchiveJoint(archive, &world->joints[i], bodies);
    for (int32_t i = 0; i < counts.pairs; i++)
        cdArchivePair(archive, world->pairs[i], bodies);
    for (int32_t i = 0; i < counts.contacts; i++)
        cdArchiveContact(archive, &world->contacts[i], bodies);
    for (int32_t i = 0; i < counts.events; i++)
        cdArchiveEvent(archive, &world->events[i], bodies);
}

size_t cdSaveWorld(const cdWorld *world, void *bytes, size_t capacity) {
    if (!CD_REQUIRE(world != NULL && (bytes != NULL || capacity == 0))) return 0;
    cdWorld *items = (cdWorld *)world; // an archive changes items only when it reads
    cdArchive measured = {.at = sizeof(cdSnapshotHeader)};
    archiveItems(&measured, items);
    if (measured.at > capacity) return measured.at;
    cdArchive written = {.to = bytes, .at = sizeof(cdSnapshotHeader)};
    archiveItems(&written, items);
    cdSnapshotHeader header = {.magic = CD_SNAPSHOT_MAGIC,
                               .version = CD_SNAPSHOT_VERSION,
                               .realSize = sizeof(double),
                               .size = measured.at};
    memcpy(bytes, &header, sizeof header);
    header.checksum = cdSumSnapshot(bytes, measured.at);
    memcpy(bytes, &header, sizeof header);
    return measured.at;
}
