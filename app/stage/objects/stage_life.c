// Loads, restarts, sets and destroys a stage: meshes, objects, memory for the queries.
#include "stage/objects/stage_life.h"

#include "stage/apply.h"
#include "stage/deeds.h"
#include "stage/entries.h"
#include "stage/journal/journal.h"
#include "stage/journal/undo_row.h"
#include "stage/motion/stage_pause.h"
#include "stage/objects/joint_options.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_room.h"
#include "stage/shown/stage_clearance.h"
#include "stage/shown/stage_overlaps.h"
#include "stage/shown/stage_regions.h"
#include "stage/shown/stage_sensors.h"
#include "stage/shown/stage_solid.h"
#include "stage/shown/stage_steps.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static StageObject makeObject(const SceneObject *described, const cdMesh *mesh) {
    StageObject object = {.placement = {described->normalize, described->scale},
                          .original = mesh,
                          .mesh = mesh,
                          .info = cdGetMeshInfo(mesh),
                          .body = described->body,
                          .transparent = described->transparent,
                          .copyOf = -1};
    ReadSceneOptions(described, object.options);
    ReadSceneOptions(described, object.initial);
    snprintf(object.name, sizeof object.name, "%s", described->name);
    object.firstShape = described->firstShape;
    object.shapeCount = described->shapeCount;
    if (HasShapes(&object))
        snprintf(object.source, sizeof object.source, "%d shapes", (int)object.shapeCount);
    else
        snprintf(object.source, sizeof object.source, "%s", described->mesh);
    object.home = object.pose = object.intended = object.start = described->pose;
    return object;
}

// Returns the first object that a drag can move: a driven or a dynamic one.
static int32_t chooseSelected(const Stage *stage) {
    int32_t driven = FindHandObject(stage);
    for (int32_t i = 0; driven < 0 && i < stage->objectCount; ++i) {
        if (stage->objects[i].body == SCENE_DYNAMIC && !stage->objects[i].removed) driven = i;
    }
    return driven;
}

void RestartStage(Stage *stage) {
    stage->mode = stage->data.mode;
    // Bounce stays on: who throws things will throw them again.
    if (stage->response != SCENE_BOUNCE) stage->response = stage->data.response;
    bool hasMoved = stage->time > 0.0;
    ++stage->changes.places;
    if (hasMoved && stage->scene && stage->scene->restart) stage->scene->restart(&stage->data);
    stage->time = 0.0;
    stage->storyNext = 0;
    stage->recent.count = stage->recent.first = 0;
    ForgetStagePoses(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        object->pose = object->intended = object->start = object->home;
        object->state = CD_FREE;
        object->left = false;
    }
    if (stage->mode == SCENE_CONTINUOUS) SeparateAddedObjects(stage);
    stage->tally = (TallyWindow){0};
    DestroyStageWorld(stage); // bodies begin with their initial velocities
    UpdateStageWorld(stage);
    stage->selected = chooseSelected(stage);
    memset(&stage->query, 0, sizeof stage->query);
    stage->asked.replaced.present = false;
    stage->query.obstacle = stage->query.proxyObstacle = stage->query.pushed = -1;
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
    RestartStageBoxes(stage);
}

void SetStageMode(Stage *stage, SceneMode mode) {
    if (stage->mode != mode) stage->recent.first = stage->recent.count;
    stage->mode = mode;
    UpdateStageWorld(stage); // driven objects bounce only while detection is continuous
}

void SetStageResponse(Stage *stage, SceneResponse response) {
    stage->response = response;
    UpdateStageWorld(stage);
}

void SetStageGravity(Stage *stage, bool falls) {
    stage->falls = falls;
    UpdateStageWorld(stage);
}

void SetStageGround(Stage *stage, bool on) {
    stage->ground.kind = on ? STAGE_GROUND_ON : STAGE_GROUND_OFF;
    ++stage->changes.places;
    stage->regions.interrupted = true;
    UpdateStageWorld(stage);
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
}

