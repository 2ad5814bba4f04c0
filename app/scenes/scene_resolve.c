// Intended pose to resolved pose for one object of a scene, and the story held against both methods.
#include "scenes/scene_resolve.h"
#include <stdio.h>
#include <stdlib.h>

// All objects but the moving one, with the object each stands for.
typedef struct Surroundings {
    cdObstacle *obstacles; // obstacles[count]
    int32_t *objects;      // objects[count]: index into the scene
    int32_t count;
    cdScratch scratch;
} Surroundings;

static void destroySurroundings(Surroundings *around) {
    free(around->obstacles);
    free(around->objects);
    cdDestroyScratch(&around->scratch);
}

static bool createSurroundings(const SceneStepInput *input, Surroundings *around) {
    size_t capacity = (size_t)input->data->objectCount;
    *around = (Surroundings){.obstacles = calloc(capacity, sizeof *around->obstacles),
                             .objects = calloc(capacity, sizeof *around->objects)};
    if (around->obstacles == NULL || around->objects == NULL) return false;
    for (int32_t i = 0; i < input->data->objectCount; i++) {
        if (i == input->object) continue;
        cdPose pose = input->poses != NULL ? input->poses[i] : input->data->objects[i].pose;
        around->obstacles[around->count] = (cdObstacle){input->meshes[i], pose};
        around->objects[around->count++] = i;
    }
    around->scratch = cdCreateScratch(
        cdGetObstaclesScratchSize(input->meshes[input->object], around->obstacles, around->count));
    return around->scratch.byteCount > 0;
}

static cdFirstContact findContinuous(const SceneStepInput *input, const Surroundings *around,
                                     int32_t *obstacle) {
    const cdObstaclesInput query = {.mesh = input->meshes[input->object],
                                    .start = input->start,
                                    .target = input->target,
                                    .obstacles = around->obstacles,
                                    .obstacleCount = around->count,
                                    .margin = input->data->margin};
    return cdFindFirstContactAmong(&query, obstacle, around->scratch, NULL);
}

// The discrete method as a first contact: only the target is looked at, and the object goes there all the
// same.
static cdFirstContact findDiscrete(const SceneStepInput *input, const Surroundings *around,
                                   int32_t *obstacle) {
    cdOverlap overlap = cdFindOverlapAmong(input->meshes[input->object], input->target, around->obstacles,
                                           around->count, obstacle, around->scratch);
    return (cdFirstContact){.state = overlap.state,
                            .t = {1.0, 1.0},
                            .featureA = overlap.featureA,
                            .featureB = overlap.featureB,
                            .point = overlap.point,
                            .restTime = 1.0,
                            .restPose = input->target,
                            .stats = overlap.stats};
}

cdFirstContact ResolveSceneStep(const SceneStepInput *input, int32_t *obstacle) {
    cdFirstContact result = {.state = CD_UNDECIDED, .restPose = input->start};
    int32_t touched = -1;
    Surroundings around;
    if (createSurroundings(input, &around)) {
        result = input->mode == SCENE_DISCRETE ? findDiscrete(input, &around, &touched)
                                               : findContinuous(input, &around, &touched);
        touched = touched >= 0 ? around.objects[touched] : -1;
    }
    destroySurroundings(&around);
    if (obstacle != NULL) *obstacle = touched;
    return result;
}

static const char *getStateName(cdContactState state) {
    static const char *const names[] = {"undecided", "free", "contact", "overlap"};
    return names[state];
}

static cdContactState getStateOf(const SceneData *data, const cdMesh *const *meshes,
                                 const SceneStoryStep *step, SceneMode mode, cdPose *restPose) {
    const SceneStepInput input = {.data = data,
                                  .meshes = meshes,
                                  .object = step->object,
                                  .start = step->start,
                                  .target = step->target,
                                  .mode = mode};
    cdFirstContact result = ResolveSceneStep(&input, NULL);
    *restPose = result.restPose;
    return result.state;
}

