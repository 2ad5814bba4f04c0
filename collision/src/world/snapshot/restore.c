// Restores a world from the bytes of a snapshot.
//
// (1) Test the seal. (2) Read every item to a place beside the world: find the mesh of each shape, and test
// that numbers are within their ranges, so that bytes whose checksum was forged are
// refused, too. (3) Reserve all memory; what is reserved changes no state of the world. (4) Read the items
// again, into the world. Nothing can fail any more.
#include "collision/world_snapshot.h"
#include "foundation/memory/hooks.h"
#include "mesh/mesh_data.h"
#include "world/contacts/contact_set.h"
#include "world/snapshot/active_fields.h"
#include "world/snapshot/snapshot.h"
#include "world/snapshot/world_fields.h"
#include "world/world_pairs.h"

typedef struct Restore {
    cdWorld *world;
    cdArchive archive; // at the first item behind the counts
    cdWorldCounts counts;
    const cdMesh *const *given; // given[givenCount]
    int32_t givenCount;
    const cdMesh **meshes; // meshes[counts.shapes]; NULL: of a body that is not present, and not needed
    const cdMesh **needed; // needed[neededCount]: each mesh of a present body once
    int32_t neededCount;
    int32_t *firstShapes; // firstShapes[counts.bodies + 1]: of each body, by its index
    cdWorldPair *pair;    // scratch
    size_t solverRoom;    // of the snapshot
} Restore;

// --- (1)

static cdRestoreResult testSeal(const unsigned char *bytes, size_t byteCount) {
    static const cdRestoreResult results[] = {[CD_SEAL_WHOLE] = CD_RESTORED,
                                              [CD_SEAL_FOREIGN] = CD_RESTORE_FOREIGN,
                                              [CD_SEAL_OTHER_VERSION] = CD_RESTORE_OTHER_VERSION,
                                              [CD_SEAL_WRONG_SIZE] = CD_RESTORE_WRONG_SIZE,
                                              [CD_SEAL_BROKEN] = CD_RESTORE_DAMAGED};
    return results[cdTestSeal(bytes, byteCount, CD_SNAPSHOT_KIND, CD_SNAPSHOT_VERSION)];
}

// --- (2)

// Tests the likely meshes first: the given one of the body's index, the body's own first one, that of the
// shape before.
static const cdMesh *findMesh(const Restore *restore, const cdMeshMark *mark, int32_t body, int32_t shape) {
    const cdWorld *world = restore->world;
    bool known = body < world->bodyCount && world->bodies[body].shapeCount > 0;
    const cdMesh *const likely[] = {body < restore->givenCount ? restore->given[body] : NULL,
                                    known ? cdGetShape(world, &world->bodies[body], 0)->mesh : NULL,
                                    shape > 0 ? restore->meshes[shape - 1] : NULL};
    for (size_t i = 0; i < sizeof likely / sizeof likely[0]; i++)
        if (cdIsMarkOf(mark, likely[i])) return likely[i];
    for (int32_t i = 0; i < restore->givenCount; i++)
        if (cdIsMarkOf(mark, restore->given[i])) return restore->given[i];
    for (int32_t i = 0; i < world->shapeCount; i++)
        if (cdIsMarkOf(mark, world->shapes[i].mesh)) return world->shapes[i].mesh;
    return NULL;
}

static void needMesh(Restore *restore, const cdMesh *mesh) {
    for (int32_t i = restore->neededCount - 1; i >= 0; i--)
        if (restore->needed[i] == mesh) return;
    restore->needed[restore->neededCount++] = mesh;
}

// Reads the shapes of a body, which are the next ones.
static cdRestoreResult testShapes(Restore *restore, cdArchive *archive, const cdWorldBody *body,
                                  int32_t index) {
    int32_t first = restore->firstShapes[index];
    if (body->shapeCount > restore->counts.shapes - first || (body->present && body->shapeCount == 0))
        return CD_RESTORE_DAMAGED;
    for (int32_t i = first; i < first + body->shapeCount; i++) {
        cdMeshMark mark = {0};
        cdWorldShape shape = {0};
        cdArchiveMeshMark(archive, &mark);
        cdArchiveShape(archive, &shape);
        if (archive->invalid) return CD_RESTORE_DAMAGED;
        restore->meshes[i] = findMesh(restore, &mark, index, i);
        if (!body->present) continue;
        if (restore->meshes[i] == NULL || !cdIsBodyMesh(restore->meshes[i])) return CD_RESTORE_NO_MESH;
        needMesh(restore, restore->meshes[i]);
    }
    restore->firstShapes[index + 1] = first + body->shapeCount;
    return CD_RESTORED;
}

