// Which scene, and its time: the menu Scene.
#include "actions/action_menus.h"

#include "hand/lead.h"
#include "hand/navigate.h"
#include "window/framing.h"
#include "window/replay.h"

#include <math.h>

static const double fixedStep = 1.0 / 60.0;

static void nextScene(App *app) {
    StepScene(app, 1);
}

static void previousScene(App *app) {
    StepScene(app, -1);
}

static void restart(App *app) {
    if (app->replay.active) {
        SeekReplay(app, 0);
        return;
    }
    RestartStage(&app->stage);
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
    if (stage->data.story[index].object >= 0) RememberStagePose(stage, stage->data.story[index].object);
    StopLeading(app);
    BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_STORY, .count = index});
    stage->storyNext = index + 1;
    Notify(app, "%d of %d: %s", (int)index + 1, (int)count, stage->data.story[index].caption);
}

// What a hand holds it lets go of: the route would move it away under it.
static void openRoute(App *app, int32_t step) {
    Stage *stage = &app->stage;
    if (!stage->boxes.present) {
        Notify(app, "This scene has no routes");
        return;
    }
    ReleaseHand(app, true);
    OpenBoxRoute(stage, stage->boxes.route + step);
    Notify(app, "Route %d: %s", (int)stage->boxes.route + 1, GetBoxRouteName(stage));
}

static void nextRoute(App *app) {
    openRoute(app, 1);
}

static void previousRoute(App *app) {
    openRoute(app, -1);
}

static void togglePlay(App *app) {
    if (app->replay.active) {
        ToggleReplay(app);
        return;
    }
    if (!MovesByItself(&app->stage)) {
        tellStory(app, app->stage.storyNext);
        return;
    }
    // A hand that leads a body while it stands still lets go before it moves by itself.
    if (app->manipulation.hold != HOLD_BODY) ReleaseHand(app, true);
    app->stage.playing = !app->stage.playing;
}

// On from where the paused work leads, if there is any: no press of a key is lost.
static void stepSeveral(App *app, int count) {
    Stage *stage = &app->stage;
    double ahead = GetStageTimeAhead(stage);
    stage->playing = false;
    GiveUpStageWork(stage);
    int32_t left = (int32_t)lround((ahead - stage->time) / fixedStep);
    BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_FRAMES, .count = left + count, .time = fixedStep});
}

static void stepForward(App *app) {
    if (app->replay.active)
        StepReplay(app, 1);
    else if (MovesByItself(&app->stage))
        stepSeveral(app, 1);
    else
        tellStory(app, app->stage.storyNext);
}

static void stepFarForward(App *app) {
    if (app->replay.active)
        StepReplay(app, 5);
    else if (MovesByItself(&app->stage))
        stepSeveral(app, 5);
}

// A world knows no way back: it goes again from the start, which ends in the same bits. Where a hand had a
// part in it, or where that takes long, everything that was done is done again while the window stays alive.
static void stepWorldBack(App *app, int count) {
    static const double mostSeconds = 0.2;
    Stage *stage = &app->stage;
    stage->playing = false;
    double time = fmax(GetStageTimeAhead(stage) - count * fixedStep, 0.0);
    double work = time / fixedStep * 1e-6 * stage->world.microseconds;
    if (!stage->world.touched && work <= mostSeconds && !app->recording.out)
        BeginStageWork(stage, (StageWork){.kind = STAGE_WORK_TIME, .time = time});
    else if (LookBack(app, INT64_MAX))
        StepReplay(app, -count);
}

// As far as a step of play goes, to the route's start at most.
static void stepBoxesBack(App *app, int count) {
    app->stage.playing = false;
    PlayStageBoxes(&app->stage, -count * fixedStep);
}

static void stepBack(App *app) {
    if (app->replay.active)
        StepReplay(app, -1);
    else if (app->stage.world.present)
        stepWorldBack(app, 1);
    else if (app->stage.boxes.present)
        stepBoxesBack(app, 1);
    else
        tellStory(app, app->stage.storyNext - 2);
}

static void stepFarBack(App *app) {
    if (app->replay.active)
        StepReplay(app, -5);
    else if (app->stage.world.present)
        stepWorldBack(app, 5);
    else if (app->stage.boxes.present)
        stepBoxesBack(app, 5);
}

static void changeSpeed(App *app, double factor) {
    app->playSpeed = fmin(fmax(app->playSpeed * factor, 1.0 / 64.0), 8.0);
    if (app->playSpeed < 1.0)
        Notify(app, "Speed: 1/%.0f", 1.0 / app->playSpeed);
    else
        Notify(app, "Speed: %.0f", app->playSpeed);
}

static void playSlower(App *app) {
    changeSpeed(app, 0.5);
}

static void playFaster(App *app) {
    changeSpeed(app, 2.0);
}

static void toggleGravity(App *app) {
    Stage *stage = &app->stage;
    SetStageGravity(stage, !stage->falls);
    if (cdLength(stage->data.gravity) > 0.0)
        Notify(app, "This scene has gravity of its own");
    else if (stage->response != SCENE_BOUNCE)
        Notify(app, "Gravity %s; it acts while the response is bounce (L)", stage->falls ? "on" : "off");
    else
        Notify(app, "Gravity %s", stage->falls ? "on" : "off");
}

static bool hasGravity(const App *app) {
    return app->stage.falls || cdLength(app->stage.data.gravity) > 0.0;
}

static bool isPlaying(const App *app) {
    return app->replay.active ? app->replay.running : app->stage.playing;
}

static const Action actions[] = {
    {false, "Next scene", "]", GX_KEY_RIGHT_BRACKET, 0, false, nextScene, NULL},
    {false, "Previous scene", "[", GX_KEY_LEFT_BRACKET, 0, false, previousScene, NULL},
    {false, "Restart", "Backspace", GX_KEY_BACKSPACE, 0, false, restart, NULL},
    {false, "Play or pause; tell the story", "Space", GX_KEY_SPACE, 0, false, togglePlay, isPlaying},
    {false, "One step", ".", GX_KEY_PERIOD, 0, true, stepForward, NULL},
    {true, "Five steps", "Shift+.", GX_KEY_PERIOD, SHIFT, true, stepFarForward, NULL},
    {false, "One step back", ",", GX_KEY_COMMA, 0, true, stepBack, NULL},
    {true, "Five steps back", "Shift+,", GX_KEY_COMMA, SHIFT, true, stepFarBack, NULL},
    {false, "Next route", "Shift+]", GX_KEY_RIGHT_BRACKET, SHIFT, false, nextRoute, NULL},
    {false, "Previous route", "Shift+[", GX_KEY_LEFT_BRACKET, SHIFT, false, previousRoute, NULL},
    {false, "Slower", "-", GX_KEY_MINUS, 0, true, playSlower, NULL},
    {false, "Faster", "=", GX_KEY_EQUAL, 0, true, playFaster, NULL},
    {false, "Gravity for what bounces", "", 0, 0, false, toggleGravity, hasGravity},
};

const ActionMenu sceneMenu = {"Scene", actions, sizeof actions / sizeof *actions};
