// The window's life: options, opening, the loop, closing, and the first scene.
#include "window/window.h"

#include "engine/gl.h"
#include "engine/loop.h"
#include "engine/message.h"
#include "hand/lesson_show.h"
#include "panels/layout.h"
#include "panels/panels.h"
#include "scenes/scene_file.h"
#include "services/appearance.h"
#include "services/filming.h"
#include "services/loads.h"
#include "services/notice.h"
#include "services/queue.h"
#include "services/record.h"
#include "services/recording_file.h"
#include "services/replay.h"
#include "services/settings.h"
#include "services/way_out.h"
#include "view/convert.h"
#include "window/first_scene.h"
#include "window/frame.h"
#include "window/window_options.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void printMessage(gxSeverity severity, const char *text, void *context) {
    (void)context;
    if (severity != GX_NOTE) fprintf(stderr, "firstcontact: %s\n", text);
}

// Tests and scripts that run a number of frames begin with the same settings everywhere.
static bool hasSettings(const App *app, char *path, size_t pathSize) {
    return !app->options.forgets && app->options.frameCount == 0 && GetSettingsPath(path, pathSize);
}

static Settings loadSettings(const App *app, char *message, size_t messageSize) {
    char path[1024];
    Settings settings = GetDefaultSettings();
    if (hasSettings(app, path, sizeof path)) ReadSettings(path, &settings, message, messageSize);
    if (app->options.scale > 0.0) settings.scale = app->options.scale;
    if (app->options.theme)
        settings.theme =
            strcmp(app->options.theme, GetThemeName(THEME_LIGHT)) == 0 ? THEME_LIGHT : THEME_DARK;
    return settings;
}

// Restores theme, sizes and panels of the last run.
static void useSettings(App *app, const Settings *settings) {
    app->panelsHidden = !settings->panels;
    app->lineHidden = !settings->informationLine;
    app->timelineHidden = !settings->timeline;
    app->recent = settings->recent;
    ChangeTheme(app, settings->theme);
    UpdateScale(app);
}

// Does not save options of this run only.
static void keepSettings(const App *app) {
    char path[1024], message[512] = "";
    if (!hasSettings(app, path, sizeof path)) return;
    Settings settings = GetDefaultSettings();
    if (!ReadSettings(path, &settings, message, sizeof message)) return; // already reported at the start
    if (!app->options.theme) settings.theme = app->theme;
    if (app->options.scale == 0.0) settings.scale = app->scale;
    settings.panels = !app->panelsHidden;
    settings.informationLine = !app->lineHidden;
    settings.timeline = !app->timelineHidden;
    settings.recent = app->recent;
    if (!WriteSettings(path, &settings, message, sizeof message)) gxReport(GX_WARNING, "%s", message);
}

static bool openWindow(App *app) {
    const WindowOptions *options = &app->options;
    char trouble[sizeof app->notice] = "";
    Settings settings = loadSettings(app, trouble, sizeof trouble);
    app->scale = settings.scale;
    app->startTime = app->lastFrameTime = app->lastActivity = gxGetTime();
    if (!OpenRecorder(app) || !BeginFirstScene(app)) return false;
    app->window = gxCreateWindow(&(gxWindowDef){.title = "First Contact",
                                                .icon = "icon.png",
                                                .width = options->width,
                                                .height = options->height,
                                                .scale = settings.scale,
                                                .waitsForDisplay = options->frameCount == 0});
    if (!app->window) return false;
    app->task = gxCreateTask();
    app->ui = gxCreateUi(app->window);
    gxGetWindowSize(app->window, &app->layout.windowWidth, &app->layout.windowHeight);
    app->shownScale = gxGetWindowScale(app->window);
    app->view = CreateView(app->layout.windowWidth, app->layout.windowHeight, app->shownScale);
    if (!app->task || !app->ui || !app->view) return false;
    useSettings(app, &settings);
    app->viewOptions = GetDefaultViewOptions();
    app->quality = GetFirstQuality(gxDrawsInSoftware());
    app->playSpeed = 1.0;
    LayOutPanels(app);
    if (!OpenFirstScene(app)) return false;
    if (app->closing) return true;
    if (options->lesson && !BeginLesson(app, FindLesson(options->lesson))) return false;
    if (trouble[0]) Notify(app, "Settings not used: %s", trouble);
    return true;
}

static void closeWindow(App *app) {
    EndFilm(app);
    ForgetWay(app);
    DropIntentions(app);
    CloseRecorder(app);
    FinishRecording(app);
    EndLesson(&app->lesson.run);
    ClosePlayer(&app->replay.player);
    DestroyStageCheck(&app->check);
    DestroyStage(&app->stage);
    gxDestroyTask(app->task);
    DestroyView(app->view);
    if (app->ui) gxDestroyUi(app->ui);
    if (app->window) gxDestroyWindow(app->window);
    CloseLoads(app); // a thread may run for seconds: the window is hidden before
}

// Runs a frame. Returns false after the last one.
static bool runFrame(void *context) {
    App *app = context;
    RunFrame(app);
    if (gxShouldClose(app->window)) app->closing = true;
    return !app->closing && !(app->options.frameCount > 0 && app->frame >= app->options.frameCount);
}

// Returns the exit code.
static int endWindow(void *context) {
    App *app = context;
    keepSettings(app);
    closeWindow(app);
    free(app);
    return gxGetErrorCount() == 0 ? 0 : 1;
}

int RunWindow(int argCount, char *const args[]) {
    App *app = calloc(1, sizeof *app);
    if (!app) return 1;
    char message[512];
    gxSetMessageFunction(printMessage, NULL);
    if (!ParseWindowOptions(argCount, args, &app->options, message, sizeof message)) {
        fprintf(stderr, "firstcontact: %s\n", message);
        free(app);
        return 2;
    }
    if (!openWindow(app)) {
        closeWindow(app);
        free(app);
        return 1;
    }
    if (app->closing) return endWindow(app);
    return gxRunLoop(runFrame, endWindow, app);
}
