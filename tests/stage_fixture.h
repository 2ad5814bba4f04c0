// Shared by the tests of the stage and of its pictures: two boxes, one selected by the user.
#ifndef TESTS_STAGE_FIXTURE_H
#define TESTS_STAGE_FIXTURE_H

#include "stage/stage.h"

#include <stdio.h>
#include <stdlib.h>

static inline cdPose poseAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

// A driven box at x = 4 and a fixed box at the origin, both two wide, by default.
static inline Stage *makeStageWithHand(const char *hand, SceneResponse response) {
    SceneData data = MakeEmptySceneData();
    data.response = response;
    data.camera = (SceneCamera){{1.0, 0.0, 14.0}, {1.0, 0.0, 0.0}, 0.7};
    AddSceneObject(&data, "hand", hand, SCENE_DRIVEN)->pose = poseAt(4.0, 0.0, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

static inline Stage *makeStage(SceneResponse response) {
    return makeStageWithHand("builtin:box:x=1,y=1,z=1", response);
}

// Applies an entry that the stage must accept.
static inline void apply(Stage *stage, StageEntry entry) {
    char message[512] = "";
    if (ApplyStage(stage, &entry, message, sizeof message)) return;
    fprintf(stderr, "refused: %s\n", message);
    abort();
}

static inline bool setOption(Stage *stage, int32_t object, StageOption option, double value, char *message,
                             size_t messageSize) {
    StageEntry entry = MakeSetOption(object, option, value);
    return ApplyStage(stage, &entry, message, messageSize);
}

// Returns the index of the new object; -1 with a message.
static inline int32_t addObject(Stage *stage, const char *mesh, char *message, size_t messageSize) {
    StageEntry entry = MakeAdd(mesh);
    return ApplyStage(stage, &entry, message, messageSize) ? stage->objectCount - 1 : -1;
}

static inline int32_t copyObject(Stage *stage, int32_t object, char *message, size_t messageSize) {
    StageEntry entry = MakeCopy(object);
    return ApplyStage(stage, &entry, message, messageSize) ? stage->objectCount - 1 : -1;
}

// Returns true if no two objects overlap; else names two.
static inline bool areApart(const Stage *stage) {
    cdWorkspace *workspace = cdCreateWorkspace();
    bool apart = workspace != NULL;
    for (int32_t a = 0; a < stage->objectCount && apart; ++a) {
        for (int32_t b = a + 1; b < stage->objectCount && apart; ++b) {
            const StageObject *first = &stage->objects[a], *second = &stage->objects[b];
            cdOverlapInput input = {
                .meshA = first->mesh, .meshB = second->mesh, .poseA = first->pose, .poseB = second->pose};
            apart = cdFindOverlap(&input, NULL, workspace, NULL).state == CD_FREE;
            if (!apart) fprintf(stderr, "%s and %s overlap\n", first->name, second->name);
        }
    }
    cdDestroyWorkspace(workspace);
    return apart;
}

static inline void freeStage(Stage *stage) {
    DestroyStage(stage);
    free(stage);
}

#endif
