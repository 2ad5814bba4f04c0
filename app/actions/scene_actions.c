// The menu Scene: choosing scenes, and their time.
#include "actions/action_menus.h"

#include "services/notice.h"
#include "services/queue.h"

#include <math.h>

enum { FAR_STEP = 5 };

static void nextScene(App *app) {
    Intend(app, (Intention){.kind = INTEND_STEP_SCENE, .count = 1});
}

static void previousScene(App *app) {
    Intend(app, (Intention){.kind = INTEND_STEP_SCENE, .count = -1});
}

static void restart(App *app) {
    IntendSimply(app, INTEND_RESTART);
}

static void togglePlay(App *app) {
    IntendSimply(app, INTEND_PLAY);
}

static void stepForward(App *app) {
    Intend(app, (Intention){.kind = INTEND_STEP, .count = 1});
}

static void stepFarForward(App *app) {
    Intend(app, (Intention){.kind = INTEND_STEP, .count = FAR_STEP, .flag = true});
}

static void stepBack(App *app) {
    Intend(app, (Intention){.kind = INTEND_STEP, .count = -1});
}

static void stepFarBack(App *app) {
    Intend(app, (Intention){.kind = INTEND_STEP, .count = -FAR_STEP, .flag = true});
}

static void nextRoute(App *app) {
    Intend(app, (Intention){.kind = INTEND_NEXT_ROUTE, .count = 1});
}

static void previousRoute(App *app) {
    Intend(app, (Intention){.kind = INTEND_NEXT_ROUTE, .count = -1});
}

static void toggleGravity(App *app) {
    IntendSimply(app, INTEND_GRAVITY);
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
    {false, "Play, pause, continue the demonstration", "Space", GX_KEY_SPACE, 0, false, togglePlay,
     isPlaying},
    {false, "One frame", ".", GX_KEY_PERIOD, 0, true, stepForward, NULL},
    {true, "Five frames", "Shift+.", GX_KEY_PERIOD, SHIFT, true, stepFarForward, NULL},
    {false, "One frame back", ",", GX_KEY_COMMA, 0, true, stepBack, NULL},
    {true, "Five frames back", "Shift+,", GX_KEY_COMMA, SHIFT, true, stepFarBack, NULL},
    {false, "Next motion of the boxes", "Shift+]", GX_KEY_RIGHT_BRACKET, SHIFT, false, nextRoute, NULL},
    {false, "Previous motion of the boxes", "Shift+[", GX_KEY_LEFT_BRACKET, SHIFT, false, previousRoute,
     NULL},
    {false, "Slower", "-", GX_KEY_MINUS, 0, true, playSlower, NULL},
    {false, "Faster", "=", GX_KEY_EQUAL, 0, true, playFaster, NULL},
    {false, "Gravity for bouncing objects", "", 0, 0, false, toggleGravity, hasGravity},
};

const ActionMenu sceneMenu = {"Scene", actions, sizeof actions / sizeof *actions};
