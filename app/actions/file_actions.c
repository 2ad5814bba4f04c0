// The menu File: opening and saving.
#include "actions/action_menus.h"

#include "services/queue.h"
#include "services/record.h"
#include "services/recording_file.h"

static void quit(App *app) {
    app->closing = true;
}

static void takeScreenshot(App *app) {
    app->screenshotWanted = true;
}

static void reload(App *app) {
    IntendSimply(app, INTEND_RELOAD);
}

static void openAdded(App *app) {
    IntendSimply(app, INTEND_OPEN_ADDED);
}

static void openFinder(App *app) {
    app->finderShown = app->finderOpened = true;
    app->finderText[0] = '\0';
}

static void saveScene(App *app) {
    IntendSimply(app, INTEND_SAVE);
}

static void saveSceneAs(App *app) {
    SaveDialog *dialog = &app->saveDialog;
    *dialog = (SaveDialog){.shown = true, .opened = true};
    snprintf(dialog->path, sizeof dialog->path, "%s", app->sceneFile[0] ? app->sceneFile : "scene.json");
}

static void saveQuery(App *app) {
    Intend(app, (Intention){.kind = INTEND_WRITE, .write = SaveQuery});
}

static void savePlots(App *app) {
    Intend(app, (Intention){.kind = INTEND_WRITE, .write = SavePlots});
}

static const Action actions[] = {
    {false, "Open a scene or a file", "Ctrl+O", 'O', CTRL, false, openFinder, NULL},
    {false, "Show only dropped files, in original size", "Ctrl+N", 'N', CTRL, false, openAdded, NULL},
    {false, "Save the scene", "Ctrl+S", 'S', CTRL, false, saveScene, NULL},
    {false, "Save the scene as...", "Ctrl+Shift+S", 'S', CTRL | SHIFT, false, saveSceneAs, NULL},
    {false, "Save the last query: a bug report", "F10", GX_KEY_F10, 0, false, saveQuery, NULL},
    {false, "Reload the scene file", "Ctrl+L", 'L', CTRL, false, reload, NULL},
    {false, "Screenshot", "Ctrl+P", 'P', CTRL, false, takeScreenshot, NULL},
    {false, "Save the plots as CSV", "", 0, 0, false, savePlots, NULL},
    {false, "Quit", "Ctrl+Q", 'Q', CTRL, false, quit, NULL},
};

const ActionMenu fileMenu = {"File", actions, sizeof actions / sizeof *actions};
