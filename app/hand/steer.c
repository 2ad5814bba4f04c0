// Turns gamepad and six-axis input into intended poses. Each frame's motion is one step.
//
// A deflection is a speed. Full deflection moves half the picture's height a second at
// the camera's target, and 1.5 radians a second, so that it suits scenes of any size and any closeness; the
// right shoulder button makes it a tenth. A push is one step to undo and ends when the sticks are centered.
// Directions are the picture's: right, up, away.
#include "hand/steer.h"

#include "hand/manipulate.h"
#include "services/notice.h"
#include "services/queue.h"
#include "services/sight.h"

#include <math.h>

static const double moveRate = 1.0, turnRate = 1.5, zoomRate = 1.6; // a second
static const double fineShare = 0.1;
static const double shortStep = 1.0 / 60.0; // first frame after a pause of any length

enum { PAD_LEFT_SHOULDER = 4, PAD_RIGHT_SHOULDER = 5, SPACE_CAMERA = 0, SPACE_FRAME = 1 };

static const DeviceUse padButtons[GX_GAMEPAD_BUTTON_COUNT] = {
    {"A", "select the next object", GX_KEY_TAB, GX_MOD_SHIFT},
    {"B", "undo", 'Z', GX_MOD_CTRL},
    {"X", "discrete or continuous", 'D', 0},
    {"Y", "stop, slide or bounce", 'L', 0},
    {"LB", "hold: the sticks move the camera", 0, 0},
    {"RB", "hold: a tenth of the speed", 0, 0},
    {"Back", "restart the scene", GX_KEY_BACKSPACE, 0},
    {"Start", "play or pause; continue the demonstration", GX_KEY_SPACE, 0},
    {"Guide", "", 0, 0},
    {"L stick", "frame the contact", 'F', GX_MOD_SHIFT},
    {"R stick", "frame everything", GX_KEY_HOME, 0},
    {"up", "frame the selection", 'F', 0},
    {"right", "a step forward", GX_KEY_PERIOD, 0},
    {"down", "redo", 'Y', GX_MOD_CTRL},
    {"left", "a step back", GX_KEY_COMMA, 0}};

static const DeviceUse padAxes[GX_GAMEPAD_AXIS_COUNT] = {
    {"left x", "right; LB: orbit", 0, 0}, {"left y", "down; LB: orbit", 0, 0},
    {"right x", "turn; LB: pan", 0, 0},   {"right y", "turn; LB: pan", 0, 0},
    {"LT", "nearer; LB: zoom out", 0, 0}, {"RT", "away; LB: zoom in", 0, 0}};

static const DeviceUse spaceAxes[GX_SPACE_AXIS_COUNT] = {{"x", "right", 0, 0}, {"y", "up", 0, 0},
                                                         {"z", "away", 0, 0},  {"rx", "tilt", 0, 0},
                                                         {"ry", "turn", 0, 0}, {"rz", "roll", 0, 0}};

static const DeviceUse spaceButtons[] = {
    [SPACE_CAMERA] = {"1", "object or camera", 0, 0}, [SPACE_FRAME] = {"2", "frame the selection", 'F', 0}};

const DeviceUse *GetPadButtonUse(int button) {
    return &padButtons[button];
}

const DeviceUse *GetPadAxisUse(int axis) {
    return &padAxes[axis];
}

const DeviceUse *GetSpaceAxisUse(int axis) {
    return &spaceAxes[axis];
}

const DeviceUse *GetSpaceButtonUse(int button) {
    static const DeviceUse none = {"", "", 0, 0};
    return button >= 0 && button < (int)(sizeof spaceButtons / sizeof *spaceButtons) ? &spaceButtons[button]
                                                                                     : &none;
}

// Speeds along right, up and away, and about these by the right hand; 1: all the way.
typedef struct Push {
    double move[3], turn[3];
} Push;