static bool fill(Stage *stage, const MeshWatch *watch, char *message, size_t messageSize) {
    int32_t count = stage->data.objectCount;
    if (!CreateWatchedMeshes(&stage->data, watch, &stage->meshes.scene, message, messageSize)) return false;
    stage->trace.record.events = malloc(STAGE_TRACE_MAX * sizeof *stage->trace.record.events);
    stage->trace.record.eventCapacity = STAGE_TRACE_MAX;
    bool good = stage->trace.record.events && ReserveStageObjects(stage, count + 4);
    for (int32_t i = 0; good && i < count; ++i) {
        stage->objects[stage->objectCount++] =
            makeObject(&stage->data.objects[i], stage->meshes.scene.meshes[i]);
    }
    good = good && ReserveStageQueries(stage);
    good = good && CreateStageJoints(stage);
    if (good) InitStageGround(stage);
    if (!good) snprintf(message, messageSize, "out of memory");
    return good;
}

bool LoadWatchedStage(Stage *stage, const Scene *scene, SceneData *data, const MeshWatch *watch,
                      char *message, size_t messageSize) {
    memset(stage, 0, sizeof *stage);
    stage->scene = scene;
    stage->probe.object = stage->regions.deepest = -1;
    stage->journal.op = STAGE_OP_COUNT;
    stage->data = *data;
    *data = (SceneData){0};
    if (!fill(stage, watch, message, messageSize)) {
        DestroyStage(stage);
        return false;
    }
    ApplyStageEntry(stage, MakeRestart());
    stage->playing = MovesByItself(stage);
    if (!stage->world.trouble[0]) return true;
    snprintf(message, messageSize, "%s", stage->world.trouble);
    DestroyStage(stage);
    return false;
}

bool LoadStage(Stage *stage, const Scene *scene, SceneData *data, char *message, size_t messageSize) {
    return LoadWatchedStage(stage, scene, data, NULL, message, messageSize);
}

bool LoadStageScene(Stage *stage, const Scene *scene, char *message, size_t messageSize) {
    return LoadStageSceneWith(stage, scene, NULL, message, messageSize);
}

bool LoadStageSceneWith(Stage *stage, const Scene *scene, const double *params, char *message,
                        size_t messageSize) {
    return LoadWatchedScene(stage, scene, params, NULL, message, messageSize);
}

bool LoadWatchedScene(Stage *stage, const Scene *scene, const double *params, const MeshWatch *watch,
                      char *message, size_t messageSize) {
    SceneData data;
    if (CreateSceneDataWith(scene, params, &data))
        return LoadWatchedStage(stage, scene, &data, watch, message, messageSize);
    memset(stage, 0, sizeof *stage);
    snprintf(message, messageSize, "scene %s: out of memory", scene->name);
    return false;
}

void DestroyStage(Stage *stage) {
    GiveUpStageWork(stage);
    DestroyStageJournal(stage);
    DestroyStageWorld(stage);
    FreeSteps(&stage->steps);
    DestroyStageRegions(stage);
    DestroyStageOverlaps(stage);
    DestroyStageSensors(stage);
    DestroyStageClearance(stage);
    DestroyStageSolids(stage);
    DestroyStageGround(stage);
    DestroyStageJoints(stage);
    DestroySceneMeshes(&stage->meshes.scene);
    for (int32_t i = 0; i < stage->meshes.addedCount; ++i)
        cdDestroyMesh(stage->meshes.added[i].mesh);
    free(stage->meshes.added);
    free(stage->objects);
    free(stage->scratch.obstacles);
    free(stage->asked.poses);
    free(stage->scratch.resolved);
    free(stage->scratch.intended);
    free(stage->scratch.states);
    free(stage->scratch.obstacleObjects);
    free(stage->scratch.bodyPoses);
    free(stage->scratch.bodyIds);
    free(stage->scratch.shapes);
    free(stage->trace.record.events);
    cdDestroyWorkspace(stage->scratch.workspace);
    DestroySceneData(&stage->data);
    memset(stage, 0, sizeof *stage);
}
