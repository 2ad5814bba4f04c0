// Handles events and devices of a frame, in their order.
//
// Input: the window's input. Output: intentions, resolved after each event, so that the next one finds its
// results. Keys go to the current drag first, then to the table of actions.
#include "window/events.h"

#include "actions/actions.h"
#include "hand/navigate.h"
#include "hand/probe.h"
#include "hand/resolve.h"
#include "hand/steer.h"
#include "services/queue.h"
#include "services/sight.h"

static void pressKey(App *app, const gxEvent *event) {
    // Esc in a field cancels the edit only; finder and dialog close at once.
    bool typing = app->finderShown || app->saveDialog.shown; // their fields may get the focus later
    bool leavesField = event->key == GX_KEY_ESCAPE && typing;
    if ((gxUiHasKeyboard() || typing) && !leavesField) return;
    if (PressHandKey(app, event)) return;
    app->probe.keyHeld = app->probe.keyHeld || (event->key == 'S' && event->mods == 0);
    RunKey(app, event->key, event->mods, event->repeated);
}

// Side by side: maps a position in either eye's picture to the camera between the eyes. While a button is
// down the half of the press is used.
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

static void handleEvent(App *app, const gxEvent *seen) {
    const gxEvent placed = placeBetweenEyes(app, seen), *event = &placed;
    switch (event->kind) {
    case GX_EVENT_KEY_DOWN:
        pressKey(app, event);
        break;
    case GX_EVENT_BUTTON_DOWN:
        PressButton(app, event);
        break;
    case GX_EVENT_BUTTON_UP:
        ReleaseButton(app, event);
        break;
    case GX_EVENT_MOVE:
        MoveMouse(app, event);
        break;
    case GX_EVENT_WHEEL:
        TurnWheel(app, event);
        break;
    case GX_EVENT_DROP:
        IntendToOpen(app, event->path);
        break;
    case GX_EVENT_KEY_UP:
        if (event->key == 'S') ReleaseProbeKey(app);
        break;
    }
}

// Input that acts while it is down: keys that fly, sticks, a cap.
static bool handleHeld(App *app, const gxInput *input, double dt) {
    bool flown = FlyCamera(app, input, dt), steered = SteerByDevices(app, input, dt);
    ResolveIntentions(app);
    for (int32_t i = 0; i < app->steering.keyCount; ++i) {
        RunKey(app, app->steering.keys[i].key, app->steering.keys[i].mods, false);
        ResolveIntentions(app);
    }
    return flown || steered;
}

bool HandleInput(App *app, const gxInput *input, double dt) {
    bool resolved = ResolveIntentions(app); // of the panels
    for (int i = 0; i < input->eventCount; ++i) {
        handleEvent(app, &input->events[i]);
        ResolveIntentions(app);
    }
    return handleHeld(app, input, dt) || resolved || input->eventCount > 0;
}
