// Opens scenes, files and meshes in the window.
//
// Input: names of files, or a finished load. Output: the new stage of the window, or the present one and a
// message. Everything is loaded beside the frames (services/load.h). Recordings, replays and drags end with
// the previous scene.
#include "services/opening.h"

#include "engine/message.h"
#include "engine/platform/plain_text.h"
#include "engine/window.h"
#include "scenes/scene_file.h"
#include "services/built_in.h"
#include "services/framing.h"
#include "services/loads.h"
#include "services/notice.h"
#include "services/record.h"
#include "services/recording_file.h"
#include "services/replay.h"
#include "services/sight.h"
#include "services/way_out.h"

#include <math.h>
#include <string.h>

// Replaces the stage by the new one.
static void showStage(App *app, Stage *stage) {
    bool traced = app->viewOptions.trace;
    bool again = stage->scene && stage->scene == app->stage.scene; // with another parameter
    bool shown = app->stage.scene && app->stage.scene->showsIndex; // by the previous scene
    bool shows = stage->scene && stage->scene->showsIndex;
    if (!again) app->viewOptions.index = shows || (app->viewOptions.index && !shown);
    if (!again && stage->scene && stage->scene->showsRegions)
        app->viewOptions.contact = app->viewOptions.normals = true;
    ForgetWay(app);
    FinishRecording(app);
    FinishPath(app);
    ClosePlayer(&app->replay.player);
    app->replay = (Replay){0};
    DestroyStage(&app->stage);
    DestroyStageCheck(&app->check);
    app->stage = *stage;
    app->stage.trace.wanted = traced;
    app->manipulation = (Manipulation){0};
    app->pursuit = (Pursuit){0};
    app->trail = (Trail){0};
    app->navigation = NAVIGATE_NOT;
    app->steering.pushes = false;
    app->probe.armed = app->probe.drawing = false;
    app->ray.kept = app->ray.known = false;
    ShowStageStart(app);
    const char *name = stage->data.name[0] ? stage->data.name : "meshes";
    char title[SCENE_NAME_SIZE + 32];
    snprintf(title, sizeof title, "First Contact — %s", name);
    gxSetWindowTitle(app->window, title);
    ClearNotice(app);
    if (app->frame > 0 && !again) Notify(app, "Opened: %s", name); // at the start the hint is more useful
    app->lastActivity = gxGetTime(); // loading can take longer than the UI settle time
}

// --- Loaded files

void GiveLoadedSurfaces(App *app, Loaded *loaded) {
    const Stage *stage = &app->stage;
    for (int32_t i = 0; i < loaded->surfaceCount; ++i) {
        int32_t object = 0;
        while (object < stage->objectCount && stage->objects[object].mesh != loaded->surfaces[i].mesh)
            ++object;
        if (object < stage->objectCount)
            GiveViewSurface(app->view, &loaded->surfaces[i], &stage->objects[object].info);
    }
}

static bool addMesh(App *app, const char *path, Loaded *loaded) {
    cdMesh *mesh = loaded->mesh;
    loaded->mesh = NULL;
    if (!KeepStageMesh(&app->stage, (StageMesh){.mesh = mesh})) {
        snprintf(loaded->message, sizeof loaded->message, "%s: out of memory", path);
        return false;
    }
    StageEntry entry = MakeAdd(path);
    entry.read = mesh;
    if (!ApplyStage(&app->stage, &entry, loaded->message, sizeof loaded->message)) return false;
    GiveLoadedSurfaces(app, loaded);
    const StageObject *added = &app->stage.objects[app->stage.selected];
    bool scaled = app->stage.data.objectCount > 0 && app->stage.data.objects[0].normalize;
    Notify(app, "%s: %d triangles%s", added->name, (int)added->info.triangleCount,
           scaled ? ", scaled to a diagonal of 2; Ctrl+N shows it alone, at its own size" : "");
    cdVec3 center;
    double radius;
    GetStageBounds(&app->stage, &center, &radius);
    app->camera.sceneRadius = fmax(app->camera.sceneRadius, radius);
    FrameSphere(app, center, radius);
    app->lastActivity = gxGetTime();
    return true;
}

static void showLoaded(App *app, Loaded *loaded) {
    loaded->hasStage = false;
    showStage(app, &loaded->stage);
    GiveLoadedSurfaces(app, loaded);
}

static void showRecording(App *app, const char *path, Loaded *loaded) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int cutLine = loaded->player.recording.cutLine;
    loaded->hasPlayer = false;
    app->sceneFile[0] = '\0';
    showLoaded(app, loaded);
    BeginReplay(app, &loaded->player, name);
    if (cutLine == 0 && app->replay.player.frameCount == 1) SeekReplay(app, 1); // a query: show its result
    if (cutLine > 0) Notify(app, "%s ends early, after line %d", name, cutLine);
}