static cdRestoreResult testBodies(Restore *restore, cdArchive *archive) {
    restore->firstShapes[0] = 0;
    for (int32_t i = 0; i < restore->counts.bodies; i++) {
        cdWorldBody body = {0};
        cdArchiveBody(archive, &body, &restore->counts);
        if (archive->invalid) return CD_RESTORE_DAMAGED;
        cdRestoreResult shapes = testShapes(restore, archive, &body, i);
        if (shapes != CD_RESTORED) return shapes;
        uint8_t activity = CD_STILL;
        cdArchiveActivity(archive, &body, &activity);
    }
    bool all = restore->firstShapes[restore->counts.bodies] == restore->counts.shapes;
    return all ? CD_RESTORED : CD_RESTORE_DAMAGED;
}

static bool isElement(const cdMesh *mesh, cdFeatureKind kind, int32_t index) {
    int32_t count = kind == CD_FEATURE_VERTEX ? mesh->vertexCount
                    : kind == CD_FEATURE_EDGE ? mesh->edgeCount
                                              : mesh->triangleCount;
    return kind != CD_NO_FEATURE && index >= 0 && index < count;
}

// True if the elements of a first contact are elements of both meshes, of the kinds that it reads.
static bool arePointElements(const cdContactPoint *point, const cdMesh *a, const cdMesh *b) {
    if (!cdIsTouchPoint(point)) return true;
    cdFeatureKind kindA = point->featureA, kindB = point->featureB;
    bool elements =
        isElement(a, kindA, point->locationA.index) && isElement(b, kindB, point->locationB.index);
    if (!elements || point->kind == CD_POINT_AROUND) return elements;
    if (point->corner == CD_VERTEX_FACE) return kindA == CD_FEATURE_VERTEX && kindB == CD_FEATURE_FACE;
    if (point->corner == CD_FACE_VERTEX) return kindA == CD_FEATURE_FACE && kindB == CD_FEATURE_VERTEX;
    return kindA == CD_FEATURE_EDGE && kindB == CD_FEATURE_EDGE;
}

static bool isFeature(const cdMesh *mesh, cdLocation location) {
    const cdFeaturesInfo *info = &mesh->features->info;
    int32_t count = location.kind == CD_ON_VERTEX ? info->vertexCount
                    : location.kind == CD_ON_EDGE ? info->edgeCount
                    : location.kind == CD_ON_FACE ? info->faceCount
                                                  : 0;
    return location.index >= 0 && location.index < count;
}

// True if the regions of the last search are pairs of features of both meshes.
static bool areRegionFeatures(const cdContactRegions *regions, const cdMesh *a, const cdMesh *b) {
    if (a->features == NULL || b->features == NULL) return regions->regionCount == 0;
    for (int32_t i = 0; i < regions->regionCount; i++) {
        const cdContactRegion *region = &regions->regions[i];
        if (!isFeature(a, region->locationA) || !isFeature(b, region->locationB)) return false;
    }
    return true;
}

// Returns the place of a body's shape in the list; -1: it does not have it.
static int32_t findShape(const Restore *restore, int32_t body, int32_t shape) {
    int32_t at = restore->firstShapes[body] + shape;
    return at < restore->firstShapes[body + 1] ? at : -1;
}

// Bodies of a pair may have been removed since it was found; then nothing reads its points.
static bool arePairElements(const Restore *restore, const cdWorldPair *pair) {
    int32_t shapeA = findShape(restore, pair->bodyA, pair->shapeA),
            shapeB = findShape(restore, pair->bodyB, pair->shapeB);
    if (shapeA < 0 || shapeB < 0 || pair->touches != (pair->pointCount > 0)) return false;
    const cdMesh *a = restore->meshes[shapeA], *b = restore->meshes[shapeB];
    if (a == NULL || b == NULL) return true;
    for (int32_t i = 0; i < pair->pointCount; i++)
        if (!arePointElements(&pair->points[i], a, b)) return false;
    return areRegionFeatures(&pair->regions, a, b);
}

// True if a pair may follow another: pairs of the same bodies have the same one as A.
static bool mayFollow(const cdNearShapes *last, bool lastTurned, const cdNearShapes *near, bool turned) {
    bool sameBodies = last->bodyA == near->bodyA && last->bodyB == near->bodyB;
    return cdComparePairs(near, last) > 0 && (!sameBodies || turned == lastTurned);
}

// Pairs are in order, each once.
static bool testPairs(Restore *restore, cdArchive *archive) {
    cdNearShapes last = {-1, -1, -1, -1};
    bool lastTurned = false;
    for (int32_t i = 0; i < restore->counts.pairs; i++) {
        cdWorldPair *pair = restore->pair;
        cdResetPair(pair, 0, 0, 0, 0);
        cdArchivePair(archive, pair, restore->counts.bodies);
        cdPairEntry entry = {0};
        cdArchiveEntry(archive, &entry, restore->counts.contacts);
        if (archive->invalid) return false;
        cdNearShapes near = cdGetNearPair(pair);
        bool turned = near.bodyA != pair->bodyA;
        if (near.bodyA == near.bodyB || !mayFollow(&last, lastTurned, &near, turned) ||
            !arePairElements(restore, pair))
            return false;
        last = near;
        lastTurned = turned;
    }
    return true;
}

