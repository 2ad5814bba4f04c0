// The stage's life: meshes, objects, memory for the queries, restart, bounds.
#include "stage/stage.h"
#include "stage/stage_room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ForgetStageCaches(Stage *stage) {
    stage->slideCache = (cdSlideCache){0};
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        if (object->caches) memset(object->caches, 0, (size_t)stage->objectCapacity * sizeof *object->caches);
    }
}

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
    snprintf(object.source, sizeof object.source, "%s", described->mesh);
    object.home = object.pose = object.intended = object.start = described->pose;
    return object;
}

// The first object that a hand can move: a driven one, or a dynamic one.
static int32_t chooseSelected(const Stage *stage) {
    int32_t driven = FindHandObject(stage);
    for (int32_t i = 0; driven < 0 && i < stage->objectCount; ++i) {
        if (stage->objects[i].body == SCENE_DYNAMIC && !stage->objects[i].removed) driven = i;
    }
    return driven;
}

void RestartStage(Stage *stage) {
    BeginStageEntry(stage);
    stage->mode = stage->data.mode;
    // Who throws things wants to throw them again.
    if (stage->response != SCENE_BOUNCE) stage->response = stage->data.response;
    bool hasMoved = stage->time > 0.0;
    ++stage->placeCount;
    if (hasMoved && stage->scene && stage->scene->restart) stage->scene->restart(&stage->data);
    stage->time = 0.0;
    stage->storyNext = 0;
    stage->queryCount = 0;
    ForgetStagePoses(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        object->pose = object->intended = object->start = object->home;
        object->state = CD_FREE;
        object->left = false;
    }
    stage->tally = (TallyWindow){0};
    ForgetStageCaches(stage);
    DestroyStageWorld(stage); // bodies begin with the velocities of the start
    UpdateStageWorld(stage);
    stage->selected = chooseSelected(stage);
    memset(&stage->query, 0, sizeof stage->query);
    stage->query.obstacle = stage->query.proxyObstacle = -1;
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
    RestartStageBoxes(stage);
    EndStageEntry(stage, (StageEntry){.op = STAGE_RESTART});
}

void SetStageMode(Stage *stage, SceneMode mode) {
    BeginStageEntry(stage);
    stage->mode = mode;
    UpdateStageWorld(stage); // what only bounces while detection is continuous has none any more
    EndStageEntry(stage, (StageEntry){.op = STAGE_SET_MODE, .index = (int32_t)mode});
}

void SetStageResponse(Stage *stage, SceneResponse response) {
    BeginStageEntry(stage);
    stage->response = response;
    UpdateStageWorld(stage);
    EndStageEntry(stage, (StageEntry){.op = STAGE_SET_RESPONSE, .index = (int32_t)response});
}

void SetStageGravity(Stage *stage, bool falls) {
    BeginStageEntry(stage);
    stage->falls = falls;
    UpdateStageWorld(stage);
    EndStageEntry(stage, (StageEntry){.op = STAGE_SET_GRAVITY, .index = falls});
}

static bool fill(Stage *stage, char *message, size_t messageSize) {
    int32_t count = stage->data.objectCount;
    if (!CreateSceneMeshes(&stage->data, &stage->meshes, message, messageSize)) return false;
    stage->trace.events = malloc(STAGE_TRACE_MAX * sizeof *stage->trace.events);
    stage->trace.eventCapacity = STAGE_TRACE_MAX;
    bool good = stage->trace.events && ReserveStageObjects(stage, count + 4);
    for (int32_t i = 0; good && i < count; ++i) {
        stage->objects[stage->objectCount++] = makeObject(&stage->data.objects[i], stage->meshes.meshes[i]);
    }
    good = good && ReserveStageQueries(stage);
    if (good) InitStageGround(stage);
    if (!good) snprintf(message, messageSize, "out of memory");
    return good;
}

