// Moves time forward and back.
//
// Input: steps, a route, a frame. Output: work of the stage that continues from frame to frame
// (stage_work.h), or a
// replay (services/replay.h) of the session up to there.
#include "hand/play.h"

#include "hand/hold.h"
#include "hand/lead.h"
#include "hand/way_play.h"
#include "services/framing.h"
#include "services/notice.h"
#include "services/replay.h"

#include <math.h>

static const double fixedStep = 1.0 / 60.0;

void RestartScene(App *app) {
    if (app->replay.active) {
        SeekReplay(app, 0);
        return;
    }
    ApplyStageEntry(&app->stage, MakeRestart());
    ShowStageStart(app);
    app->manipulation = (Manipulation){0};
}

// Plays the next step of the scene's story.
static void tellStory(App *app, int32_t index) {
    Stage *stage = &app->stage;
    int32_t count = stage->data.storyCount;
    if (count == 0) {
        Notify(app, "Nothing in this scene moves by itself");
        return;
    }
    index = (index + count) % count;
    StopLeading(app);
    BeginStageGesture(stage);
    BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_STORY, .count = index});
    stage->storyNext = index + 1;
    Notify(app, "%d of %d: %s", (int)index + 1, (int)count, stage->data.story[index].caption);
}

// Releases a held object: the route would move it away from the pointer.
void OpenRoute(App *app, int32_t route) {
    Stage *stage = &app->stage;
    if (!stage->boxes.present) {
        Notify(app, "This scene has no motions to choose from");
        return;
    }
    LetGo(app, true);
    ApplyStageEntry(stage, MakeRoute(route));
    Notify(app, "Motion %d: %s", (int)stage->boxes.route + 1, GetBoxRouteName(stage));
}

void ScrubRoute(App *app, double t) {
    app->stage.playing = false;
    ApplyStageEntry(&app->stage, MakeScrub(t));
}

void TogglePlay(App *app) {
    if (app->replay.active) {
        ToggleReplay(app);
        return;
    }
    if (ToggleWayPlay(app)) return;
    if (!MovesByItself(&app->stage)) {
        tellStory(app, app->stage.storyNext);
        return;
    }
    // Releases a body held in a paused world before the world runs.
    if (app->manipulation.hold != HOLD_BODY) LetGo(app, true);
    app->stage.playing = !app->stage.playing;
}

// Counts from the end of paused work, so that no key press is lost.
static void stepSeveral(App *app, int count) {
    Stage *stage = &app->stage;
    double ahead = GetStageTimeAhead(stage);
    StageWorkKind paused = GetPausedStageWork(stage);
    stage->playing = false;
    if (paused == STAGE_WORK_FRAMES || paused == STAGE_WORK_PLAY) {
        stage->work.kind = STAGE_WORK_FRAMES;
        stage->work.count += count;
        return;
    }
    GiveUpStageWork(stage);
    int32_t left = (int32_t)lround((ahead - stage->time) / fixedStep);
    BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_FRAMES, .count = left + count, .time = fixedStep});
}

// Releases a held object: the journal drives the session from here on.
static bool lookBack(App *app, int64_t frame) {
    GiveUpStageWork(&app->stage);
    if (!app->recording.out) LetGo(app, true);
    return LookBack(app, frame);
}

// A world steps back by running again with the same bits: from the start, if the user had no part in it and
// that is quick. Else the journal is replayed from the last moment kept (stage/journal/stage_history.h),
// while the window stays responsive.
static void stepWorldBack(App *app, int count) {
    static const double mostSeconds = 0.2;
    Stage *stage = &app->stage;
    stage->playing = false;
    double time = fmax(GetStageTimeAhead(stage) - count * fixedStep, 0.0);
    GiveUpStageWork(stage); // where that ends a step early, the way here is another one
    double work = time / fixedStep * 1e-6 * stage->world.microseconds;
    if (!stage->world.touched && work <= mostSeconds && !app->recording.out)
        BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_TIME, .time = time});
    else if (lookBack(app, INT64_MAX))
        StepReplay(app, -count);
}

// Moves back by one step of play, to the start of the route at most.
static void stepBoxesBack(App *app, int count) {
    app->stage.playing = false;
    ApplyStageEntry(&app->stage, MakeRoll(-count * fixedStep));
}

static void stepForward(App *app, int32_t count, bool far) {
    if (MovesByItself(&app->stage))
        stepSeveral(app, count);
    else if (!far)
        tellStory(app, app->stage.storyNext);
}

static void stepBack(App *app, int32_t count, bool far) {
    if (app->stage.world.present)
        stepWorldBack(app, count);
    else if (app->stage.boxes.present)
        stepBoxesBack(app, count);
    else if (!far)
        tellStory(app, app->stage.storyNext - 2);
}

void StepTime(App *app, int32_t count, bool far) {
    if (app->replay.active)
        StepReplay(app, count);
    else if (count > 0)
        stepForward(app, count, far);
    else
        stepBack(app, -count, far);
}

void SeekFrame(App *app, int64_t frame) {
    if (app->replay.active)
        SeekReplay(app, frame);
    else
        lookBack(app, frame);
}
