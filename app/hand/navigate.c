// From events to manipulation and camera.
//
// A press on a driven object or a body takes it in hand, a press elsewhere turns the camera. Keys go to the
// modal manipulation first, then to the table of actions. While the right button is held, WASDQE fly and are
// no commands.
#include "hand/navigate.h"

#include "actions/actions.h"
#include "hand/lead.h"
#include "hand/pick.h"
#include "hand/probe.h"
#include "hand/steer.h"
#include "view/convert.h"
#include "window/frame.h"

#include <math.h>
#include <string.h>

Sight GetSight(const App *app) {
    return (Sight){&app->camera, GetEyeWidth(app->viewOptions.stereo, app->layout.width), app->layout.height};
}

bool IsInView(const App *app, double x, double y) {
    return x >= app->layout.x && y >= app->layout.y && x < app->layout.x + app->layout.width &&
           y < app->layout.y + app->layout.height;
}

static int32_t pickAt(const App *app, double x, double y, cdVec3 *hit) {
    double origin[3], direction[3], distance = 0.0;
    Sight sight = GetSight(app);
    gxGetPixelRay(&app->camera, x - app->layout.x, y - app->layout.y, sight.width, sight.height, origin,
                  direction);
    int32_t object = PickSeenObject(&app->stage, ConvertBack(origin), ConvertBack(direction), &distance);
    if (object >= 0) *hit = cdMulAdd(ConvertBack(origin), distance, ConvertBack(direction));
    return object;
}

void PauseForHand(App *app, int32_t object) {
    Stage *stage = &app->stage;
    if (!stage->playing || (!stage->objects[object].led && !stage->objects[object].isBody)) return;
    stage->playing = false;
    Notify(app, "Paused: %s is in your hand. Space plays on", stage->objects[object].name);
}

void ReleaseHand(App *app, bool keeps) {
    Manipulation *hand = &app->manipulation;
    if (hand->hold == HOLD_NOTHING) return;
    if (hand->hold == HOLD_BODY) {
        ApplyStageEntry(&app->stage, MakeRelease(!keeps));
        *hand = (Manipulation){0};
        return;
    }
    ResolveHand(app);
    if (keeps) {
        // The hand is gone, and with it the pose it wanted; a typed step stays on show.
        LeadAfterHand(app, hand->hold == HOLD_DRAG);
    } else {
        StopLeading(app);
        TakeBackStage(&app->stage);
    }
    *hand = (Manipulation){0};
}

static bool isModal(const App *app) {
    return app->manipulation.hold == HOLD_MODAL_MOVE || app->manipulation.hold == HOLD_MODAL_TURN;
}

// What a press takes in hand: driven objects, and bodies, which are led while the world stands still.
static bool canGrab(const App *app, int32_t object) {
    return app->stage.objects[object].body == SCENE_DRIVEN || app->stage.objects[object].isBody;
}

static void pressLeft(App *app, const gxEvent *event) {
    cdVec3 hit;
    int32_t object = pickAt(app, event->x, event->y, &hit);
    if (object < 0 || !canGrab(app, object) || (event->mods & GX_MOD_ALT)) {
        app->navigation = NAVIGATE_ORBIT;
        return;
    }
    app->stage.selected = object;
    BeginStageGesture(&app->stage);
    ClearNotice(app);
    if (app->stage.objects[object].isBody && app->stage.playing) {
        BeginPull(&app->manipulation, &app->stage, object, hit);
        return;
    }
    PauseForHand(app, object);
    BeginDrag(&app->manipulation, &app->stage, object, hit);
}

static void pressButton(App *app, const gxEvent *event) {
    if (isModal(app)) {
        ReleaseHand(app, event->button == GX_BUTTON_LEFT);
        return;
    }
    if (gxUiHasMouse() || !IsInView(app, event->x, event->y) || PressProbe(app, event)) return;
    if (event->button == GX_BUTTON_LEFT)
        pressLeft(app, event);
    else if (event->button == GX_BUTTON_RIGHT || (event->mods & GX_MOD_SHIFT))
        app->navigation = NAVIGATE_PAN;
    else
        app->navigation = NAVIGATE_ORBIT;
}

static void releaseButton(App *app, const gxEvent *event) {
    if (event->button == GX_BUTTON_LEFT && ReleaseProbe(app, event)) return;
    bool held = app->manipulation.hold == HOLD_DRAG || app->manipulation.hold == HOLD_BODY;
    if (event->button == GX_BUTTON_LEFT && held) ReleaseHand(app, true);
    app->navigation = NAVIGATE_NOT;
    app->flies = false;
}

static void moveMouse(App *app, const gxEvent *event) {
    double dx = event->x - app->mouseX, dy = event->y - app->mouseY;
    double ox = app->layout.x, oy = app->layout.y;
    Manipulation *hand = &app->manipulation;
    if (hand->hold == HOLD_DRAG) {
        DragTo(hand, &app->stage, GetSight(app), app->mouseX - ox, app->mouseY - oy, event->x - ox,
               event->y - oy, event->mods);
    } else if (hand->hold == HOLD_BODY) {
        PullTo(hand, GetSight(app), app->mouseX - ox, app->mouseY - oy, event->x - ox, event->y - oy,
               event->mods);
    } else if (isModal(app)) {
        MoveModal(hand, &app->stage, GetSight(app), dx, dy, event->mods);
    } else if (app->navigation == NAVIGATE_ORBIT || (app->navigation == NAVIGATE_PAN && app->flies)) {
        gxOrbitCamera(&app->camera, -0.006 * dx, 0.006 * dy);
    } else if (app->navigation == NAVIGATE_PAN) {
        gxPanCamera(&app->camera, dx, dy, app->layout.height);
    }
    app->mouseX = event->x;
    app->mouseY = event->y;
}