bool LoadStage(Stage *stage, const Scene *scene, SceneData *data, char *message, size_t messageSize) {
    memset(stage, 0, sizeof *stage);
    stage->scene = scene;
    stage->probe.object = stage->regions.deepest = -1;
    stage->data = *data;
    *data = (SceneData){0};
    if (!fill(stage, message, messageSize)) {
        DestroyStage(stage);
        return false;
    }
    RestartStage(stage);
    stage->playing = MovesByItself(stage);
    if (!stage->world.trouble[0]) return true;
    snprintf(message, messageSize, "%s", stage->world.trouble);
    DestroyStage(stage);
    return false;
}

bool LoadStageScene(Stage *stage, const Scene *scene, char *message, size_t messageSize) {
    SceneData data = MakeEmptySceneData();
    if (scene->create(&data)) {
        snprintf(data.name, sizeof data.name, "%s", scene->name);
        snprintf(data.about, sizeof data.about, "%s", scene->about);
        return LoadStage(stage, scene, &data, message, messageSize);
    }
    DestroySceneData(&data);
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
    DestroyStageClearance(stage);
    DestroyStageSolids(stage);
    DestroyStageGround(stage);
    DestroySceneMeshes(&stage->meshes);
    for (int32_t i = 0; i < stage->addedCount; ++i)
        cdDestroyMesh(stage->added[i].mesh);
    free(stage->added);
    for (int32_t i = 0; i < stage->objectCount; ++i)
        free(stage->objects[i].caches);
    free(stage->objects);
    free(stage->obstacles);
    free(stage->asked);
    free(stage->resolved);
    free(stage->intended);
    free(stage->states);
    free(stage->obstacleObjects);
    free(stage->trace.events);
    cdDestroyWorkspace(stage->workspace);
    DestroySceneData(&stage->data);
    memset(stage, 0, sizeof *stage);
}

void GetStageBounds(const Stage *stage, cdVec3 *center, double *radius) {
    cdVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->removed) continue;
        cdVec3 c = cdTransformPoint(object->home, object->info.center);
        double r = object->info.radius;
        lower = (cdVec3){fmin(lower.x, c.x - r), fmin(lower.y, c.y - r), fmin(lower.z, c.z - r)};
        upper = (cdVec3){fmax(upper.x, c.x + r), fmax(upper.y, c.y + r), fmax(upper.z, c.z + r)};
    }
    if (stage->boxes.present) {
        const cdBox3 *way = &stage->boxes.bounds;
        lower =
            (cdVec3){fmin(lower.x, way->lower.x), fmin(lower.y, way->lower.y), fmin(lower.z, way->lower.z)};
        upper =
            (cdVec3){fmax(upper.x, way->upper.x), fmax(upper.y, way->upper.y), fmax(upper.z, way->upper.z)};
    }
    *center = stage->objectCount ? cdLerp(lower, upper, 0.5) : (cdVec3){0.0, 0.0, 0.0};
    double least = stage->objectCount ? 0.5 * cdLength(cdSub(upper, lower)) : 1.0, reach = least;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!IsObjectPresent(object) || object->body == SCENE_MOVED)
            continue; // its scene keeps it together with the others
        cdVec3 c = cdTransformPoint(object->pose, object->info.center);
        double distance = cdLength(cdSub(c, *center)) + object->info.radius;
        if (object->isBody) distance = fmin(distance, 8.0 * least); // it may fall for ever
        reach = fmax(reach, distance);
    }
    // Grows in steps, so that what depends on it does not change with every move.
    *radius = least > 0.0 ? least * pow(1.25, ceil(log(reach / least) / log(1.25) - 1e-9)) : 1.0;
}

double GetLowestPoint(const StageObject *object, cdPose pose) {
    const cdBox3 *box = &object->info.bounds;
    double lowest = INFINITY;
    for (int corner = 0; corner < 8; ++corner) {
        cdVec3 local = {corner & 1 ? box->upper.x : box->lower.x, corner & 2 ? box->upper.y : box->lower.y,
                        corner & 4 ? box->upper.z : box->lower.z};
        lowest = fmin(lowest, cdTransformPoint(pose, local).y);
    }
    return lowest;
}

double GetStageFloor(const Stage *stage) {
    return stage->ground.floor;
}
