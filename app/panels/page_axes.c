// The dock's page that tests devices: raw values of all axes of the gamepad and the six-axis device,
// their use, the buttons as lamps, and the connected devices.
#include "panels/dock.h"

#include "hand/steer.h"

#include <math.h>

// The device of six axes is to the right of the gamepad, `left` pixels from the panel's edge.
static void drawAxis(const DeviceUse *use, double raw, double shaped, const char *rawText, float left) {
    float scale = gxGetUiScale();
    double place = 0.5 + 0.5 * shaped, rawPlace = fmin(fmax(0.5 + 0.5 * raw, 0.0), 1.0);
    double most = fmax(0.5, place);
    const gxRange range = {fmin(0.5, place), most, most, GX_TONE_FREE, {0.5, rawPlace}};
    gxText(GX_TONE_STRONG, "%s", use->name);
    gxSameLine(left + 50.0f * scale);
    gxDrawRange(&range, 108.0f * scale, 13.0f * scale);
    gxSameLine(left + 168.0f * scale);
    gxText(raw != 0.0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%s", rawText);
    gxSameLine(left + 214.0f * scale);
    gxText(shaped != 0.0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%+.2f", shaped);
    gxSameLine(left + 260.0f * scale);
    gxWrappedText(GX_TONE_DIM, use->use);
}

// The sign is written, too: color alone is not enough.
static void drawLamp(const char *name, const char *use, bool on) {
    gxText(on ? GX_TONE_FREE : GX_TONE_DIM, "%s %s", on ? "●" : "○", name);
    gxTooltip(use[0] ? use : "not used");
}

static void drawPadName(const gxGamepad *pad) {
    if (pad->present && pad->othersCount > 0)
        gxText(GX_TONE_STRONG, "%s; %d more not in use", pad->name, pad->othersCount);
    else if (pad->present)
        gxText(GX_TONE_STRONG, "%s", pad->name);
    else if (pad->unknown[0])
        gxText(GX_TONE_NEAR, "%s: unknown gamepad", pad->unknown);
    else
        gxText(GX_TONE_DIM, "no gamepad connected");
    if (!pad->present && pad->unknown[0])
        gxTooltip("Its axes are unknown. Describe them in the environment variable SDL_GAMECONTROLLERCONFIG."
                  "say it.");
}

static void drawCapName(const gxSpaceMouse *mouse) {
    static const char *const states[] = {"no six-axis device: libspnav0 is not installed",
                                         "no six-axis device: spacenavd is not running", NULL};
    if (states[mouse->state])
        gxText(GX_TONE_DIM, "%s", states[mouse->state]);
    else
        gxText(GX_TONE_STRONG, "%s", mouse->name);
}

static void drawPadAxis(const gxGamepad *pad, int axis, float left) {
    char text[16];
    snprintf(text, sizeof text, "%+.2f", pad->raw[axis]);
    drawAxis(GetPadAxisUse(axis), pad->raw[axis], pad->axes[axis], text, left);
}

static void drawCapAxis(const gxSpaceMouse *mouse, int axis, float left) {
    char text[16];
    snprintf(text, sizeof text, "%+.0f", mouse->raw[axis]);
    drawAxis(GetSpaceAxisUse(axis), mouse->raw[axis] / GX_SPACE_FULL_SCALE, mouse->axes[axis], text, left);
}

static void drawCapButtons(const gxSpaceMouse *mouse, float left) {
    for (int i = 0; i < mouse->buttonCount && i < 6; ++i) {
        char name[16];
        snprintf(name, sizeof name, "%d", i + 1);
        gxSameLine(left + 44.0f * gxGetUiScale() * (float)i);
        drawLamp(name, GetSpaceButtonUse(i)->use, mouse->buttons[i]);
    }
}

// In rows of as many as have room: those with longer names stand further apart.
static void drawPadButtons(const gxGamepad *pad, int first, int end, float step, float left, float room) {
    int most = (int)fmaxf(room / step, 1.0f);
    for (int i = first; i < end; ++i) {
        if ((i - first) % most > 0) gxSameLine(left + step * (float)((i - first) % most));
        drawLamp(GetPadButtonUse(i)->name, GetPadButtonUse(i)->use, pad->buttons[i]);
    }
}

enum { LETTERS = 9 };

// Both devices side by side.
static void drawBeside(const gxGamepad *pad, const gxSpaceMouse *mouse, float left, float right) {
    float scale = gxGetUiScale(), room = right - left;
    drawPadName(pad);
    gxSameLine(right);
    drawCapName(mouse);
    for (int i = 0; i < GX_GAMEPAD_AXIS_COUNT; ++i) {
        drawPadAxis(pad, i, left);
        gxSameLine(right);
        drawCapAxis(mouse, i, right);
    }
    drawPadButtons(pad, 0, LETTERS, 48.0f * scale, left, 48.5f * LETTERS * scale);
    drawCapButtons(mouse, right);
    drawPadButtons(pad, LETTERS, GX_GAMEPAD_BUTTON_COUNT, 72.0f * scale, left, room);
    gxSameLine(right);
}

// One below the other.
static void drawBelow(const gxGamepad *pad, const gxSpaceMouse *mouse, float left, float room) {
    float scale = gxGetUiScale();
    drawPadName(pad);
    for (int i = 0; i < GX_GAMEPAD_AXIS_COUNT; ++i)
        drawPadAxis(pad, i, left);
    drawPadButtons(pad, 0, LETTERS, 48.0f * scale, left, room);
    drawPadButtons(pad, LETTERS, GX_GAMEPAD_BUTTON_COUNT, 72.0f * scale, left, room);
    gxSeparator();
    drawCapName(mouse);
    for (int i = 0; i < GX_GAMEPAD_AXIS_COUNT; ++i)
        drawCapAxis(mouse, i, left);
    gxText(GX_TONE_DIM, "buttons");
    drawCapButtons(mouse, left + 60.0f * scale);
}

void DrawAxesPage(App *app, float w, float h) {
    (void)h;
    const gxGamepad *pad = &app->steering.gamepad;
    const gxSpaceMouse *mouse = &app->steering.spaceMouse;
    float scale = gxGetUiScale(), left = 12.0f * scale;
    if (w > 800.0f * scale)
        drawBeside(pad, mouse, left, 0.58f * w);
    else
        drawBelow(pad, mouse, left, w - 36.0f * scale);
    gxCheck("moves the camera", &app->steering.capMovesCamera);
}