static bool testOthers(const Restore *restore, cdArchive *archive) {
    const cdWorldCounts *counts = &restore->counts;
    for (int32_t i = 0; i < counts->contacts; i++) {
        cdWorldContact contact = {0};
        cdArchiveContact(archive, &contact, counts->bodies);
    }
    for (int32_t i = 0; i < counts->events; i++) {
        cdContactEvent event = {0};
        cdArchiveEvent(archive, &event, counts->bodies);
    }
    return !archive->invalid && archive->at == archive->size;
}

static cdRestoreResult testItems(Restore *restore) {
    cdArchive archive = restore->archive;
    cdWorld settings = {0};
    cdArchiveSettings(&archive, &settings);
    cdArchiveStillMargin(&archive, &settings);
    restore->solverRoom = settings.solverRoom;
    cdRestoreResult bodies = testBodies(restore, &archive);
    if (bodies != CD_RESTORED) return bodies;
    for (int32_t i = 0; i < restore->counts.nodes; i++) {
        cdPathNode node = {0};
        cdArchiveNode(&archive, &node);
    }
    for (int32_t i = 0; i < restore->counts.joints; i++) {
        cdWorldJoint joint = {0};
        cdArchiveJoint(&archive, &joint, restore->counts.bodies);
    }
    return testPairs(restore, &archive) && testOthers(restore, &archive) ? CD_RESTORED : CD_RESTORE_DAMAGED;
}

// --- (3)

// True if a present body of the world has the mesh: its queries with the others have their memory.
static bool isInWorld(const cdWorld *world, const cdMesh *mesh) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        for (int32_t k = 0; body->present && k < body->shapeCount; k++)
            if (cdGetShape(world, body, k)->mesh == mesh) return true;
    }
    return false;
}

static bool reserveQueries(Restore *restore) {
    cdWorld *world = restore->world;
    bool known = true;
    for (int32_t i = 0; i < restore->neededCount && known; i++)
        known = isInWorld(world, restore->needed[i]);
    for (int32_t i = 0; i < restore->neededCount && !known; i++) {
        for (int32_t k = 0; k <= i; k++) {
            const cdMesh *const meshes[] = {restore->needed[i], restore->needed[k]};
            if (!cdReservePairWork(world->workspace, world->tasks.workerCount, meshes)) return false;
        }
    }
    return true;
}

// Spare pairs are not counted as the world's.
static bool createPairs(cdWorld *world, int32_t count) {
    if (!cdReservePairs(world, count)) return false;
    while (world->pairCount + world->spareCount < count) {
        cdWorldPair *pair = cdCreatePair();
        if (pair == NULL) return false;
        world->spare[world->spareCount++] = pair;
    }
    return true;
}

static bool reserveAll(Restore *restore) {
    cdWorld *world = restore->world;
    const cdWorldCounts *counts = &restore->counts;
    return cdReserveBodies(world, counts->bodies) && cdReserveShapes(world, counts->shapes) &&
           cdReserveJoints(world, counts->joints) && cdReserveNodes(world, counts->nodes) &&
           createPairs(world, counts->pairs) && cdReserveContacts(world, counts->contacts) &&
           cdReserveEvents(world, counts->events) && reserveQueries(restore) &&
           cdReserveBlock(&world->solverMemory, restore->solverRoom);
}

// --- (4)

static void takeShape(Restore *restore, int32_t index) {
    cdMeshMark mark;
    cdWorldShape *shape = &restore->world->shapes[index];
    *shape = (cdWorldShape){.mesh = restore->meshes[index]};
    cdArchiveMeshMark(&restore->archive, &mark);
    cdArchiveShape(&restore->archive, shape);
}

// A body that is not in the world has no box in the broad phase.
static void takeBodies(Restore *restore) {
    cdWorld *world = restore->world;
    int32_t before = world->bodyCount, count = restore->counts.bodies;
    for (int32_t i = 0; i < count; i++) {
        cdWorldBody *body = &world->bodies[i];
        *body = (cdWorldBody){.firstShape = restore->firstShapes[i]};
        cdArchiveBody(&restore->archive, body, &restore->counts);
        for (int32_t k = 0; k < body->shapeCount; k++)
            takeShape(restore, body->firstShape + k);
        cdArchiveActivity(&restore->archive, body, &world->active[i]);
    }
    world->bodyCount = count;
    world->activeChange = world->extentChange = world->lacksBoxes = true;
    world->shapeCount = restore->counts.shapes;
    for (int32_t i = 0; i < before; i++)
        if (i >= count || !world->bodies[i].present) cdSetBroadPhaseBox(world->broadPhase, i, NULL);
}

