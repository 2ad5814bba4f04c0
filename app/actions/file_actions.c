// What leaves the program and what comes into it: the menu File.
#include "actions/action_menus.h"

#include "window/record.h"
#include "window/replay.h"

#include <string.h>

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

static void openFinder(App *app) {
    app->finderShown = app->finderOpened = true;
    app->finderText[0] = '\0';
}

// What was dropped leaves the scene it joined, and the scale it took there.
static void openDropped(App *app) {
    const Stage *stage = &app->stage;
    char names[WINDOW_FILE_MAX][SCENE_TEXT_SIZE], message[512];
    const char *meshes[WINDOW_FILE_MAX];
    int count = 0;
    for (int32_t i = stage->data.objectCount; i < stage->objectCount && count < WINDOW_FILE_MAX; ++i) {
        memcpy(names[count], stage->objects[i].source, sizeof names[count]);
        meshes[count] = names[count];
        ++count;
    }
    if (count == 0)
        Notify(app, "Drop mesh files on the window first");
    else if (!OpenMeshes(app, meshes, count, message, sizeof message))
        Notify(app, "%s", message);
}

static const Action actions[] = {
    {false, "Open a scene or a file", "Ctrl+O", 'O', CTRL, false, openFinder, NULL},
    {false, "Only what was dropped, in its own size", "Ctrl+N", 'N', CTRL, false, openDropped, NULL},
    {false, "Save the scene", "Ctrl+S", 'S', CTRL, false, SaveScene, NULL},
    {false, "Save the last query: a bug report", "F10", GX_KEY_F10, 0, false, SaveQuery, NULL},
    {false, "Reload the scene file", "Ctrl+L", 'L', CTRL, false, reloadFiles, NULL},
    {false, "Screenshot", "Ctrl+P", 'P', CTRL, false, takeScreenshot, NULL},
    {false, "Save what the plots show, as CSV", "", 0, 0, false, SavePlots, NULL},
    {false, "Quit", "Ctrl+Q", 'Q', CTRL, false, quit, NULL},
};

const ActionMenu fileMenu = {"File", actions, sizeof actions / sizeof *actions};
