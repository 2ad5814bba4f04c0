// Opening of scenes, files and meshes in the window.
//
// In: a scene, or names of files. Out: the stage of the window, or the present one and a message. What
// belongs to the scene before ends with it: recordings, replays, and whatever the hand does.
#include "services/opening.h"

#include "engine/message.h"
#include "engine/window.h"
#include "scenes/scene_file.h"
#include "services/framing.h"
#include "services/notice.h"
#include "services/record.h"
#include "services/recording_file.h"
#include "services/replay.h"
#include "services/sight.h"

#include <math.h>
#include <string.h>
#include <strings.h>

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
    app->stage.trace.wanted = traced;
    app->manipulation = (Manipulation){0};
    app->pursuit = (Pursuit){0};
    app->trail = (Trail){0};
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
    MeshLayout layout = {app->options.normalizes, app->options.sideBySide};
    if (!LoadStageMeshes(&stage, meshes, meshCount, layout, message, messageSize)) return false;
    app->sceneFile[0] = '\0';
    showStage(app, &stage);
    if (app->stage.query.status == STAGE_OVERLAP)
        Notify(app, "Positions are those of the files, and meshes overlap. --side-by-side lays them out");
    return true;
}

static bool openAny(App *app, char *const *files, int fileCount, char *message, size_t messageSize) {
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

bool OpenFiles(App *app, char *const *files, int fileCount, char *message, size_t messageSize) {
    if (!openAny(app, files, fileCount, message, messageSize)) return false;
    for (int i = 0; i < fileCount; ++i)
        AddRecentFile(&app->recent, files[i]);
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

// The first scene, or where its mesh is not installed the next one that opens: the line below says what to
// do.
bool OpenDefaultScene(App *app) {
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

void OpenDropped(App *app, const char *path) {
    char message[512];
    const char *dot = strrchr(path, '.');
    bool isBuiltIn = strncmp(path, "builtin:", 8) == 0;
    if (!isBuiltIn && ((dot && strcasecmp(dot, ".json") == 0) || IsRecordingFile(path))) {
        char *files[] = {(char[1024]){0}};
        snprintf(files[0], 1024, "%s", path);
        if (!OpenFiles(app, files, 1, message, sizeof message)) Notify(app, "%s", message);
        return;
    }
    StageEntry entry = MakeAdd(path);
    if (!ApplyStage(&app->stage, &entry, message, sizeof message)) {
        Notify(app, "%s", message);
        return;
    }
    AddRecentFile(&app->recent, path);
    const StageObject *added = &app->stage.objects[app->stage.selected];
    bool scaled = app->stage.data.objectCount > 0 && app->stage.data.objects[0].normalize;
    Notify(app, "%s: %d triangles%s", added->name, (int)added->info.triangleCount,
           scaled ? ", scaled to size 1; Ctrl+N shows it alone, in its own size" : "");
    cdVec3 center;
    double radius;
    GetStageBounds(&app->stage, &center, &radius);
    app->camera.sceneRadius = fmax(app->camera.sceneRadius, radius);
    FrameSphere(app, center, radius);
}

void ReloadScene(App *app) {
    char message[512];
    char *files[] = {app->sceneFile};
    if (!app->sceneFile[0])
        Notify(app, "This scene is not from a file: nothing to reload");
    else if (!OpenFiles(app, files, 1, message, sizeof message))
        Notify(app, "%s", message);
}

// The meshes leave the scene that they joined, and the scale that they took there.
void OpenAdded(App *app) {
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