static void takePairs(Restore *restore) {
    cdWorld *world = restore->world;
    while (world->pairCount > 0)
        world->spare[world->spareCount++] = world->pairs[--world->pairCount];
    while (world->pairCount < restore->counts.pairs) {
        cdWorldPair *pair = world->spare[--world->spareCount];
        cdResetPair(pair, 0, 0, 0, 0);
        cdArchivePair(&restore->archive, pair, restore->counts.bodies);
        cdPairEntry *entry = &world->entries[world->pairCount];
        *entry = (cdPairEntry){.near = cdGetNearPair(pair)};
        cdArchiveEntry(&restore->archive, entry, restore->counts.contacts);
        world->pairs[world->pairCount++] = pair;
    }
}

static void countFreeSlots(cdWorld *world) {
    world->freeBodies = world->freeJoints = 0;
    for (int32_t i = 0; i < world->bodyCount; i++)
        world->freeBodies += cdIsSlotFree(world->bodies[i].present, world->bodies[i].generation);
    for (int32_t i = 0; i < world->jointCount; i++)
        world->freeJoints += cdIsSlotFree(world->joints[i].present, world->joints[i].generation);
}

static void takeItems(Restore *restore) {
    cdWorld *world = restore->world;
    const cdWorldCounts *counts = &restore->counts;
    cdArchiveSettings(&restore->archive, world);
    cdArchiveStillMargin(&restore->archive, world);
    takeBodies(restore);
    for (int32_t i = 0; i < counts->nodes; i++)
        cdArchiveNode(&restore->archive, &world->nodes[i]);
    world->nodeCount = counts->nodes;
    for (int32_t i = 0; i < counts->joints; i++) {
        world->joints[i] = (cdWorldJoint){0};
        cdArchiveJoint(&restore->archive, &world->joints[i], counts->bodies);
    }
    world->jointCount = counts->joints;
    takePairs(restore);
    for (int32_t i = 0; i < counts->contacts; i++)
        cdArchiveContact(&restore->archive, &world->contacts[i], counts->bodies);
    world->contactCount = counts->contacts;
    for (int32_t i = 0; i < counts->events; i++)
        cdArchiveEvent(&restore->archive, &world->events[i], counts->bodies);
    world->eventCount = counts->events;
    world->shownEventCount = counts->shownEvents;
    countFreeSlots(world);
}

// --- All

static cdRestoreResult run(Restore *restore) {
    cdRestoreResult result = testItems(restore);
    if (result != CD_RESTORED) return result;
    if (!reserveAll(restore)) return CD_RESTORE_NO_MEMORY;
    takeItems(restore);
    return CD_RESTORED;
}

cdRestoreResult cdRestoreWorld(cdWorld *world, const void *bytes, size_t byteCount,
                               const cdMesh *const *meshes, int32_t meshCount) {
    bool given = meshCount == 0 || (meshCount > 0 && meshes != NULL);
    if (!CD_REQUIRE(world != NULL && bytes != NULL && given)) return CD_RESTORE_NO_WORLD;
    cdRestoreResult seal = testSeal(bytes, byteCount);
    if (seal != CD_RESTORED) return seal;
    Restore restore = {.world = world,
                       .archive = {.from = bytes, .at = CD_SEAL_SIZE, .size = byteCount},
                       .given = meshes,
                       .givenCount = meshCount};
    cdArchiveCounts(&restore.archive, &restore.counts);
    size_t bodies = (size_t)restore.counts.bodies, shapes = (size_t)restore.counts.shapes + 1;
    if (restore.archive.invalid || bodies > byteCount || shapes > byteCount) return CD_RESTORE_DAMAGED;
    restore.meshes =
        cdAllocate(2 * shapes * sizeof *restore.meshes + (bodies + 1) * sizeof *restore.firstShapes);
    restore.pair = cdCreatePair();
    cdRestoreResult result = CD_RESTORE_NO_MEMORY;
    if (restore.meshes != NULL && restore.pair != NULL) {
        restore.needed = restore.meshes + shapes;
        restore.firstShapes = (int32_t *)(restore.needed + shapes);
        result = run(&restore);
    }
    cdFree(restore.meshes);
    cdDestroyPair(restore.pair);
    return result;
}

const char *cdGetRestoreResultName(cdRestoreResult result) {
    static const char *const names[] = {"restored", "no snapshot",    "other version", "wrong size",
                                        "damaged",  "missing a mesh", "no memory",     "no world"};
    return names[result];
}
