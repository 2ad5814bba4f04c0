// Continues steps from frame to frame.
//
// Input: the pose that a drag, a key or a field intends. Output: work of the stage (stage_work.h), one piece
// after the other. An intention that arrives during a step waits for it; of several the newest counts.
#include "hand/lead.h"

#include "services/notice.h"

#include <stdio.h>

enum { STEPS_MOST = 256 }; // of one pursuit; ends slides that creep for ever

static StageWorkKind getPaused(const App *app) {
    StageWorkKind kind = GetPausedStageWork(&app->stage);
    bool isOther = kind == STAGE_WORK_SHOWN || kind == STAGE_WORK_PLAY || kind == STAGE_WORK_REPLAY;
    return isOther ? STAGE_WORK_NONE : kind;
}

// A step of a world that plays is not given up for a hand's next step, or it would never end: the hand waits.
static bool isWorldStepping(const App *app) {
    return GetPausedStageWork(&app->stage) == STAGE_WORK_PLAY;
}

static bool isWanted(const App *app) {
    const Pursuit *pursuit = &app->pursuit;
    return pursuit->active && pursuit->placeCount == app->stage.changes.places &&
           IsMovedByQueries(&app->stage.objects[pursuit->object]);
}

static void endPursuit(App *app) {
    Pursuit *pursuit = &app->pursuit;
    if (isWanted(app) && pursuit->forgets) {
        StageObject *object = &app->stage.objects[pursuit->object];
        object->intended = object->pose;
    }
    *pursuit = (Pursuit){0};
}

// After a step the object has arrived, or the same step again continues it.
static void takeStep(App *app) {
    const Stage *stage = &app->stage;
    Manipulation *hand = &app->manipulation;
    Pursuit *pursuit = &app->pursuit;
    bool more = stage->query.unfinished;
    if (stage->work.kind == STAGE_WORK_STEP && hand->hold != HOLD_NOTHING)
        hand->changed = hand->changed || more; // it continues while the pointer stands still
    bool arrived =
        cdIsSamePose(stage->work.entry.pose, pursuit->target) && (!more || ++pursuit->steps > STEPS_MOST);
    bool steps = stage->work.kind == STAGE_WORK_WHOLE || stage->work.kind == STAGE_WORK_STEP;
    if (steps && pursuit->active && arrived) endPursuit(app);
}

static void beginStep(App *app, StageWorkKind kind, int32_t object, cdPose pose) {
    if (BeginStageWork(&app->stage, (StageWork){.kind = kind, .entry = MakeMove(object, pose)}))
        takeStep(app);
}

void LeadObject(App *app, int32_t object, cdPose target) {
    Stage *stage = &app->stage;
    StageWorkKind paused = GetPausedStageWork(stage);
    bool moves =
        (paused == STAGE_WORK_WHOLE || paused == STAGE_WORK_STEP) && stage->work.entry.index == object;
    app->pursuit =
        (Pursuit){.active = true, .object = object, .target = target, .placeCount = stage->changes.places};
    if (!moves && !isWorldStepping(app)) beginStep(app, STAGE_WORK_WHOLE, object, target);
}

cdPose GetLeadTarget(const App *app, int32_t object) {
    bool led = isWanted(app) && app->pursuit.object == object;
    return led ? app->pursuit.target : app->stage.objects[object].pose;
}

void LeadAfterHand(App *app, bool forgets) {
    const Manipulation *hand = &app->manipulation;
    StageObject *object = &app->stage.objects[hand->object];
    bool open = hand->changed || getPaused(app) == STAGE_WORK_STEP;
    if (open)
        app->pursuit = (Pursuit){.active = true,
                                 .object = hand->object,
                                 .target = hand->intended,
                                 .placeCount = app->stage.changes.places,
                                 .forgets = forgets};
    else if (forgets)
        object->intended = object->pose;
}

void StopLeading(App *app) {
    app->pursuit = (Pursuit){0};
    if (getPaused(app) != STAGE_WORK_NONE) GiveUpStageWork(&app->stage);
}

// The world may have been replaced or removed while one of its bodies was held.
static void pullBody(App *app) {
    Manipulation *hand = &app->manipulation;
    UpdateStageWorld(&app->stage);
    if (!app->stage.objects[hand->object].isBody) {
        *hand = (Manipulation){0};
    } else if (hand->changed || app->stage.world.held != hand->object) {
        ApplyStageEntry(&app->stage, MakeHold(hand->object, hand->grab, hand->target));
        hand->changed = false;
    }
}

void ResolveHand(App *app) {
    Manipulation *hand = &app->manipulation;
    if (app->pursuit.active && !isWanted(app)) app->pursuit = (Pursuit){0};
    if (getPaused(app) != STAGE_WORK_NONE) {
        if (ContinueStageWork(&app->stage)) takeStep(app);
        return; // the next step gets a frame of its own
    }
    if (isWorldStepping(app)) return;
    if (hand->hold == HOLD_BODY) {
        pullBody(app);
    } else if (hand->hold == HOLD_WAYPOINT) {
        return; // hand/way_hand.h
    } else if (hand->hold != HOLD_NOTHING) {
        app->pursuit = (Pursuit){0};
        if (!hand->changed) return;
        hand->changed = false;
        beginStep(app, STAGE_WORK_STEP, hand->object, hand->intended);
    } else if (app->pursuit.active) {
        beginStep(app, STAGE_WORK_WHOLE, app->pursuit.object, app->pursuit.target);
    }
}

// --- Devices

void EndPush(App *app) {
    Steering *steering = &app->steering;
    if (!steering->pushes) return;
    steering->pushes = false;
    if (steering->object >= app->stage.objectCount) return;
    StageObject *object = &app->stage.objects[steering->object];
    object->intended = object->pose;
}

bool BeginPush(App *app, int32_t object) {
    Steering *steering = &app->steering;
    if (steering->pushes && steering->object == object) return false;
    EndPush(app);
    steering->pushes = true;
    steering->object = object;
    BeginStageGesture(&app->stage);
    ClearNotice(app);
    return true;
}

void PushObject(App *app, int32_t object, cdPose target) {
    if (IsLeading(app) || isWorldStepping(app)) return; // the last push has not finished: the object lags
    BeginStageWork(&app->stage, (StageWork){.kind = STAGE_WORK_STEP, .entry = MakeMove(object, target)});
}

bool DescribeLeading(const App *app, char *text, size_t textSize) {
    StageWorkKind kind = getPaused(app);
    bool held = app->manipulation.hold != HOLD_NOTHING;
    if (kind == STAGE_WORK_TIME || kind == STAGE_WORK_FRAMES)
        snprintf(text, textSize, "The scene continues: this takes several frames");
    else if (held && (kind != STAGE_WORK_NONE || app->stage.query.late))
        snprintf(text, textSize, "Catching up with the pointer: this step takes several frames");
    else if (kind != STAGE_WORK_NONE || app->pursuit.active)
        snprintf(text, textSize, "Moving: this step takes several frames");
    else if (app->stage.query.late && app->stage.query.present)
        snprintf(text, textSize, "Time limit reached: repeat the step to continue");
    else
        return false;
    return true;
}
