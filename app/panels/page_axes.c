// The dock's page that tests devices: every axis of the gamepad and of the device of six axes as it is,
// without its dead zone, and what it is for; the buttons as lamps; and in words what is connected.
#include "panels/dock.h"

#include "hand/steer.h"

#include <math.h>

static void drawAxis(const DeviceUse *use, double raw, double shaped, const char *rawText) {
    float scale = gxGetUiScale();
    gxNextCell();
    gxText(GX_TONE_STRONG, "%s", use->name);
    gxNextCell();
    double place = 0.5 + 0.5 * shaped, rawPlace = fmin(fmax(0.5 + 0.5 * raw, 0.0), 1.0);
    const gxRange range = {fmin(0.5, place), fmax(0.5, place), 0.0, GX_TONE_FREE, {0.5, rawPlace}};
    gxDrawRange(&range, 108.0f * scale, 11.0f * scale);
    gxNextCell();
    gxText(raw != 0.0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%s", rawText);
    gxNextCell();
    gxText(shaped != 0.0 ? GX_TONE_PLAIN : GX_TONE_DIM, "%+.2f", shaped);
    gxNextCell();
    gxText(GX_TONE_DIM, "%s", use->use);
}

static bool beginAxes(const char *id) {
    float scale = gxGetUiScale();
    const float widths[] = {58.0f * scale, 116.0f * scale, 48.0f * scale, 48.0f * scale, 0.0f};
    return gxBeginTable(id, 5, widths);
}

static void drawLamp(const char *name, const char *use, bool on) {
    gxPill(name, on ? GX_TONE_FREE : GX_TONE_DIM);
    gxTooltip(use[0] ? use : "not used");
}

static void drawPad(App *app) {
    const gxGamepad *pad = &app->steering.gamepad;
    if (pad->present && pad->othersCount > 0)
        gxText(GX_TONE_STRONG, "%s; %d more not in use", pad->name, pad->othersCount);
    else if (pad->present)
        gxText(GX_TONE_STRONG, "%s", pad->name);
    else if (pad->unknown[0])
        gxText(GX_TONE_NEAR, "%s: its axes are not known (SDL_GAMECONTROLLERCONFIG)", pad->unknown);
    else
        gxText(GX_TONE_DIM, "no gamepad: plug one in at any time");
    if (beginAxes("pad")) {
        for (int i = 0; i < GX_GAMEPAD_AXIS_COUNT; ++i) {
            char text[16];
            snprintf(text, sizeof text, "%+.2f", pad->raw[i]);
            drawAxis(GetPadAxisUse(i), pad->raw[i], pad->axes[i], text);
        }
        gxEndTable();
    }
    for (int i = 0; i < GX_GAMEPAD_BUTTON_COUNT; ++i) {
        if (i != 0 && i != 9) gxSameLine(0.0f);
        drawLamp(GetPadButtonUse(i)->name, GetPadButtonUse(i)->use, pad->buttons[i]);
    }
}

static void drawCap(App *app) {
    static const char *const states[] = {
        "no device of six axes: libspnav (package libspnav0) is not installed",
        "no device of six axes: spacenavd does not run", NULL};
    const gxSpaceMouse *mouse = &app->steering.spaceMouse;
    if (states[mouse->state])
        gxText(GX_TONE_DIM, "%s", states[mouse->state]);
    else
        gxText(GX_TONE_STRONG, "%s", mouse->name);
    if (beginAxes("cap")) {
        for (int i = 0; i < GX_SPACE_AXIS_COUNT; ++i) {
            char text[16];
            snprintf(text, sizeof text, "%+.0f", mouse->raw[i]);
            drawAxis(GetSpaceAxisUse(i), mouse->raw[i] / 350.0, mouse->axes[i], text);
        }
        gxEndTable();
    }
    for (int i = 0; i < mouse->buttonCount; ++i) {
        char name[8];
        snprintf(name, sizeof name, "%d", i + 1);
        if (i > 0) gxSameLine(0.0f);
        drawLamp(name, GetSpaceButtonUse(i)->use, mouse->buttons[i]);
    }
    gxCheck("moves the camera", &app->steering.capMovesCamera);
}

void DrawAxesPage(App *app, float w, float h) {
    (void)h;
    const float widths[] = {0.52f * w, 0.0f};
    if (!gxBeginTable("axes", 2, widths)) return;
    gxNextCell();
    drawPad(app);
    gxNextCell();
    drawCap(app);
    gxEndTable();
}