static void turnWheel(App *app, const gxEvent *event) {
    if (app->manipulation.hold == HOLD_DRAG) {
        DragDepth(&app->manipulation, &app->stage, GetSight(app), event->wheel, event->mods);
    } else if (app->manipulation.hold == HOLD_BODY) {
        PullDepth(&app->manipulation, &app->stage, GetSight(app), event->wheel, event->mods);
    } else if (!gxUiHasMouse() && IsInView(app, event->x, event->y) && !TurnProbeWheel(app, event)) {
        gxZoomCamera(&app->camera, pow(0.88, event->wheel), event->x - app->layout.x,
                     event->y - app->layout.y, GetSight(app).width, app->layout.height);
    }
}

static bool isFlyKey(int key) {
    return key < 128 && key > 0 && strchr("WASDQE", key) != NULL;
}

static void pressKey(App *app, const gxEvent *event) {
    // Esc in a field gives the field's edit up, and leaves nothing else; the finder is left at once.
    bool leavesFinder = event->key == GX_KEY_ESCAPE && app->finderShown;
    if ((gxUiHasKeyboard() || app->finderShown) && !leavesFinder) return; // its field may get the keys later
    if (isModal(app)) {
        bool keeps = event->key == GX_KEY_ENTER || event->key == GX_KEY_KEYPAD_ENTER;
        if (keeps || event->key == GX_KEY_ESCAPE)
            ReleaseHand(app, keeps);
        else
            TypeModal(&app->manipulation, &app->stage, GetSight(app), event->key, event->mods);
        return;
    }
    if (app->manipulation.hold != HOLD_NOTHING && event->key == GX_KEY_ESCAPE) {
        ReleaseHand(app, false);
        return;
    }
    if (app->navigation == NAVIGATE_PAN && isFlyKey(event->key)) {
        app->flies = true;
        return;
    }
    app->probe.keyHeld = app->probe.keyHeld || (event->key == 'S' && event->mods == 0);
    RunKey(app, event->key, event->mods, event->repeated);
}

// Side by side, a place in either eye's picture as the camera between the eyes has it. While a button is down
// the half stays that in which it went down.
static gxEvent placeBetweenEyes(App *app, const gxEvent *event) {
    gxEvent placed = *event;
    StereoStyle style = app->viewOptions.stereo;
    if (style < STEREO_SIDE_BY_SIDE || !IsInView(app, event->x, event->y)) return placed;
    double x = event->x - app->layout.x, half = app->layout.width / 2;
    bool held = app->manipulation.hold != HOLD_NOTHING || app->navigation != NAVIGATE_NOT;
    if (!held) app->stereoHalf = x >= half;
    x -= app->stereoHalf * half;
    placed.x = app->layout.x + (style == STEREO_SQUEEZED ? 2.0 * x : x);
    return placed;
}

void HandleEvent(App *app, const gxEvent *seen) {
    const gxEvent placed = placeBetweenEyes(app, seen), *event = &placed;
    switch (event->kind) {
    case GX_EVENT_KEY_DOWN:
        pressKey(app, event);
        break;
    case GX_EVENT_BUTTON_DOWN:
        app->mouseX = event->x;
        app->mouseY = event->y;
        pressButton(app, event);
        break;
    case GX_EVENT_BUTTON_UP:
        releaseButton(app, event);
        break;
    case GX_EVENT_MOVE:
        moveMouse(app, event);
        break;
    case GX_EVENT_WHEEL:
        turnWheel(app, event);
        break;
    case GX_EVENT_DROP:
        DropFile(app, event->path);
        break;
    case GX_EVENT_KEY_UP:
        if (event->key == 'S') ReleaseProbeKey(app);
        break;
    }
}

static bool fly(App *app, const gxInput *input, double dt) {
    if (app->navigation != NAVIGATE_PAN || !app->flies) return false;
    double speed = app->camera.distance * dt * (input->mods & GX_MOD_SHIFT ? 0.2 : 0.8);
    double right = (double)(input->keys['D'] - input->keys['A']),
           up = (double)(input->keys['E'] - input->keys['Q']);
    double forward = (double)(input->keys['W'] - input->keys['S']);
    gxFlyCamera(&app->camera, speed * right, speed * up, speed * forward);
    return true;
}

bool HandleHeld(App *app, const gxInput *input, double dt) {
    bool flown = fly(app, input, dt), steered = SteerByDevices(app, input, dt);
    return flown || steered;
}

gxCursor ChooseCursor(const App *app) {
    if (app->manipulation.hold != HOLD_NOTHING) return GX_CURSOR_MOVE;
    if (app->probe.armed || app->probe.drawing) return GX_CURSOR_ARROW;
    if (app->navigation != NAVIGATE_NOT || gxUiHasMouse() || !IsInView(app, app->mouseX, app->mouseY)) {
        return GX_CURSOR_ARROW;
    }
    cdVec3 hit;
    int32_t object = pickAt(app, app->mouseX, app->mouseY, &hit);
    return object >= 0 && canGrab(app, object) ? GX_CURSOR_HAND : GX_CURSOR_ARROW;
}
