// Resolves the target of one object of a scene, and checks the story with both methods.
#include "scenes/scene_resolve.h"
#include "scenes/names.h"
#include <stdio.h>
#include <stdlib.h>

// Obstacles: all objects but the moving one, with their indices in the scene.
typedef struct Surroundings {
    cdObstacle *obstacles; // obstacles[count]
    int32_t *objects;      // objects[count]: index into the scene
    int32_t count;
    cdWorkspace *workspace;
} Surroundings;

static void destroySurroundings(Surroundings *around) {
    free(around->obstacles);
    free(around->objects);
    cdDestroyWorkspace(around->workspace);
}

static bool createSurroundings(const SceneStepInput *input, Surroundings *around) {
    size_t capacity = (size_t)input->data->objectCount;
    *around = (Surroundings){.obstacles = calloc(capacity, sizeof *around->obstacles),
                             .objects = calloc(capacity, sizeof *around->objects),
                             .workspace = cdCreateWorkspace()};
    if (around->obstacles == NULL || around->objects == NULL) return false;
    for (int32_t i = 0; i < input->data->objectCount; i++) {
        if (i == input->object) continue;
        cdPose pose = input->poses != NULL ? input->poses[i] : input->data->objects[i].pose;
        around->obstacles[around->count] = (cdObstacle){input->meshes[i], pose};
        around->objects[around->count++] = i;
    }
    return around->workspace != NULL;
}

static cdFirstContact findContinuous(const SceneStepInput *input, const Surroundings *around) {
    const cdSlideInput query = {.step = {.mesh = input->meshes[input->object],
                                         .start = input->start,
                                         .target = input->target,
                                         .obstacles = around->obstacles,
                                         .obstacleCount = around->count,
                                         .margin = input->data->margin}};
    if (input->response == SCENE_SLIDE) return cdFindSlide(&query, NULL, around->workspace, NULL).contact;
    return cdFindFirstContactAmong(&query.step, NULL, around->workspace, NULL);
}

// Returns the result of the discrete method as a first contact: it tests only the target, and the object
// always moves there.
static cdFirstContact findDiscrete(const SceneStepInput *input, const Surroundings *around) {
    const cdOverlapAmongInput at = {.mesh = input->meshes[input->object],
                                    .pose = input->target,
                                    .obstacles = around->obstacles,
                                    .obstacleCount = around->count};
    cdOverlap overlap = cdFindOverlapAmong(&at, NULL, around->workspace, NULL);
    return (cdFirstContact){.state = overlap.state,
                            .obstacle = overlap.obstacle,
                            .t = {1.0, 1.0},
                            .featureA = overlap.featureA,
                            .featureB = overlap.featureB,
                            .point = overlap.point,
                            .resolvedTime = 1.0,
                            .resolvedPose = input->target,
                            .stats = overlap.stats};
}

cdFirstContact ResolveSceneStep(const SceneStepInput *input, int32_t *obstacle) {
    cdFirstContact result = {.state = CD_UNDECIDED, .resolvedPose = input->start};
    int32_t touched = -1;
    Surroundings around;
    if (createSurroundings(input, &around)) {
        result =
            input->mode == SCENE_DISCRETE ? findDiscrete(input, &around) : findContinuous(input, &around);
        touched = result.obstacle >= 0 ? around.objects[result.obstacle] : -1;
    }
    destroySurroundings(&around);
    if (obstacle != NULL) *obstacle = touched;
    return result;
}

// State of a story check.
typedef struct StoryCheck {
    const SceneData *data;
    const cdMesh *const *meshes;
    cdPose pose;        // resolved pose of the last step's object
    bool discreteFails; // the discrete method missed a contact
    bool slides;
} StoryCheck;

static cdFirstContact runStep(const StoryCheck *check, const SceneStoryStep *step, cdPose start,
                              SceneMode mode) {
    const SceneStepInput input = {.data = check->data,
                                  .meshes = check->meshes,
                                  .object = step->object,
                                  .start = start,
                                  .target = step->target,
                                  .mode = mode,
                                  .response = step->response};
    return ResolveSceneStep(&input, NULL);
}

// True if nothing overlaps at the resolved pose, by the exact test.
static bool isResolvedPoseFree(const StoryCheck *check, int32_t object) {
    const SceneStepInput input = {.data = check->data,
                                  .meshes = check->meshes,
                                  .object = object,
                                  .start = check->pose,
                                  .target = check->pose,
                                  .mode = SCENE_DISCRETE};
    return ResolveSceneStep(&input, NULL).state == CD_FREE;
}

static bool checkStoryStep(StoryCheck *check, int32_t index, char *message, size_t messageSize) {
    const SceneStoryStep *step = &check->data->story[index];
    if (step->object < 0) return true; // a step in time: nothing is expected of one object
    bool first = FindStoryStart(check->data, index) == index;
    cdPose start = first ? GetStoryStart(check->data, index) : check->pose;
    cdFirstContact result = runStep(check, step, start, step->mode);
    check->pose = result.resolvedPose;
    if (result.state != step->expected) {
        snprintf(message, messageSize, "'%s': %s, expected %s", step->caption, GetStateNames()[result.state],
                 GetStateNames()[step->expected]);
        return false;
    }
    if (step->mode == SCENE_DISCRETE) return true;
    if (!isResolvedPoseFree(check, step->object)) {
        snprintf(message, messageSize, "'%s': the resolved pose overlaps", step->caption);
        return false;
    }
    check->slides = check->slides || step->response == SCENE_SLIDE;
    if (result.state == CD_CONTACT && runStep(check, step, start, SCENE_DISCRETE).state == CD_FREE)
        check->discreteFails = true;
    return true;
}

bool CheckSceneStory(const SceneData *data, const cdMesh *const *meshes, char *message, size_t messageSize) {
    StoryCheck check = {.data = data, .meshes = meshes};
    bool good = true;
    for (int32_t i = 0; good && i < data->storyCount; i++)
        good = checkStoryStep(&check, i, message, messageSize);
    if (good && !check.discreteFails && !check.slides) {
        snprintf(message, messageSize, "the story needs a contact that the discrete method misses");
        return false;
    }
    return good;
}

// Runs one step of a scene with `step`, and counts contacts that the discrete method misses. Returns false if
// objects overlap.
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
    resolved[moving] = query.target = continuous.resolvedPose;
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
        snprintf(message, messageSize, "%d contacts in %d steps, all detected by the discrete method too",
                 (int)contacts, (int)input->stepCount);
        good = false;
    }
    free(resolved);
    free(intended);
    return good;
}
