// Status lines, screenshots, saved scenes, recorded paths.
#include "services/record.h"

#include "collision/draw.h"
#include "engine/message.h"
#include "engine/platform/clock.h"
#include "engine/platform/files.h"
#include "engine/target.h"
#include "engine/window.h"
#include "scenes/json_write.h"
#include "scenes/scene_file.h"
#include "scenes/scene_pair.h"
#include "services/notice.h"
#include "services/path_text.h"
#include "view/convert.h"
#include "view/picture_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool OpenRecorder(App *app) {
    const char *path = app->options.statusPath;
    if (!path) return true;
    app->recorder.status = fopen(path, "wb");
    if (app->recorder.status) return true;
    gxReport(GX_ERROR, "%s: cannot write: %s", path, strerror(errno));
    return false;
}

void CloseRecorder(App *app) {
    if (app->recorder.status) fclose(app->recorder.status);
    if (app->recorder.path) fclose(app->recorder.path);
    app->recorder.status = app->recorder.path = NULL;
}

bool WriteScreenshot(App *app, const char *path) {
    gxImage image = gxReadWindow(app->layout.windowWidth, app->layout.windowHeight);
    char message[512] = "out of memory for the picture";
    bool written = image.pixels && WritePictureFile(&image, path, message, sizeof message);
    if (!written) gxReport(GX_ERROR, "%s", message);
    gxDestroyImage(&image);
    return written;
}

bool MakeFileName(char *name, size_t nameSize, const char *stem, const char *ending) {
    char stamp[32];
    struct tm local;
    if (!gxGetLocalTime(&local)) return false;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    for (int i = 0; i < 100; ++i) {
        if (i == 0)
            snprintf(name, nameSize, "%s-%s.%s", stem, stamp, ending);
        else
            snprintf(name, nameSize, "%s-%s-%d.%s", stem, stamp, i, ending);
        if (!gxHasPath(name)) return true;
    }
    return false;
}

void TakeWantedScreenshot(App *app) {
    char name[128];
    if (!app->screenshotWanted) return;
    app->screenshotWanted = false;
    if (!MakeFileName(name, sizeof name, "firstcontact", "png")) return;
    if (!WriteScreenshot(app, name)) {
        Notify(app, "Cannot write %s", name);
        return;
    }
    gxOfferFile(app->window, name);
    Notify(app, "Screenshot: %s", name);
}

void SavePlots(App *app) {
    char plots[64], steps[64], message[512] = "cannot find a free file name";
    const SeparationTally *tally = &app->stage.tally.sum;
    bool counted = tally->apart.tests + tally->colliding.tests > 0;
    bool written = MakeFileName(plots, sizeof plots, "plots", "csv") &&
                   WritePlotsFile(&app->plots, plots, message, sizeof message);
    if (!written) {
        Notify(app, "Not saved: %s", message);
        return;
    }
    gxOfferFile(app->window, plots);
    if (!counted) {
        Notify(app, "Saved: %s", plots);
    } else if (MakeFileName(steps, sizeof steps, "steps", "csv") &&
               WriteStepsFile(tally, steps, message, sizeof message)) {
        gxOfferFile(app->window, steps);
        Notify(app, "Saved: %s, %s", plots, steps);
    } else {
        Notify(app, "Saved: %s; steps not saved: %s", plots, message);
    }
}

// Copies the demonstration, which begins at its own poses.
static bool copyStory(const Stage *stage, SceneData *data) {
    int32_t count = stage->data.storyCount;
    if (count == 0 || stage->boxes.present) return true;
    data->story = malloc((size_t)count * sizeof *data->story);
    if (!data->story) return false;
    memcpy(data->story, stage->data.story, (size_t)count * sizeof *data->story);
    data->storyCount = count;
    return true;
}

static bool copyPairs(const Stage *stage, SceneData *data) {
    for (int32_t i = 0; i < stage->data.pairCount; ++i) {
        const ScenePair *pair = &stage->data.pairs[i];
        ScenePair *copy = FindScenePair(data, pair->objects[0], pair->objects[1]);
        if (!copy) return false;
        *copy = *pair;
    }
    return true;
}

