// The menu Camera: the position of the camera. Keys of the number pad as in Blender.
#include "actions/action_menus.h"

#include "services/viewpoint.h"

enum {
    KEYPAD_1 = GX_KEY_KEYPAD_0 + 1,
    KEYPAD_3 = GX_KEY_KEYPAD_0 + 3,
    KEYPAD_5 = GX_KEY_KEYPAD_0 + 5,
    KEYPAD_7 = GX_KEY_KEYPAD_0 + 7
};

static void lookAtFront(App *app) {
    TurnToView(app, VIEW_FRONT);
}

static void lookAtBack(App *app) {
    TurnToView(app, VIEW_BACK);
}

static void lookAtRight(App *app) {
    TurnToView(app, VIEW_RIGHT);
}

static void lookAtLeft(App *app) {
    TurnToView(app, VIEW_LEFT);
}

static void lookAtTop(App *app) {
    TurnToView(app, VIEW_TOP);
}

static void lookAtBottom(App *app) {
    TurnToView(app, VIEW_BOTTOM);
}

static bool isOrthographic(const App *app) {
    return app->camera.orthographic;
}

static bool isFollowing(const App *app) {
    return app->following.on;
}

static const Action actions[] = {
    {false, "Front", "Num 1", KEYPAD_1, 0, false, lookAtFront, NULL},
    {false, "Back", "Ctrl+Num 1", KEYPAD_1, CTRL, false, lookAtBack, NULL},
    {false, "Right", "Num 3", KEYPAD_3, 0, false, lookAtRight, NULL},
    {false, "Left", "Ctrl+Num 3", KEYPAD_3, CTRL, false, lookAtLeft, NULL},
    {false, "Top", "Num 7", KEYPAD_7, 0, false, lookAtTop, NULL},
    {false, "Bottom", "Ctrl+Num 7", KEYPAD_7, CTRL, false, lookAtBottom, NULL},
    {false, "Orthographic", "Num 5", KEYPAD_5, 0, false, ToggleOrthographic, isOrthographic},
    {false, "Follow the selected object", "Ctrl+F", 'F', CTRL, false, ToggleFollowing, isFollowing},
};

const ActionMenu cameraMenu = {"Camera", actions, sizeof actions / sizeof *actions};
