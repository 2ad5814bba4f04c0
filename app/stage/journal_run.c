// What a journal says, done again.
//
// In: a stage, and the base or an entry of a journal. Out: the stage as it was then. Everything goes through
// the functions that wrote the entries, so that there is one way of doing each thing.
#include "stage/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void RemoveAddedObjects(Stage *stage, int32_t count) {
    GiveUpStageWork(stage);
    if (count < stage->data.objectCount) count = stage->data.objectCount;
    if (count >= stage->objectCount) return;
    DestroyStageWorld(stage);
    while (stage->objectCount > count) {
        free(stage->objects[--stage->objectCount].caches);
        stage->objects[stage->objectCount].caches = NULL;
    }
    ForgetStageSteps(stage);
    stage->regions.interrupted = true;
    if (stage->probe.object >= count) stage->probe.object = -1;
}

// Where nothing moved by itself, so there is no world, and no route, whose state would have to be known.
static void restorePoses(Stage *stage, const StageBase *base) {
    stage->mode = base->mode;
    stage->response = base->response;
    stage->time = base->time;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        object->pose = object->intended = object->start = base->poses[i];
    }
    ForgetStageCaches(stage);
    DestroyStageWorld(stage);
    UpdateStageWorld(stage);
    if (stage->selected >= 0) PlaceStageObject(stage, stage->selected, stage->objects[stage->selected].pose);
}

// Each as it came, but for those that are listed.
static bool restoreOptions(Stage *stage, const StageBase *base) {
    const StageEntry *edit = base->edits, *end = base->edits ? base->edits + base->editCount : edit;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        double wanted[STAGE_OPTION_COUNT];
        memcpy(wanted, stage->objects[i].initial, sizeof wanted);
        for (; edit != end && edit->index == i; ++edit)
            wanted[edit->option] = edit->value;
        for (int k = 0; k < STAGE_OPTION_COUNT; ++k) {
            if (!RestoreStageOption(stage, i, (StageOption)k, wanted[k])) return false;
        }
    }
    return true;
}

bool RestoreStageBase(Stage *stage, const StageBase *base) {
    GiveUpStageWork(stage);
    RemoveAddedObjects(stage, base->objectCount);
    if (stage->objectCount != base->objectCount) return false;
    ++stage->journal.depth;
    if (!restoreOptions(stage, base)) {
        --stage->journal.depth;
        return false;
    }
    for (int32_t i = 0; stage->scene && i < stage->scene->paramCount && i < JOURNAL_PARAM_MAX; ++i)
        *stage->scene->params[i].value = base->params[i];
    stage->falls = base->falls;
    stage->ground.kind = base->ground;
    stage->response = base->response;
    RestartStage(stage);
    if (base->poses) restorePoses(stage, base);
    --stage->journal.depth;
    return BeginStageJournal(stage, !base->poses);
}

static bool runSetting(Stage *stage, const StageEntry *entry) {
    switch (entry->op) {
    case STAGE_SET_MODE:
        SetStageMode(stage, (SceneMode)entry->index);
        return true;
    case STAGE_SET_RESPONSE:
        SetStageResponse(stage, (SceneResponse)entry->index);
        return true;
    case STAGE_SET_GRAVITY:
        SetStageGravity(stage, entry->index != 0);
        return true;
    case STAGE_SET_GROUND:
        SetStageGround(stage, entry->index != 0);
        return true;
    case STAGE_SET_PARAM:
        *stage->scene->params[entry->index].value = entry->value;
        return true;
    default:
        return false;
    }
}

static bool runHand(Stage *stage, const StageEntry *entry) {
    switch (entry->op) {
    case STAGE_PLACE:
        stage->limit.replays = true;
        stage->limit.stop = entry->stop;
        PlaceStageObject(stage, entry->index, entry->pose);
        break;
    case STAGE_MOVE:
        stage->limit.replays = true;
        stage->limit.stop = entry->stop;
        MoveStageObject(stage, entry->index, entry->pose);
        break;
    case STAGE_HOLD:
        HoldStageBody(stage, entry->index, entry->points[0], entry->points[1]);
        break;
    case STAGE_RELEASE:
        ReleaseStageBody(stage, entry->index != 0);
        return true;
    default:
        return false;
    }
    stage->selected = entry->index;
    return true;
}

static void runTime(Stage *stage, const StageEntry *entry) {
    switch (entry->op) {
    case STAGE_RESTART:
        RestartStage(stage);
        break;
    case STAGE_ADVANCE:
        AdvanceStage(stage, entry->value);
        break;
    case STAGE_ROUTE:
        OpenBoxRoute(stage, entry->index);
        break;
    case STAGE_SCRUB:
        ScrubStageBoxes(stage, entry->value);
        break;
    case STAGE_ROLL:
        PlayStageBoxes(stage, entry->value);
        break;
    default:
        NoteStageLook(stage, entry->points[0], entry->points[1]);
    }
}

bool RunStageEntry(Stage *stage, const StageEntry *entry, char *message, size_t messageSize) {
    const StageObject *moved = entry->op == STAGE_MOVE ? &stage->objects[entry->index] : NULL;
    if (moved && !moved->caches) {
        snprintf(message, messageSize, "object %d, %s, is fixed and cannot be moved", (int)entry->index,
                 moved->name);
        return false;
    }
    if (entry->op == STAGE_SET_OPTION)
        return SetStageOption(stage, entry->index, (StageOption)entry->option, entry->value, message,
                              messageSize);
    if (entry->op == STAGE_COPY)
        return CopyStageObject(stage, entry->index, &entry->pose, message, messageSize) >= 0;
    if (entry->op == STAGE_ADD)
        return AddStageObjectAt(stage, entry->mesh, entry->read, entry->pose, message, messageSize) >= 0;
    // A step that was not cut short then is not cut short now.
    GiveUpStageWork(stage);
    StageLimit live = stage->limit;
    stage->limit.isLate = NULL;
    stage->limit.testMost = 0;
    if (!runSetting(stage, entry) && !runHand(stage, entry)) runTime(stage, entry);
    stage->limit = live;
    return true;
}