static bool isAtRest(const double v[3]) {
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

static bool pushObject(App *app, const Push *push, double dt) {
    const Stage *stage = &app->stage;
    if (isAtRest(push->move) && isAtRest(push->turn)) {
        if (app->steering.pushes) IntendSimply(app, INTEND_END_PUSH);
        return false;
    }
    if (app->manipulation.hold != HOLD_NOTHING || stage->selected < 0) return false;
    const StageObject *object = &stage->objects[stage->selected];
    if (object->body == SCENE_FIXED || object->body == SCENE_KINEMATIC) {
        IntendSimply(app, INTEND_END_PUSH);
        return false;
    }
    double reach = moveRate * dt * app->camera.distance * tan(0.5 * app->camera.fov);
    cdVec3 center = GetTurnCenter(stage, stage->selected);
    cdPose intended =
        NudgePose(object->pose, NULL, &app->camera, push->move[0], push->move[1], push->move[2], reach);
    // A nudge turns the front of the object right and up.
    intended = NudgePose(intended, &center, &app->camera, push->turn[1], -push->turn[0], push->turn[2],
                         turnRate * dt);
    Intend(app, (Intention){.kind = INTEND_PUSH, .index = stage->selected, .pose = intended});
    return true;
}

// Moves the camera so that the scene follows the device.
static bool moveCamera(App *app, const Push *push, double dt) {
    if (isAtRest(push->move) && isAtRest(push->turn)) return false;
    gxCamera *camera = &app->camera;
    double reach = moveRate * dt * camera->distance * tan(0.5 * camera->fov);
    gxOrbitCamera(camera, -turnRate * dt * push->turn[1], turnRate * dt * push->turn[0]);
    gxFlyCamera(camera, -reach * push->move[0], -reach * push->move[1], 0.0);
    Sight sight = GetSight(app);
    gxZoomCamera(camera, exp(zoomRate * dt * push->move[2]), 0.5 * sight.width, 0.5 * sight.height,
                 sight.width, sight.height);
    return true;
}

static void addPush(Push *sum, const Push *push, double share) {
    for (int i = 0; i < 3; ++i) {
        sum->move[i] += share * push->move[i];
        sum->turn[i] += share * push->turn[i];
    }
}

// Sums the input of both devices for the object and the camera.
static void readPushes(const Steering *steering, const gxGamepad *pad, const gxSpaceMouse *mouse,
                       Push *object, Push *camera) {
    const double *a = pad->axes, *b = mouse->axes, depth = a[5] - a[4];
    double share = pad->buttons[PAD_RIGHT_SHOULDER] ? fineShare : 1.0;
    Push ofObject = {{a[0], -a[1], depth}, {a[3], a[2], 0.0}};
    Push ofCamera = {{a[2], -a[3], -depth}, {a[1], a[0], 0.0}};
    Push ofCap = {{b[0], b[1], b[2]}, {b[3], b[4], b[5]}};
    if (pad->buttons[PAD_LEFT_SHOULDER])
        addPush(camera, &ofCamera, share);
    else
        addPush(object, &ofObject, share);
    addPush(steering->capMovesCamera ? camera : object, &ofCap, 1.0);
}

// Keeps the key that a button stands for.
static void keepKey(App *app, const DeviceUse *use) {
    Steering *steering = &app->steering;
    if (use->key == 0 || app->manipulation.hold != HOLD_NOTHING || steering->keyCount == STEER_KEY_MAX)
        return;
    IntendSimply(app, INTEND_END_PUSH);
    steering->keys[steering->keyCount++] = (DeviceKey){use->key, use->mods};
}

static void keepKeys(App *app, const gxGamepad *pad, const gxSpaceMouse *mouse) {
    const bool *before = app->steering.gamepad.buttons;
    app->steering.keyCount = 0;
    for (int i = 0; i < GX_GAMEPAD_BUTTON_COUNT; ++i) {
        if (pad->buttons[i] && !before[i]) keepKey(app, GetPadButtonUse(i));
    }
    for (int i = 0; i < GX_SPACE_BUTTON_COUNT; ++i) {
        if (mouse->pressed[i]) keepKey(app, GetSpaceButtonUse(i));
    }
}

static void switchCap(App *app, bool pressed) {
    Steering *steering = &app->steering;
    if (!pressed) return;
    IntendSimply(app, INTEND_END_PUSH);
    steering->capMovesCamera = !steering->capMovesCamera;
    Notify(app, "The six-axis device moves the %s", steering->capMovesCamera ? "camera" : "selected object");
}

// Announces connected and disconnected devices.
static bool greetDevices(App *app, const gxInput *input) {
    Steering *steering = &app->steering;
    bool pad = input->gamepad.present, cap = input->spaceMouse.state == GX_SPACE_CONNECTED;
    bool news = pad != steering->padPresent || cap != steering->capPresent;
    if (pad != steering->padPresent && pad)
        Notify(app, "Gamepad: %s. The sticks move the selected object; Help, Devices", input->gamepad.name);
    else if (pad != steering->padPresent)
        Notify(app, "Gamepad disconnected");
    else if (cap != steering->capPresent && cap)
        Notify(app, "Six-axis device: %s. It moves the selected object; Help, Devices",
               input->spaceMouse.name);
    else if (cap != steering->capPresent)
        Notify(app, "Six-axis device disconnected");
    steering->padPresent = pad;
    steering->capPresent = cap;
    return news;
}

bool SteerByDevices(App *app, const gxInput *input, double dt) {
    Steering *steering = &app->steering;
    const gxSpaceMouse *mouse = &input->spaceMouse;
    bool news = greetDevices(app, input);
    keepKeys(app, &input->gamepad, mouse);
    bool switches = mouse->pressed[SPACE_CAMERA];
    switchCap(app, switches);
    steering->gamepad = input->gamepad;
    steering->spaceMouse = *mouse;
    double step = steering->moved ? dt : fmin(dt, shortStep);
    Push ofObject = {0}, ofCamera = {0};
    readPushes(steering, &input->gamepad, mouse, &ofObject, &ofCamera);
    bool pushed = pushObject(app, &ofObject, step), turned = moveCamera(app, &ofCamera, step);
    steering->moved = pushed || turned;
    return steering->moved || steering->keyCount > 0 || switches || news;
}
