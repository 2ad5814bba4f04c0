// Maps each kind of intention to the function that carries it out.
//
// Input: the queue (services/queue.h). Output: a changed stage, work begun on it, a notice. hand/lead moves
// objects from frame to frame.
#include "hand/resolve.h"

#include "engine/message.h"
#include "engine/platform/clock.h"
#include "hand/edit.h"
#include "hand/group.h"
#include "hand/hold.h"
#include "hand/lead.h"
#include "hand/lesson_show.h"
#include "hand/method.h"
#include "hand/play.h"
#include "hand/way_hand.h"
#include "services/built_in.h"
#include "services/notice.h"
#include "services/opening.h"
#include "services/queue.h"
#include "services/record.h"
#include "services/replay.h"
#include "services/way_out.h"

#include <stdlib.h>

// --- The hand

static bool resolveHand(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_TAKE:
        TakeInHand(app, intention->index, intention->point);
        break;
    case INTEND_MODAL:
        BeginModalHold(app, (Hold)intention->index);
        break;
    case INTEND_HANDLE:
        TakeHandle(app, (GizmoHandle)intention->index);
        break;
    case INTEND_TAKE_WAYPOINT:
        TakeWaypoint(app, intention->value);
        break;
    case INTEND_LET_GO:
        LetGo(app, intention->flag);
        break;
    case INTEND_NUDGE:
        NudgeSelected(app, intention->point, intention->index);
        break;
    case INTEND_PUSH:
        if (BeginPush(app, intention->index)) PauseForHand(app, intention->index);
        PushObject(app, intention->index, intention->pose);
        break;
    case INTEND_END_PUSH:
        EndPush(app);
        break;
    default:
        return false;
    }
    return true;
}

// --- Objects

static bool resolveEdit(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_SELECT:
        SelectObject(app, intention->index);
        break;
    case INTEND_HIDE:
        HideSelected(app);
        break;
    case INTEND_SEE_THROUGH:
        SeeThroughSelected(app);
        break;
    case INTEND_POSE:
        PoseSelected(app, intention->pose);
        break;
    case INTEND_OPTION:
        EditSelected(app, intention->option, intention->value);
        break;
    case INTEND_JOINT:
        EditJoint(app, intention->index, (StageJointOption)intention->count, intention->value);
        break;
    case INTEND_GROUP:
        GroupObject(app, intention->index, intention->flag);
        break;
    case INTEND_COPY:
        DuplicateSelected(app);
        break;
    case INTEND_REMOVE:
        RemoveSelected(app);
        break;
    case INTEND_WAY_OUT:
        StopLeading(app);
        ToggleWaySearch(app);
        break;
    case INTEND_FORGET_WAY:
        RemoveWay(app);
        break;
    case INTEND_UNDO:
        UndoStep(app);
        break;
    case INTEND_REDO:
        RedoStep(app);
        break;
    default:
        return false;
    }
    return true;
}

// --- The method

static bool resolveMethod(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_MODE:
        ToggleMode(app);
        break;
    case INTEND_RESPONSE:
        ToggleResponse(app);
        break;
    case INTEND_GRAVITY:
        ToggleGravity(app);
        break;
    case INTEND_GROUND:
        ToggleGround(app);
        break;
    case INTEND_PARAM:
        SetSceneParam(app, intention->index, intention->value, intention->flag);
        break;
    default:
        return false;
    }
    return true;
}

// --- Time

static bool resolveTime(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_RESTART:
        RestartScene(app);
        break;
    case INTEND_PLAY:
        TogglePlay(app);
        break;
    case INTEND_STEP:
        StepTime(app, (int32_t)intention->count, intention->flag);
        break;
    case INTEND_ROUTE:
        OpenRoute(app, intention->index);
        break;
    case INTEND_NEXT_ROUTE:
        OpenRoute(app, app->stage.boxes.route + (int32_t)intention->count);
        break;
    case INTEND_SCRUB:
        ScrubRoute(app, intention->value);
        break;
    case INTEND_SEEK:
        SeekFrame(app, intention->count);
        break;
    case INTEND_LEAVE_REPLAY:
        LeaveReplay(app);
        break;
    default:
        return false;
    }
    return true;
}

// --- The page "Step by step"

static bool resolveCursor(App *app, const Intention *intention) {
    Stage *stage = &app->stage;
    int32_t count = (int32_t)intention->count;
    switch (intention->kind) {
    case INTEND_CURSOR_MOVE:
        MoveStep(stage, count);
        break;
    case INTEND_CURSOR_SKIP:
        SkipStep(stage, count);
        break;
    case INTEND_CURSOR_SET:
        stage->steps.playing = false;
        SetStep(stage, count);
        break;
    case INTEND_CURSOR_PLAY:
        PlayOrPauseSteps(stage);
        break;
    case INTEND_CURSOR_SEARCH:
        ChooseStageSteps(stage, (StepsSearch)intention->index);
        break;
    default:
        return false;
    }
    return true;
}

// --- Lessons

static bool resolveLesson(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_LESSON:
        BeginLesson(app, intention->lesson);
        break;
    case INTEND_LESSON_STEP:
        StepLesson(app, (int32_t)intention->count);
        break;
    case INTEND_LEAVE_LESSON:
        LeaveLesson(app);
        break;
    default:
        return false;
    }
    return true;
}

// --- Files

static bool resolveFile(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_OPEN_SCENE:
        OpenScene(app, intention->scene);
        TakeQuickLoad(app);
        break;
    case INTEND_STEP_SCENE:
        StepScene(app, (int)intention->count);
        TakeQuickLoad(app);
        break;
    case INTEND_OPEN_FILE:
        LetGo(app, true);
        OpenDropped(app, intention->path);
        break;
    case INTEND_TAKE_LOADED:
        LetGo(app, true);
        if (!TakeOrderedMesh(app)) TakeLoaded(app);
        break;
    case INTEND_CANCEL_LOADS:
        CancelOpening(app);
        break;
    case INTEND_OPEN_ADDED:
        OpenAdded(app);
        break;
    case INTEND_RELOAD:
        ReloadScene(app);
        break;
    case INTEND_SAVE:
        SaveScene(app, intention->path);
        break;
    case INTEND_WRITE:
        intention->write(app);
        break;
    default:
        return false;
    }
    return true;
}

// A search for a way out reads the stage.
static bool keepsStage(const Intention *intention) {
    switch (intention->kind) {
    case INTEND_WAY_OUT:
    case INTEND_SELECT:
    case INTEND_HIDE:
    case INTEND_SEE_THROUGH:
    case INTEND_WRITE:
        return true;
    default:
        return false;
    }
}

static void resolve(App *app, const Intention *intention) {
    if (!keepsStage(intention)) EndWaySearch(app);
    bool resolved = resolveHand(app, intention) || resolveEdit(app, intention) ||
                    resolveMethod(app, intention) || resolveTime(app, intention) ||
                    resolveCursor(app, intention) || resolveLesson(app, intention) ||
                    resolveFile(app, intention);
    if (!resolved) gxReport(GX_ERROR, "nothing resolves the intention %d", (int)intention->kind);
}

bool ResolveIntentions(App *app) {
    Intention intention;
    bool some = false;
    while (TakeIntention(app, &intention)) {
        resolve(app, &intention);
        free(intention.path);
        some = true;
    }
    if (some) app->lastActivity = gxGetTime();
    return some;
}