// Describes the scene in its present state, with the objects added later.
static bool describeStage(const App *app, SceneData *data) {
    const Stage *stage = &app->stage;
    *data = MakeEmptySceneData();
    memcpy(data->name, stage->data.name, sizeof data->name);
    memcpy(data->about, stage->data.about, sizeof data->about);
    // Files cannot contain routes.
    if (stage->boxes.present)
        snprintf(data->about, sizeof data->about, "%s: the two boxes as saved.", stage->data.name);
    data->gravity = stage->data.gravity;
    data->margin = stage->data.margin;
    data->ground = HasStageGround(stage);
    data->mode = stage->mode;
    data->response = stage->response;
    double eye[3];
    gxGetCameraEye(&app->camera, eye);
    data->camera = (SceneCamera){ConvertBack(eye), ConvertBack(app->camera.target), app->camera.fov};
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!DescribeStageObject(stage, i, data)) return false;
    }
    if (!DescribeStageBodies(stage, data) || !copyPairs(stage, data) || !copyStory(stage, data)) return false;
    for (int32_t i = stage->objectCount - 1; i >= 0; --i) {
        if (!IsObjectPresent(&stage->objects[i])) RemoveSceneObject(data, i);
    }
    return true;
}

// Chooses the scene's file. Returns false if no file name is free.
static bool chooseSceneFile(const App *app, const char *path, char *name, size_t nameSize) {
    const char *known = path ? path : app->sceneFile;
    if (known[0]) return (size_t)snprintf(name, nameSize, "%s", known) < nameSize;
    return MakeFileName(name, nameSize, "scene", "json");
}

void SaveScene(App *app, const char *path) {
    GiveUpStageWork(&app->stage); // bodies have their velocities where a step ends
    SceneData data;
    char name[sizeof app->sceneFile], message[512] = "out of memory";
    bool good = describeStage(app, &data);
    if (good && !chooseSceneFile(app, path, name, sizeof name)) {
        good = false;
        snprintf(message, sizeof message, "cannot find a free file name, or the path is too long");
    }
    good = good && WriteSceneFile(&data, name, message, sizeof message);
    DestroySceneData(&data);
    if (!good) {
        Notify(app, "Not saved: %s", message);
        return;
    }
    memcpy(app->sceneFile, name, sizeof name);
    AddRecentFile(&app->recent, name);
    gxOfferFile(app->window, name);
    Notify(app, "Saved: %s", name);
}

static void writePose(Recorder *recorder, cdPose pose) {
    WritePathPose(recorder->path, pose);
    recorder->last = pose;
}

// Writes a step that was interrupted and repeated with the same pose as one line.
static void writeMove(const StageEntry *entry, void *context) {
    Recorder *recorder = context;
    if (!recorder->path || entry->op != STAGE_MOVE || entry->index != recorder->object) return;
    if (!cdIsSamePose(entry->pose, recorder->last)) writePose(recorder, entry->pose);
}

void FinishPath(App *app) {
    Recorder *recorder = &app->recorder;
    if (!recorder->path) return;
    bool written = !ferror(recorder->path);
    written = fclose(recorder->path) == 0 && written;
    recorder->path = NULL;
    RemoveStageListener(&app->stage, recorder);
    gxOfferFile(app->window, recorder->name);
    if (written)
        Notify(app, "Recorded: %s (for `firstcontact query --path`)", recorder->name);
    else
        Notify(app, "Cannot write %s", recorder->name);
}

void TogglePathRecording(App *app) {
    Recorder *recorder = &app->recorder;
    if (recorder->path) {
        FinishPath(app);
        return;
    }
    if (app->stage.selected < 0) {
        Notify(app, "No object is selected");
        return;
    }
    if (!MakeFileName(recorder->name, sizeof recorder->name, "path", "csv")) return;
    recorder->path = fopen(recorder->name, "wb");
    if (!recorder->path) {
        Notify(app, "Cannot write %s: %s", recorder->name, strerror(errno));
        return;
    }
    if (!AddStageListener(&app->stage, (StageListener){writeMove, recorder})) {
        FinishPath(app);
        return;
    }
    recorder->object = app->stage.selected;
    WritePathHeader(recorder->path);
    writePose(recorder, app->stage.objects[app->stage.selected].pose);
    Notify(app, "Recording %s", recorder->name);
}
