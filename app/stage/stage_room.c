// Memory of a stage: objects, what queries work in, meshes.
#include "stage/stage_room.h"

#include "stage/stage.h"

#include <stdlib.h>

// Bodies that are fixed, or that their scene puts where it wants, are never moved by a query.
static bool isMovedByQueries(const StageObject *object) {
    return object->body != SCENE_FIXED && object->body != SCENE_MOVED;
}

// Caches of every object that a query may move, for `capacity` others.
static bool reserveCaches(Stage *stage, int32_t capacity) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        if (!isMovedByQueries(object)) continue;
        free(object->caches);
        object->caches = calloc((size_t)capacity, sizeof *object->caches);
        if (!object->caches) return false;
    }
    return true;
}

// Queries find their memory ready: enough scratch for every object that may move, arrays for all obstacles.
bool ReserveStageObjects(Stage *stage, int32_t objectCapacity) {
    size_t n = (size_t)objectCapacity;
    StageObject *objects = realloc(stage->objects, n * sizeof *objects);
    if (objects) stage->objects = objects;
    cdObstacle *obstacles = realloc(stage->obstacles, n * sizeof *obstacles);
    if (obstacles) stage->obstacles = obstacles;
    cdPose *asked = realloc(stage->asked, n * sizeof *asked);
    if (asked) stage->asked = asked;
    cdPose *resolved = realloc(stage->resolved, n * sizeof *resolved);
    if (resolved) stage->resolved = resolved;
    cdPose *intended = realloc(stage->intended, n * sizeof *intended);
    if (intended) stage->intended = intended;
    int32_t *obstacleObjects = realloc(stage->obstacleObjects, n * sizeof *obstacleObjects);
    if (obstacleObjects) stage->obstacleObjects = obstacleObjects;
    const cdSurface **obstacleSurfaces = realloc(stage->obstacleSurfaces, n * sizeof(cdSurface *));
    if (obstacleSurfaces) stage->obstacleSurfaces = obstacleSurfaces;
    cdState *states = realloc(stage->states, n * sizeof *states);
    if (states) stage->states = states;
    if (!objects || !obstacles || !asked || !resolved || !intended || !obstacleObjects || !obstacleSurfaces ||
        !states)
        return false;
    stage->objectCapacity = objectCapacity;
    return reserveCaches(stage, objectCapacity);
}

static bool reserveScratch(Stage *stage) {
    size_t most = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!isMovedByQueries(&stage->objects[i])) continue;
        int32_t count = 0;
        for (int32_t k = 0; k < stage->objectCount; ++k) {
            if (k == i) continue;
            stage->obstacleSurfaces[count] = GetStageSurface(stage, k);
            if (!stage->obstacleSurfaces[count]) return false;
            stage->obstacles[count++] = (cdObstacle){stage->objects[k].mesh, stage->objects[k].pose};
        }
        cdSlideInput slide = {
            .step = {.mesh = stage->objects[i].mesh, .obstacles = stage->obstacles, .obstacleCount = count},
            .surface = GetStageSurface(stage, i),
            .obstacleSurfaces = stage->obstacleSurfaces};
        if (!slide.surface) return false;
        size_t size = cdGetSlideScratchSize(&slide);
        if (size > most) most = size;
    }
    if (most <= stage->scratch.byteCount) return true;
    cdDestroyScratch(&stage->scratch);
    stage->scratch = cdCreateScratch(most);
    return stage->scratch.byteCount > 0;
}

bool ReserveStageQueries(Stage *stage) {
    return reserveCaches(stage, stage->objectCapacity) && reserveScratch(stage);
}

static bool spheresMeet(const StageObject *a, cdPose poseA, const StageObject *b) {
    cdVec3 between =
        cdSub(cdTransformPoint(poseA, a->info.center), cdTransformPoint(b->pose, b->info.center));
    return cdLength(between) <= 1.000001 * (a->info.radius + b->info.radius);
}

// In scratch of its own: the stage's is for those that queries move.
cdState TestStagePlace(const Stage *stage, const StageObject *object, cdPose pose, cdBudget budget) {
    cdState state = CD_FREE;
    for (int32_t i = 0; state == CD_FREE && i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        if (other == object || other->removed || !spheresMeet(object, pose, other)) continue;
        cdScratch scratch = cdCreateScratch(cdGetScratchSize(object->mesh, other->mesh));
        cdOverlapInput input = {.meshA = object->mesh,
                                .meshB = other->mesh,
                                .poseA = pose,
                                .poseB = other->pose,
                                .budget = budget};
        state = cdFindOverlap(&input, scratch, NULL).state;
        cdDestroyScratch(&scratch);
    }
    return state;
}

bool KeepStageMesh(Stage *stage, StageMesh mesh) {
    StageMesh *added = realloc(stage->added, ((size_t)stage->addedCount + 1) * sizeof *added);
    if (!added) {
        cdDestroyMesh(mesh.mesh);
        return false;
    }
    stage->added = added;
    stage->added[stage->addedCount++] = mesh;
    return true;
}
