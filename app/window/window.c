// The window's life: options, opening, the loop, closing, and the opening of scenes.
#include "window/window.h"

#include "engine/gl.h"
#include "engine/message.h"
#include "panels/panels.h"
#include "scenes/scene_file.h"
#include "view/convert.h"
#include "window/appearance.h"
#include "window/filming.h"
#include "window/frame.h"
#include "window/framing.h"
#include "window/record.h"
#include "window/replay.h"
#include "window/settings.h"
#include "window/window_options.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void Notify(App *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->notice, sizeof app->notice, format, arguments);
    va_end(arguments);
    app->noticeEnd = gxGetTime() + 6.0;
}

void ClearNotice(App *app) {
    app->notice[0] = '\0';
    app->noticeEnd = 0.0;
}

void FrameSphere(App *app, cdVec3 center, double radius) {
    double point[3] = {center.x, center.y, center.z};
    int width = GetEyeWidth(app->viewOptions.stereo, app->layout.width);
    gxFrameSphere(&app->camera, point, radius, width, app->layout.height);
}

// The new stage takes the place of the old one.
static void showStage(App *app, Stage *stage) {
    bool traced = app->viewOptions.trace;
    bool again = stage->scene && stage->scene == app->stage.scene; // with another parameter
    bool shown = app->stage.scene && app->stage.scene->showsIndex; // by the scene that goes
    bool shows = stage->scene && stage->scene->showsIndex;
    if (!again) app->viewOptions.index = shows || (app->viewOptions.index && !shown);
    if (!again && stage->scene && stage->scene->showsRegions)
        app->viewOptions.contact = app->viewOptions.normals = true;
    FinishRecording(app);
    FinishPath(app);
    ClosePlayer(&app->replay.player);
    app->replay = (Replay){0};
    DestroyStage(&app->stage);
    DestroyStageCheck(&app->check);
    app->stage = *stage;
    app->stage.traced = traced;
    app->manipulation = (Manipulation){0};
    app->pursuit = (Pursuit){0};
    app->navigation = NAVIGATE_NOT;
    app->steering.pushes = false;
    app->probe.armed = app->probe.drawing = false;
    ShowStageStart(app);
    const char *name = stage->data.name[0] ? stage->data.name : "meshes";
    char title[SCENE_NAME_SIZE + 32];
    snprintf(title, sizeof title, "First Contact — %s", name);
    gxSetWindowTitle(app->window, title);
    ClearNotice(app);
    if (app->frame > 0 && !again) Notify(app, "Opened: %s", name); // at the start the hint is worth more
    app->lastActivity = gxGetTime(); // loading may have taken longer than the interface takes to settle
}

bool OpenScene(App *app, const Scene *scene) {
    char message[512];
    Stage stage;
    if (!LoadStageScene(&stage, scene, message, sizeof message)) {
        Notify(app, "%s", message);
        gxReport(GX_ERROR, "%s", message);
        return false;
    }
    app->sceneFile[0] = '\0';
    showStage(app, &stage);
    return true;
}

static bool openRecording(App *app, const char *path, char *message, size_t messageSize) {
    Recording recording;
    Stage stage;
    StagePlayer player;
    if (!ReadRecordingFile(path, &recording, message, messageSize)) return false;
    int cutLine = recording.cutLine;
    if (!OpenPlayer(&player, &stage, &recording, message, messageSize)) return false;
    const char *slash = strrchr(path, '/');
    app->sceneFile[0] = '\0';
    showStage(app, &stage);
    BeginReplay(app, &player, slash ? slash + 1 : path);
    if (cutLine == 0 && app->replay.player.frameCount == 1) SeekReplay(app, 1); // a query: what came of it
    if (cutLine > 0) Notify(app, "%s is cut off after line %d", slash ? slash + 1 : path, cutLine);
    return true;
}

bool OpenMeshes(App *app, const char *const *meshes, int meshCount, char *message, size_t messageSize) {
    Stage stage;
    if (!LoadStageMeshes(&stage, meshes, meshCount, app->options.normalizes, message, messageSize))
        return false;
    app->sceneFile[0] = '\0';
    showStage(app, &stage);
    return true;
}