static bool show(App *app, Load *load, const char *const *names, Loaded *loaded) {
    char file[sizeof app->sceneFile]; // the name may be that of the present scene
    snprintf(file, sizeof file, "%s", names[0]);
    switch (GetLoadKind(load)) {
    case LOAD_MESH:
        return addMesh(app, names[0], loaded);
    case LOAD_RECORDING:
        showRecording(app, names[0], loaded);
        return true;
    case LOAD_SCENE:
        memcpy(app->sceneFile, file, sizeof file);
        showLoaded(app, loaded);
        return true;
    default:
        if (GetLoadKind(load) == LOAD_BUILT_IN)
            KeepChangedParams(&app->stage, GetLoadDef(load), &loaded->stage);
        app->sceneFile[0] = '\0';
        showLoaded(app, loaded);
        if (GetLoadKind(load) == LOAD_MESHES && app->stage.query.status == STAGE_OVERLAP)
            Notify(app, "Meshes overlap at the positions in their files. Use --side-by-side to lay them out");
        return true;
    }
}

bool FinishOpening(App *app, char *message, size_t messageSize) {
    Load *load = GetFinishedLoad(app, 0.0);
    if (!load) return true;
    Loaded *loaded = GetLoaded(load);
    int32_t count = 0;
    const char *const *names = GetLoadNames(load, &count);
    const LoadDef def = *GetLoadDef(load);
    bool good = loaded->good && show(app, load, names, loaded);
    if (!good) snprintf(message, messageSize, "%s", loaded->message);
    app->loads.taken = true;
    for (int32_t i = 0; good && def.kind != LOAD_BUILT_IN && i < count; ++i)
        AddRecentFile(&app->recent, names[i]);
    EndLoad(app);
    if (good && app->loads.trouble[0]) Notify(app, "%s", app->loads.trouble);
    if (good) app->loads.trouble[0] = '\0';
    return good || OpenFollowingScene(app, &def, message);
}

void TakeLoaded(App *app) {
    char message[512];
    bool builtIn = IsSceneComing(app);
    if (FinishOpening(app, message, sizeof message)) return;
    Notify(app, "%s", message);
    if (builtIn) gxReport(GX_ERROR, "%s", message);
}

void CancelOpening(App *app) {
    if (IsLoading(app)) Notify(app, "%s: not loaded", GetLoadState(app->loads.queue[0]).name);
    CancelLoads(app);
}

// --- Starting loads

static void add(App *app, LoadKind kind, const char *const *names, int count) {
    LoadDef def = {.kind = kind, .layout = {app->options.normalizes, app->options.sideBySide}};
    AddLoad(app, CreateLoad(&def, names, count));
}

void TakeQuickLoad(App *app) {
    static const double quick = 0.01, ever = 1e6; // seconds
    while (app->loads.count == 1 && GetFinishedLoad(app, app->options.frameCount > 0 ? ever : quick))
        TakeLoaded(app);
}

static bool isSceneFile(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && gxIsSameWord(dot, ".json");
}

bool OpenFiles(App *app, char *const *files, int fileCount, char *message, size_t messageSize) {
    const char *const *names = (const char *const *)files;
    if (fileCount == 1 && IsRecordingFile(files[0])) {
        add(app, LOAD_RECORDING, names, 1);
    } else if (!isSceneFile(files[0])) {
        add(app, LOAD_MESHES, names, fileCount);
    } else if (fileCount == 1) {
        add(app, LOAD_SCENE, names, 1);
    } else {
        snprintf(message, messageSize, "%s: open a scene file alone, without other files", files[0]);
        return false;
    }
    return true;
}

void OpenDropped(App *app, const char *path) {
    bool isBuiltIn = strncmp(path, "builtin:", 8) == 0;
    if (!isBuiltIn && IsRecordingFile(path))
        add(app, LOAD_RECORDING, &path, 1);
    else if (!isBuiltIn && isSceneFile(path))
        add(app, LOAD_SCENE, &path, 1);
    else
        add(app, LOAD_MESH, &path, 1);
    TakeQuickLoad(app);
}

void ReloadScene(App *app) {
    const char *file = app->sceneFile;
    if (!file[0]) {
        Notify(app, "This scene has no file to reload");
        return;
    }
    add(app, LOAD_SCENE, &file, 1);
    TakeQuickLoad(app);
}

// Opens the added meshes without the other objects and without the scale that they got there.
void OpenAdded(App *app) {
    const Stage *stage = &app->stage;
    char names[WINDOW_FILE_MAX][SCENE_TEXT_SIZE];
    const char *meshes[WINDOW_FILE_MAX];
    int count = 0;
    for (int32_t i = stage->data.objectCount; i < stage->objectCount && count < WINDOW_FILE_MAX; ++i) {
        memcpy(names[count], stage->objects[i].source, sizeof names[count]);
        meshes[count] = names[count];
        ++count;
    }
    if (count == 0) {
        Notify(app, "Drop mesh files on the window first");
        return;
    }
    add(app, LOAD_MESHES, meshes, count);
    TakeQuickLoad(app);
}
