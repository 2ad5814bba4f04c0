// Time on and back.
//
// In: steps, a route, a frame. Out: work of the stage that continues from frame to frame (stage_work.h), or a
// replay (services/replay.h) where what was done has to be done again.
#include "hand/play.h"

#include "hand/hold.h"
#include "hand/lead.h"
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

// The story of a scene, step by step: what the scene is about, done for the one who watches.
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

// A held object is let go: the route would move it away under the hand.
void OpenRoute(App *app, int32_t route) {
    Stage *stage = &app->stage;
    if (!stage->boxes.present) {
        Notify(app, "This scene has no routes");
        return;
    }
    LetGo(app, true);
    ApplyStageEntry(stage, MakeRoute(route));
    Notify(app, "Route %d: %s", (int)stage->boxes.route + 1, GetBoxRouteName(stage));
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
    if (!MovesByItself(&app->stage)) {
        tellStory(app, app->stage.storyNext);
        return;
    }
    // A hand that leads a body while it stands still lets go before it moves by itself.
    if (app->manipulation.hold != HOLD_BODY) LetGo(app, true);
    app->stage.playing = !app->stage.playing;
}

// On from where the paused work leads, if there is any: no press of a key is lost.
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

// A held object is let go: this session is led by its journal from here on.
static bool lookBack(App *app, int64_t frame) {
    GiveUpStageWork(&app->stage);
    if (!app->recording.out) LetGo(app, true);
    return LookBack(app, frame);
}

// A world knows no way back: it goes again from the start, which ends in the same bits. Where a hand had a
// part in it, or where that takes long, everything that was done is done again while the window stays alive.
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

// As far as a step of play goes, to the route's start at most.
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
