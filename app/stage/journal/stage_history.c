// Keeps moments of a session.
//
// Input: a stage between two operations. Output: its poses and settings as the beginning of a journal, and
// the snapshot of its world.
#include "stage/journal/stage_history.h"

#include "stage/journal/stage_base.h"

#include <stdlib.h>
#include <string.h>

enum { KEEP_EVERY = 64 };

static const size_t byteLimit = (size_t)64 << 20;

static bool canKeep(const Stage *stage) {
    if (stage->boxes.present || (stage->scene && stage->scene->step)) return false;
    return !stage->world.slab && !stage->world.outOfMemory;
}

static void destroyMoment(StageMoment *moment) {
    DestroyStageBase(&moment->base);
    free(moment->snapshot);
    free(moment->bodies);
    free(moment->left);
    free(moment->joints);
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
    size_t joints = (size_t)stage->data.jointCount;
    moment->joints = calloc(joints + 1, sizeof *moment->joints);
    if (!moment->snapshot || !moment->bodies || !moment->left || !moment->joints) return false;
    if (joints > 0) memcpy(moment->joints, stage->data.joints, joints * sizeof *moment->joints);
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
        size_t joints = (size_t)stage->data.jointCount * sizeof *moment->joints;
        moment->byteCount = sizeof *moment + moment->snapshotSize + objects + joints;
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
