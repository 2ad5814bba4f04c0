// Routes mouse input to the held object or the camera.
//
// A press on a driven object or a body grabs it, a press elsewhere turns the camera. While the right
// button is down, WASDQE fly and are not commands.
#include "hand/navigate.h"

#include "hand/handles.h"
#include "hand/hold.h"
#include "hand/manipulate.h"
#include "hand/probe.h"
#include "hand/way_hand.h"
#include "services/pick.h"
#include "services/queue.h"
#include "services/sight.h"
#include "view/convert.h"

#include <math.h>
#include <string.h>

static int32_t pickAt(const App *app, double x, double y, cdVec3 *hit) {
    double origin[3], direction[3], distance = 0.0;
    Sight sight = GetSight(app);
    gxGetPixelRay(&app->camera, x - app->layout.x, y - app->layout.y, sight.width, sight.height, origin,
                  direction);
    int32_t object = PickSeenObject(&app->stage, ConvertBack(origin), ConvertBack(direction), &distance);
    if (object >= 0) *hit = cdMulAdd(ConvertBack(origin), distance, ConvertBack(direction));
    return object;
}

static void pressLeft(App *app, const gxEvent *event) {
    cdVec3 hit;
    GizmoHandle handle = FindHandle(app);
    if (handle != GIZMO_NONE && !(event->mods & GX_MOD_ALT)) {
        Intend(app, (Intention){.kind = INTEND_HANDLE, .index = (int32_t)handle});
        return;
    }
    double waypoint = FindWayHandle(app);
    if (waypoint > 0.0 && !(event->mods & GX_MOD_ALT)) {
        Intend(app, (Intention){.kind = INTEND_TAKE_WAYPOINT, .value = waypoint});
        return;
    }
    int32_t object = pickAt(app, event->x, event->y, &hit);
    if (object >= 0 && (event->mods & GX_MOD_CTRL) && (event->mods & GX_MOD_SHIFT))
        Intend(app, (Intention){.kind = INTEND_GROUP, .index = object});
    else if (object >= 0 && CanHold(&app->stage, object) && !(event->mods & GX_MOD_ALT))
        Intend(app, (Intention){.kind = INTEND_TAKE, .index = object, .point = hit});
    else
        app->navigation = NAVIGATE_ORBIT;
}

static void letGo(App *app, bool keeps) {
    Intend(app, (Intention){.kind = INTEND_LET_GO, .flag = keeps});
}

void PressButton(App *app, const gxEvent *event) {
    app->mouseX = event->x;
    app->mouseY = event->y;
    if (IsHeldModally(app)) {
        letGo(app, event->button == GX_BUTTON_LEFT);
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

void ReleaseButton(App *app, const gxEvent *event) {
    if (event->button == GX_BUTTON_LEFT && ReleaseProbe(app, event)) return;
    Hold hold = app->manipulation.hold;
    bool held = hold != HOLD_NOTHING && !IsHeldModally(app);
    if (event->button == GX_BUTTON_LEFT && held) letGo(app, true);
    app->navigation = NAVIGATE_NOT;
    app->flies = false;
}

void MoveMouse(App *app, const gxEvent *event) {
    double dx = event->x - app->mouseX, dy = event->y - app->mouseY;
    double ox = app->layout.x, oy = app->layout.y;
    Manipulation *hand = &app->manipulation;
    if (hand->hold == HOLD_DRAG || hand->hold == HOLD_WAYPOINT) {
        DragTo(hand, &app->stage, GetSight(app), app->mouseX - ox, app->mouseY - oy, event->x - ox,
               event->y - oy, event->mods);
    } else if (hand->hold == HOLD_BODY) {
        PullTo(hand, GetSight(app), app->mouseX - ox, app->mouseY - oy, event->x - ox, event->y - oy,
               event->mods);
    } else if (hand->hold == HOLD_HANDLE) {
        DragHandle(hand, &app->stage, GetSight(app), app->mouseX - ox, app->mouseY - oy, event->x - ox,
                   event->y - oy, event->mods);
    } else if (IsHeldModally(app)) {
        MoveModal(hand, &app->stage, GetSight(app), dx, dy, event->mods);
    } else if (app->navigation == NAVIGATE_ORBIT || (app->navigation == NAVIGATE_PAN && app->flies)) {
        gxOrbitCamera(&app->camera, -0.006 * dx, 0.006 * dy);
    } else if (app->navigation == NAVIGATE_PAN) {
        gxPanCamera(&app->camera, dx, dy, app->layout.height);
    }
    app->mouseX = event->x;
    app->mouseY = event->y;
    LightHandle(app);
    LightWayHandle(app);
}

void TurnWheel(App *app, const gxEvent *event) {
    if (app->manipulation.hold == HOLD_DRAG || app->manipulation.hold == HOLD_WAYPOINT) {
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

bool PressHandKey(App *app, const gxEvent *event) {
    Hold hold = app->manipulation.hold;
    bool enters = event->key == GX_KEY_ENTER || event->key == GX_KEY_KEYPAD_ENTER;
    bool modal = IsHeldModally(app), leaves = event->key == GX_KEY_ESCAPE;
    if (modal && !enters && !leaves)
        TypeModal(&app->manipulation, &app->stage, GetSight(app), event->key, event->mods);
    else if (modal || (hold != HOLD_NOTHING && leaves))
        letGo(app, enters);
    else if (app->navigation == NAVIGATE_PAN && isFlyKey(event->key))
        app->flies = true;
    else
        return false;
    return true;
}

bool FlyCamera(App *app, const gxInput *input, double dt) {
    if (app->navigation != NAVIGATE_PAN || !app->flies) return false;
    double speed = app->camera.distance * dt * (input->mods & GX_MOD_SHIFT ? 0.2 : 0.8);
    double right = (double)(input->keys['D'] - input->keys['A']),
           up = (double)(input->keys['E'] - input->keys['Q']);
    double forward = (double)(input->keys['W'] - input->keys['S']);
    gxFlyCamera(&app->camera, speed * right, speed * up, speed * forward);
    return true;
}

gxCursor ChooseCursor(const App *app) {
    if (app->manipulation.hold != HOLD_NOTHING) return GX_CURSOR_MOVE;
    if (app->probe.armed || app->probe.drawing) return GX_CURSOR_ARROW;
    if (app->navigation != NAVIGATE_NOT || gxUiHasMouse() || !IsInView(app, app->mouseX, app->mouseY)) {
        return GX_CURSOR_ARROW;
    }
    if (FindHandle(app) != GIZMO_NONE || FindWayHandle(app) > 0.0) return GX_CURSOR_HAND;
    cdVec3 hit;
    int32_t object = pickAt(app, app->mouseX, app->mouseY, &hit);
    return object >= 0 && CanHold(&app->stage, object) ? GX_CURSOR_HAND : GX_CURSOR_ARROW;
}
