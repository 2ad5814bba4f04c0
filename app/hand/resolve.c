// Each kind of intention, and the function that carries it out.
//
// In: the queue (services/queue.h). Out: a stage that has changed, work of it that has begun, a notice. What
// leads an object from frame to frame is hand/lead.
#include "hand/resolve.h"

#include "engine/clock.h"
#include "hand/edit.h"
#include "hand/group.h"
#include "hand/hold.h"
#include "hand/lead.h"
#include "hand/lesson_show.h"
#include "hand/method.h"
#include "hand/play.h"
#include "services/notice.h"
#include "services/opening.h"
#include "services/queue.h"
#include "services/record.h"
#include "services/replay.h"

#include <stdlib.h>

// --- The hand

static void resolveHand(App *app, const Intention *intention) {
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
    default:
        EndPush(app);
    }
}

// --- Objects

static void resolveEdit(App *app, const Intention *intention) {
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
    case INTEND_GROUP:
        GroupObject(app, intention->index, intention->flag);
        break;
    case INTEND_COPY:
        DuplicateSelected(app);
        break;
    case INTEND_REMOVE:
        RemoveSelected(app);
        break;
    case INTEND_UNDO:
        UndoStep(app);
        break;
    default:
        RedoStep(app);
    }
}

// --- The method

static void resolveMethod(App *app, const Intention *intention) {
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
    default:
        SetSceneParam(app, intention->index, intention->value, intention->flag);
    }
}

// --- Time

static void resolveTime(App *app, const Intention *intention) {
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
    default:
        LeaveReplay(app);
    }
}

// --- The page "Step by step"

static void resolveCursor(App *app, const Intention *intention) {
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
    default:
        ChooseStageSteps(stage, (StepsSearch)intention->index);
    }
}

// --- Lessons

static void resolveLesson(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_LESSON:
        BeginLesson(app, intention->lesson);
        break;
    case INTEND_LESSON_STEP:
        StepLesson(app, (int32_t)intention->count);
        break;
    default:
        LeaveLesson(app);
    }
}

// --- Files

static void resolveFile(App *app, const Intention *intention) {
    switch (intention->kind) {
    case INTEND_OPEN_SCENE:
        OpenScene(app, intention->scene);
        break;
    case INTEND_STEP_SCENE:
        StepScene(app, (int)intention->count);
        break;
    case INTEND_OPEN_FILE:
        LetGo(app, true);
        OpenDropped(app, intention->path);
        break;
    case INTEND_TAKE_LOADED:
        LetGo(app, true);
        TakeLoaded(app);
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
    default:
        intention->write(app);
    }
}

static void resolve(App *app, const Intention *intention) {
    IntentionKind kind = intention->kind;
    if (kind >= INTEND_OPEN_SCENE)
        resolveFile(app, intention);
    else if (kind >= INTEND_LESSON)
        resolveLesson(app, intention);
    else if (kind >= INTEND_CURSOR_MOVE)
        resolveCursor(app, intention);
    else if (kind >= INTEND_RESTART)
        resolveTime(app, intention);
    else if (kind >= INTEND_MODE)
        resolveMethod(app, intention);
    else if (kind >= INTEND_SELECT)
        resolveEdit(app, intention);
    else
        resolveHand(app, intention);
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