bool OpenFiles(App *app, char *const *files, int fileCount, char *message, size_t messageSize) {
    if (fileCount == 1 && IsRecordingFile(files[0]))
        return openRecording(app, files[0], message, messageSize);
    const char *dot = strrchr(files[0], '.');
    if (!dot || strcasecmp(dot, ".json") != 0)
        return OpenMeshes(app, (const char *const *)files, fileCount, message, messageSize);
    if (fileCount > 1) {
        snprintf(message, messageSize, "%s: a scene file is opened alone", files[0]);
        return false;
    }
    SceneData data = MakeEmptySceneData();
    Stage stage;
    if (!ReadSceneFile(files[0], &data, message, messageSize) ||
        !LoadStage(&stage, NULL, &data, message, messageSize)) {
        return false;
    }
    char name[sizeof app->sceneFile];
    snprintf(name, sizeof name, "%s", files[0]);
    memcpy(app->sceneFile, name, sizeof name);
    showStage(app, &stage);
    return true;
}

void StepScene(App *app, int direction) {
    int32_t count = 0, present = 0;
    const Scene *const *scenes = GetScenes(&count);
    for (int32_t i = 0; i < count; ++i) {
        if (scenes[i] == app->stage.scene) present = i;
    }
    // One that cannot be opened, as without the bunny's package, is no end to the row.
    for (int32_t i = 1; i < count; ++i) {
        if (OpenScene(app, scenes[(present + i * direction + i * count) % count])) return;
    }
}

static void printMessage(gxSeverity severity, const char *text, void *context) {
    (void)context;
    if (severity != GX_NOTE) fprintf(stderr, "firstcontact: %s\n", text);
}

// The first scene, or where its mesh is not installed the next one that opens: the line below says what to
// do.
static bool openDefaultScene(App *app) {
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    char trouble[sizeof app->notice] = "";
    for (int32_t i = 0; i < count; ++i) {
        if (OpenScene(app, scenes[i])) {
            if (trouble[0]) Notify(app, "%s", trouble);
            return true;
        }
        if (!trouble[0]) memcpy(trouble, app->notice, sizeof trouble);
    }
    return false;
}

static bool openFirstScene(App *app) {
    const WindowOptions *options = &app->options;
    if (options->fileCount > 0) {
        char message[512];
        if (OpenFiles(app, options->files, options->fileCount, message, sizeof message)) return true;
        gxReport(GX_ERROR, "%s", message);
        return false;
    }
    return options->scene ? OpenScene(app, FindScene(options->scene)) : openDefaultScene(app);
}

// Tests and scripts that run a number of frames begin the same everywhere.
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

// Theme, sizes and panels as they were left.
static void useSettings(App *app, const Settings *settings) {
    app->panelsHidden = !settings->panels;
    app->lineHidden = !settings->informationLine;
    app->timelineHidden = !settings->timeline;
    ChangeTheme(settings->theme);
    UpdateScale(app);
}

// What was given for this time alone is not remembered.
static void keepSettings(const App *app) {
    char path[1024], message[512] = "";
    if (!hasSettings(app, path, sizeof path)) return;
    Settings settings = GetDefaultSettings();
    if (!ReadSettings(path, &settings, message, sizeof message)) return; // as was said at the start
    if (!app->options.theme) settings.theme = GetTheme();
    if (app->options.scale == 0.0) settings.scale = app->scale;
    settings.panels = !app->panelsHidden;
    settings.informationLine = !app->lineHidden;
    settings.timeline = !app->timelineHidden;
    if (!WriteSettings(path, &settings, message, sizeof message)) gxReport(GX_WARNING, "%s", message);
}

static bool openWindow(App *app) {
    const WindowOptions *options = &app->options;
    char trouble[sizeof app->notice] = "";
    Settings settings = loadSettings(app, trouble, sizeof trouble);
    app->scale = settings.scale;
    app->startTime = app->lastFrameTime = app->lastActivity = gxGetTime();
    if (!OpenRecorder(app)) return false;
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
    app->playSpeed = 1.0;
    LayOutPanels(app);
    if (!openFirstScene(app)) return false;
    if (trouble[0]) Notify(app, "Settings not used: %s", trouble);
    return true;
}

static void closeWindow(App *app) {
    EndFilm(app);
    CloseRecorder(app);
    FinishRecording(app);
    ClosePlayer(&app->replay.player);
    DestroyStageCheck(&app->check);
    DestroyStage(&app->stage);
    gxDestroyTask(app->task);
    DestroyView(app->view);
    if (app->ui) gxDestroyUi(app->ui);
    if (app->window) gxDestroyWindow(app->window);
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
    bool opened = openWindow(app);
    while (opened && !app->closing &&
           !(app->options.frameCount > 0 && app->frame >= app->options.frameCount)) {
        RunFrame(app);
        if (gxShouldClose(app->window)) app->closing = true;
    }
    if (opened) keepSettings(app);
    closeWindow(app);
    free(app);
    return opened && gxGetErrorCount() == 0 ? 0 : 1;
}