// Where the continuous method leaves the object nothing may overlap by the exact test.
static bool isRestPoseFree(const SceneData *data, const cdMesh *const *meshes, int32_t object, cdPose pose) {
    const SceneStepInput input = {.data = data,
                                  .meshes = meshes,
                                  .object = object,
                                  .start = pose,
                                  .target = pose,
                                  .mode = SCENE_DISCRETE};
    return ResolveSceneStep(&input, NULL).state == CD_FREE;
}

static bool checkStoryStep(const SceneData *data, const cdMesh *const *meshes, const SceneStoryStep *step,
                           bool *discreteFails, char *message, size_t messageSize) {
    cdPose rest, ignored;
    if (step->object < 0) return true; // the scene moves by itself: nothing is expected of one object
    cdContactState state = getStateOf(data, meshes, step, step->mode, &rest);
    if (state != step->expected) {
        snprintf(message, messageSize, "'%s': %s, expected %s", step->caption, getStateName(state),
                 getStateName(step->expected));
        return false;
    }
    if (step->mode == SCENE_DISCRETE) return true;
    if (!isRestPoseFree(data, meshes, step->object, rest)) {
        snprintf(message, messageSize, "'%s': overlaps where it was left", step->caption);
        return false;
    }
    if (state == CD_CONTACT && getStateOf(data, meshes, step, SCENE_DISCRETE, &ignored) == CD_FREE) {
        *discreteFails = true;
    }
    return true;
}

bool CheckSceneStory(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    bool discreteFails = false;
    for (int32_t i = 0; i < data->storyCount; i++) {
        if (!checkStoryStep(data, meshes, &data->story[i], &discreteFails, message, messageSize))
            return false;
    }
    if (discreteFails) return true;
    snprintf(message, messageSize, "no step of the story that the discrete method misses");
    return false;
}

// One step of a scene that moves by itself; counts contacts that the discrete method does not see. false:
// overlap.
static bool runSceneStep(const SceneRunInput *input, int32_t number, cdPose *resolved, cdPose *intended,
                         int32_t *contacts, int32_t *misses) {
    int32_t count = input->data->objectCount, moving = input->object;
    for (int32_t i = 0; i < count; i++)
        intended[i] = resolved[i];
    SceneStep step = {.data = input->data,
                      .time = number * input->dt,
                      .dt = input->dt,
                      .resolved = resolved,
                      .intended = intended};
    input->step(&step);
    SceneStepInput query = {.data = input->data,
                            .meshes = input->meshes,
                            .poses = resolved,
                            .object = moving,
                            .start = resolved[moving],
                            .target = intended[moving]};
    cdFirstContact continuous = ResolveSceneStep(&query, NULL);
    query.mode = SCENE_DISCRETE;
    bool seen = ResolveSceneStep(&query, NULL).state == CD_OVERLAP;
    *contacts += continuous.state == CD_CONTACT;
    *misses += continuous.state == CD_CONTACT && !seen;
    resolved[moving] = query.target = continuous.restPose;
    return continuous.state != CD_OVERLAP && ResolveSceneStep(&query, NULL).state == CD_FREE;
}

bool CheckSceneRun(const SceneRunInput *input, char *message, size_t messageSize) {
    int32_t count = input->data->objectCount, contacts = 0, misses = 0;
    cdPose *resolved = calloc((size_t)count, sizeof *resolved),
           *intended = calloc((size_t)count, sizeof *intended);
    bool good = resolved != NULL && intended != NULL;
    if (!good) snprintf(message, messageSize, "out of memory");
    for (int32_t i = 0; good && i < count; i++)
        resolved[i] = input->data->objects[i].pose;
    for (int32_t n = 1; good && n <= input->stepCount; n++) {
        good = runSceneStep(input, n, resolved, intended, &contacts, &misses);
        if (!good) snprintf(message, messageSize, "overlaps after step %d", (int)n);
    }
    if (good && misses == 0) {
        snprintf(message, messageSize, "%d contacts in %d steps, all seen by the discrete method too",
                 (int)contacts, (int)input->stepCount);
        good = false;
    }
    free(resolved);
    free(intended);
    return good;
}
