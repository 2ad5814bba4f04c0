// Restores the beginning of a journal, or a moment of the history.
//
// Input: a stage, and a journal's base or a moment. Output: the stage in that state, with a journal that
// begins there. A moment: (1) the stage goes to its base, which creates a world of its objects; (2) the
// snapshot replaces that world's state; (3) counters and events of the world, and bodies that had left, are
// those of the moment.
#include "stage/deeds.h"
#include "stage/journal/journal.h"
#include "stage/journal/undo_row.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_pause.h"
#include "stage/objects/stage_room.h"
#include "stage/world/stage_world.h"

#include <stdlib.h>
#include <string.h>

void RemoveAddedObjects(Stage *stage, int32_t count) {
    GiveUpStageWork(stage);
    if (count < stage->data.objectCount) count = stage->data.objectCount;
    if (count >= stage->objectCount) return;
    DestroyStageWorld(stage);
    stage->objectCount = count;
    ForgetStageSteps(stage);
    ForgetAskedQuery(stage);
    stage->regions.interrupted = true;
    if (stage->probe.object >= count) stage->probe.object = -1;
}

// Bases with poses exist only if nothing moves by itself: no state of a world or a route is needed.
static void restorePoses(Stage *stage, const StageBase *base) {
    stage->mode = base->mode;
    stage->response = base->response;
    stage->time = base->time;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        object->pose = object->intended = object->start = base->poses[i];
    }
    DestroyStageWorld(stage);
    UpdateStageWorld(stage);
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
}

// Restores the initial options, except for the listed ones.
static bool restoreOptions(Stage *stage, const StageBase *base) {
    const StageEntry *edit = base->edits, *end = base->edits ? base->edits + base->editCount : edit;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        double wanted[STAGE_OPTION_COUNT];
        memcpy(wanted, stage->objects[i].initial, sizeof wanted);
        for (; edit != end && edit->op == STAGE_SET_OPTION && edit->index == i; ++edit)
            wanted[edit->option] = edit->value;
        for (int k = 0; k < STAGE_OPTION_COUNT; ++k) {
            if (!RestoreStageOption(stage, i, (StageOption)k, wanted[k])) return false;
        }
    }
    return true;
}

// Likewise of the joints. Their world is created afterwards.
static bool restoreJoints(Stage *stage, const StageBase *base) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i)
        memcpy(stage->joints[i].options, stage->joints[i].initial, sizeof stage->joints[i].options);
    for (int32_t i = 0; i < base->editCount; ++i) {
        const StageEntry *edit = &base->edits[i];
        if (edit->op != STAGE_SET_JOINT) continue;
        if (edit->index >= stage->data.jointCount) return false;
        stage->joints[edit->index].options[edit->option] = edit->value;
    }
    return true;
}

bool RestoreStageBase(Stage *stage, const StageBase *base) {
    GiveUpStageWork(stage);
    RemoveAddedObjects(stage, base->objectCount);
    if (stage->objectCount != base->objectCount) return false;
    if (!restoreOptions(stage, base) || !restoreJoints(stage, base)) return false;
    for (int32_t i = 0; stage->scene && i < stage->scene->paramCount && i < JOURNAL_PARAM_MAX; ++i)
        stage->data.params[i] = base->params[i];
    stage->falls = base->falls;
    stage->ground.kind = base->ground;
    stage->response = base->response;
    RestartStage(stage);
    if (base->poses) restorePoses(stage, base);
    return BeginStageJournal(stage, !base->poses);
}

// --- Moments

// (2) The meshes of all objects, of the ground and of shapes.
static bool restoreWorld(Stage *stage, const StageMoment *moment) {
    int32_t first = stage->objectCount + stage->ground.boxCount, shapeCount = stage->data.shapeCount;
    size_t count = (size_t)first + (size_t)shapeCount;
    const cdMesh **meshes = calloc(count + 1, sizeof *meshes);
    if (!meshes) return false;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        meshes[i] = stage->objects[i].mesh;
    for (int32_t i = 0; i < stage->ground.boxCount; ++i)
        meshes[stage->objectCount + i] = stage->ground.boxes[i].mesh;
    for (int32_t i = 0; i < shapeCount; ++i)
        meshes[first + i] = stage->meshes.scene.meshes[stage->data.objectCount + i];
    cdRestoreResult result = cdRestoreWorld(stage->world.scene.world, moment->snapshot, moment->snapshotSize,
                                            meshes, (int32_t)count);
    free(meshes);
    return result == CD_RESTORED;
}

// (3) Counters and events outlive a world; the next one continues them.
static void takeWorld(Stage *stage, const StageMoment *moment) {
    StageWorld world = moment->world;
    world.key = stage->world.key;
    world.scene = stage->world.scene;
    if (!world.present) world.groupBody = stage->world.groupBody;
    if (!world.present) world.groupLed = stage->world.groupLed;
    stage->world = world;
    for (int32_t i = 0; world.present && i < stage->data.jointCount; ++i)
        stage->data.joints[i] = moment->joints[i];
    for (int32_t i = 0; world.present && i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        world.scene.bodies[i] = moment->bodies[i];
        object->left = moment->left[i];
        object->isBody = object->isBody && !object->left;
        if (!object->isBody) object->asleep = object->blocked = false;
        if (!object->isBody) continue;
        cdBodyState state = cdGetBodyState(world.scene.world, moment->bodies[i]);
        object->asleep = state.asleep;
        object->blocked = state.blocked;
    }
}

bool RestoreStageMoment(Stage *stage, const StageMoment *moment) {
    if (!RestoreStageBase(stage, &moment->base)) return false; // (1)
    if (stage->world.present != moment->world.present) return false;
    if (stage->world.present && !restoreWorld(stage, moment)) return false;
    takeWorld(stage, moment);
    if (moment->selected < stage->objectCount) stage->selected = moment->selected;
    stage->storyNext = moment->storyNext;
    return true;
}
