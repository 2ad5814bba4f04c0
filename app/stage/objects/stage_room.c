// Memory of a stage: objects, workspace of queries, meshes.
#include "stage/objects/stage_room.h"
#include "stage/objects/stage_filter.h"
#include "stage/world/stage_ground.h"

#include <stdlib.h>
#include <string.h>

// Reserves the obstacle arrays of queries, which do not allocate.
bool ReserveStageObjects(Stage *stage, int32_t objectCapacity) {
    size_t n = (size_t)objectCapacity + 2; // one for the ground, one for a body of several objects
    StageObject *objects = realloc(stage->objects, n * sizeof *objects);
    if (objects) stage->objects = objects;
    cdObstacle *obstacles = realloc(stage->scratch.obstacles, n * sizeof *obstacles);
    if (obstacles) stage->scratch.obstacles = obstacles;
    cdPose *chosen = realloc(stage->asked.poses, n * sizeof *chosen);
    if (chosen) stage->asked.poses = chosen;
    cdPose *resolved = realloc(stage->scratch.resolved, n * sizeof *resolved);
    if (resolved) stage->scratch.resolved = resolved;
    cdPose *intended = realloc(stage->scratch.intended, n * sizeof *intended);
    if (intended) stage->scratch.intended = intended;
    int32_t *obstacleObjects = realloc(stage->scratch.obstacleObjects, n * sizeof *obstacleObjects);
    if (obstacleObjects) stage->scratch.obstacleObjects = obstacleObjects;
    cdPose *bodyPoses = realloc(stage->scratch.bodyPoses, n * sizeof *bodyPoses);
    if (bodyPoses) stage->scratch.bodyPoses = bodyPoses;
    cdBodyId *bodyIds = realloc(stage->scratch.bodyIds, n * sizeof *bodyIds);
    if (bodyIds) stage->scratch.bodyIds = bodyIds;
    cdShapeDef *shapes = realloc(stage->scratch.shapes, n * sizeof *shapes);
    if (shapes) stage->scratch.shapes = shapes;
    cdState *states = realloc(stage->scratch.states, n * sizeof *states);
    if (states) stage->scratch.states = states;
    if (!objects || !obstacles || !chosen || !resolved || !intended || !obstacleObjects || !states ||
        !bodyPoses || !bodyIds || !shapes)
        return false;
    stage->objectCapacity = objectCapacity;
    return true;
}

// For larger meshes the worst case of a query is hundreds of megabytes, which hardly any query needs: there
// the workspace grows on demand.
static bool isReserved(const StageObject *a, const StageObject *b) {
    enum { TRIANGLES_MOST = 100000 };
    return IsMovedByQueries(a) && a->info.triangleCount <= TRIANGLES_MOST &&
           b->info.triangleCount <= TRIANGLES_MOST;
}

// Makes the workspace large enough for queries of the moved objects, so that no step waits for memory.
bool ReserveStageQueries(Stage *stage) {
    if (!stage->scratch.workspace) stage->scratch.workspace = cdCreateWorkspace();
    if (!stage->scratch.workspace) return false;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        for (int32_t k = 0; k < stage->objectCount; ++k) {
            if (!isReserved(&stage->objects[i], &stage->objects[k])) continue;
            const cdMesh *const meshes[] = {stage->objects[i].mesh, stage->objects[k].mesh};
            cdWorkspaceNeed need = {.meshes = meshes, .meshCount = 2, .obstacleCount = stage->objectCapacity};
            if (!cdReserveWorkspace(stage->scratch.workspace, &need)) return false;
        }
    }
    return true;
}

static bool spheresMeet(const StageObject *a, cdPose poseA, const StageObject *b) {
    cdVec3 between =
        cdSub(cdTransformPoint(poseA, a->info.center), cdTransformPoint(b->pose, b->info.center));
    return cdLength(between) <= 1.000001 * (a->info.radius + b->info.radius);
}

// Uses a workspace of its own: a query may be in progress in the stage's.
cdState TestStagePlace(const Stage *stage, const StageObject *object, cdPose pose, cdBudget budget) {
    bool sinks = CanMeetGround(object) && CrossesStageGround(stage, object, pose);
    cdState state = sinks ? CD_OVERLAP : CD_FREE;
    cdWorkspace *workspace = cdCreateWorkspace();
    if (!workspace) return CD_UNDECIDED;
    for (int32_t i = 0; state == CD_FREE && i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        if (other == object || !IsObjectPresent(other) || !CanObjectsCollide(object, other)) continue;
        if (!spheresMeet(object, pose, other)) continue;
        cdOverlapInput input = {.meshA = object->mesh,
                                .meshB = other->mesh,
                                .poseA = pose,
                                .poseB = other->pose,
                                .budget = budget};
        state = cdFindOverlap(&input, NULL, workspace, NULL).state;
    }
    cdDestroyWorkspace(workspace);
    return state;
}

MeshPlacement GetAddedPlacement(const Stage *stage) {
    return (MeshPlacement){stage->data.objectCount > 0 && stage->data.objects[0].normalize, 1.0};
}

bool KeepStageMesh(Stage *stage, StageMesh mesh) {
    StageMesh *added = realloc(stage->meshes.added, ((size_t)stage->meshes.addedCount + 1) * sizeof *added);
    if (!added) {
        cdDestroyMesh(mesh.mesh);
        return false;
    }
    stage->meshes.added = added;
    stage->meshes.added[stage->meshes.addedCount++] = mesh;
    return true;
}
