// Keeps moments of a session and returns to them.
//
// Input: a stage between two operations. Output: its poses and settings as the beginning of a journal, and
// the snapshot of its world. Returning: (1) the stage goes to the beginning, which creates a world of its
// objects; (2) the snapshot replaces that world's state; (3) counters and events of the world, and bodies
// that had left, are those of the moment.
#include "stage/journal/stage_history.h"

#include "stage/journal/journal.h"
#include "stage/world/stage_world.h"

#include <stdlib.h>
#include <string.h>

enum { KEEP_EVERY = 64 };

static const size_t byteLimit = (size_t)64 << 20;

// --- Keeping

static bool canKeep(const Stage *stage) {
    if (stage->boxes.present || (stage->scene && stage->scene->step)) return false;
    return !stage->world.slab && !stage->world.outOfMemory;
}

static void destroyMoment(StageMoment *moment) {
    DestroyStageBase(&moment->base);
    free(moment->snapshot);
    free(moment->bodies);
    free(moment->left);
    *moment = (StageMoment){0};
}

static bool keepWorld(const Stage *stage, StageMoment *moment) {
    const StageWorld *world = &stage->world;
    size_t count = (size_t)stage->objectCount + 1;
    moment->world = *world;
    if (!world->present) return true;
    moment->snapshotSize = cdSaveWorld(world->scene.world, NULL, 0);
    moment->snapshot = malloc(moment->snapshotSize);
    moment->bodies = calloc(count, sizeof *moment->bodies);
    moment->left = calloc(count, sizeof *moment->left);
    if (!moment->snapshot || !moment->bodies || !moment->left) return false;
    cdSaveWorld(world->scene.world, moment->snapshot, moment->snapshotSize);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        moment->bodies[i] = world->scene.bodies[i];
        moment->left[i] = stage->objects[i].left;
    }
    return true;
}

static bool makeMoment(const Stage *stage, StagePosition at, StageMoment *moment) {
    *moment = (StageMoment){.frame = at.frame,
                            .entry = at.entry,
                            .within = at.within,
                            .selected = stage->selected,
                            .storyNext = stage->storyNext};
    if (DescribeStageBase(stage, false, &moment->base) && keepWorld(stage, moment)) {
        size_t objects = (size_t)stage->objectCount * (sizeof(cdPose) + sizeof(int32_t) + sizeof(bool));
        moment->byteCount = sizeof *moment + moment->snapshotSize + objects;
        return true;
    }
    destroyMoment(moment);
    return false;
}

// Drops every second moment, the newest one excepted.
static void thinOut(StageHistory *history) {
    int32_t kept = 0;
    for (int32_t i = 0; i < history->count; ++i) {
        StageMoment *moment = &history->moments[i];
        if ((history->count - 1 - i) % 2 == 0) {
            history->moments[kept++] = *moment;
            continue;
        }
        history->byteCount -= moment->byteCount;
        destroyMoment(moment);
    }
    history->count = kept;
    history->every *= 2;
}

static bool reserveMoment(StageHistory *history) {
    if (history->count < history->capacity) return true;
    int32_t capacity = history->capacity > 0 ? 2 * history->capacity : 16;
    StageMoment *moments = realloc(history->moments, (size_t)capacity * sizeof *moments);
    if (!moments) return false;
    history->moments = moments;
    history->capacity = capacity;
    return true;
}

void KeepStageMoment(StageHistory *history, const Stage *stage, StagePosition at) {
    int64_t last = history->count > 0 ? history->moments[history->count - 1].frame : 0;
    StageMoment moment;
    if (history->every == 0) history->every = KEEP_EVERY;
    if (at.frame < last + history->every || !canKeep(stage)) return;
    if (!reserveMoment(history) || !makeMoment(stage, at, &moment)) return;
    history->moments[history->count++] = moment;
    history->byteCount += moment.byteCount;
    size_t most = history->byteLimit > 0 ? history->byteLimit : byteLimit;
    while (history->byteCount > most && history->count > 1)
        thinOut(history);
}

const StageMoment *FindStageMoment(const StageHistory *history, int64_t frame) {
    const StageMoment *found = NULL;
    for (int32_t i = 0; i < history->count && history->moments[i].frame < frame; ++i)
        found = &history->moments[i];
    return found;
}

void CutStageHistory(StageHistory *history, int64_t frame) {
    while (history->count > 0 && history->moments[history->count - 1].frame > frame) {
        StageMoment *moment = &history->moments[--history->count];
        history->byteCount -= moment->byteCount;
        destroyMoment(moment);
    }
}

void ClearStageHistory(StageHistory *history) {
    CutStageHistory(history, -1);
    free(history->moments);
    *history = (StageHistory){.byteLimit = history->byteLimit};
}

// --- Returning

// (2) The meshes of all objects and of the ground.
static bool restoreWorld(Stage *stage, const StageMoment *moment) {
    size_t count = (size_t)stage->objectCount + (size_t)stage->ground.boxCount;
    const cdMesh **meshes = calloc(count + 1, sizeof *meshes);
    if (!meshes) return false;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        meshes[i] = stage->objects[i].mesh;
    for (int32_t i = 0; i < stage->ground.boxCount; ++i)
        meshes[stage->objectCount + i] = stage->ground.boxes[i].mesh;
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
    stage->world = world;
    for (int32_t i = 0; world.present && i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        world.scene.bodies[i] = moment->bodies[i];
        object->left = moment->left[i];
        object->isBody = object->isBody && !object->left;
        object->asleep = object->isBody && cdGetBodyState(world.scene.world, moment->bodies[i]).asleep;
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
