// The menu Help, and Esc, which closes the topmost layer.
#include "actions/action_menus.h"

#include "hand/probe.h"
#include "services/awaited.h"
#include "services/loads.h"
#include "services/notice.h"
#include "services/queue.h"

static void leaveLayer(App *app) {
    if (gxUiHasMenu()) {
        gxCloseUiMenus();
    } else if (app->finderShown) {
        app->finderShown = false;
    } else if (app->saveDialog.shown) {
        app->saveDialog.shown = false;
    } else if (app->shapeDialog.shown) {
        app->shapeDialog.shown = false;
    } else if (app->helpShown) {
        app->helpShown = false;
    } else if (IsLoading(app)) {
        IntendSimply(app, INTEND_CANCEL_LOADS);
    } else if (FindAwaited(app).kind != AWAITED_NOTHING) {
        CancelAwaited(app);
    } else if (CancelSegment(app)) {
        return;
    } else if (app->dockPage == DOCK_LESSON) {
        IntendSimply(app, INTEND_LEAVE_LESSON);
    } else if (app->dockPage != DOCK_CLOSED) {
        app->dockPage = DOCK_CLOSED;
    } else if (app->way.nodeCount > 0) {
        IntendSimply(app, INTEND_FORGET_WAY);
    } else if (gxIsFullScreen(app->window)) {
        gxSetFullScreen(app->window, false);
    } else {
        Notify(app, "Nothing to close. Ctrl+Q quits");
    }
}

static void toggleHelp(App *app) {
    app->helpShown = !app->helpShown;
}

static bool hasHelp(const App *app) {
    return app->helpShown;
}

static void toggleAxes(App *app) {
    ToggleDockPage(app, DOCK_AXES);
}

static bool hasAxes(const App *app) {
    return app->dockPage == DOCK_AXES;
}

static void nextStop(App *app) {
    Intend(app, (Intention){.kind = INTEND_LESSON_STEP, .count = 1});
}

static void previousStop(App *app) {
    Intend(app, (Intention){.kind = INTEND_LESSON_STEP, .count = -1});
}

static const Action actions[] = {
    {false, "Keys and mouse", "F1 or ?", GX_KEY_F1, 0, false, toggleHelp, hasHelp},
    {true, "Keys and mouse", "", GX_KEY_SLASH, SHIFT, false, toggleHelp, NULL},
    {false, "Devices: gamepad, six axes", "", 0, 0, false, toggleAxes, hasAxes},
    {true, "Lesson: next stop", "Enter", GX_KEY_ENTER, 0, false, nextStop, NULL},
    {true, "Lesson: previous stop", "Shift+Enter", GX_KEY_ENTER, SHIFT, false, previousStop, NULL},
    {false, "Cancel, or close the topmost", "Esc", GX_KEY_ESCAPE, 0, false, leaveLayer, NULL},
};

const ActionMenu helpMenu = {"Help", actions, sizeof actions / sizeof *actions};
