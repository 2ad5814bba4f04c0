// What leaves the program and what comes into it: the menu File.
#include "actions/action_menus.h"

#include "window/record.h"
#include "window/replay.h"

static void quit(App *app) {
    app->closing = true;
}

static void takeScreenshot(App *app) {
    app->screenshotWanted = true;
}

static void reloadFiles(App *app) {
    char message[512];
    char *files[] = {app->sceneFile};
    if (!app->sceneFile[0])
        Notify(app, "This scene is not from a file: nothing to reload");
    else if (!OpenFiles(app, files, 1, message, sizeof message))
        Notify(app, "%s", message);
}

static const Action actions[] = {
    {false, "Save the scene", "Ctrl+S", 'S', CTRL, false, SaveScene, NULL},
    {false, "Save the last query: a bug report", "F10", GX_KEY_F10, 0, false, SaveQuery, NULL},
    {false, "Reload the scene file", "Ctrl+L", 'L', CTRL, false, reloadFiles, NULL},
    {false, "Screenshot", "Ctrl+P", 'P', CTRL, false, takeScreenshot, NULL},
    {false, "Save what the plots show, as CSV", "", 0, 0, false, SavePlots, NULL},
    {false, "Quit", "Ctrl+Q", 'Q', CTRL, false, quit, NULL},
};

const ActionMenu fileMenu = {"File", actions, sizeof actions / sizeof *actions};
