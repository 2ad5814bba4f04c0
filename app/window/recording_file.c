// Recordings made in the window: F9 and F10.
//
// In: the stage and its journal. Out: files in the present folder. A recording is written line by line, so
// that what was done is there whatever becomes of the program.
#include "engine/window.h"
#include "view/convert.h"
#include "window/record.h"
#include "window/replay.h"

#include <errno.h>
#include <string.h>

static const double lookEvery = 0.1; // seconds, at most

static FILE *openFile(App *app, const char *stem, char *name, size_t nameSize) {
    FILE *file = MakeFileName(name, nameSize, stem, "fcrec") ? fopen(name, "w") : NULL;
    if (!file) Notify(app, "Not saved: %s", strerror(errno));
    return file;
}

static void beginRecording(App *app) {
    char message[256];
    if (app->replay.active) LeaveReplay(app);
    FILE *file = openFile(app, "recording", app->recordingName, sizeof app->recordingName);
    if (!file) return;
    app->lookDue = 0.0;
    memset(&app->lookedFrom, 0, sizeof app->lookedFrom);
    if (BeginRecording(&app->recording, &app->stage, file, app->recordingName, message, sizeof message)) {
        Notify(app, "Recording %s; F9 ends it", app->recordingName);
    } else {
        remove(app->recordingName);
        Notify(app, "Not recorded: %s", message);
    }
}

void FinishRecording(App *app) {
    if (!app->recording.out) return;
    long long frames = (long long)app->recording.frames;
    if (EndRecording(&app->recording, &app->stage))
        Notify(app, "Recorded: %s, %lld frames. Drop it on the window to see it again", app->recordingName,
               frames);
    else
        Notify(app, "%s could not be written to its end", app->recordingName);
}

void ToggleRecording(App *app) {
    if (app->recording.out)
        FinishRecording(app);
    else
        beginRecording(app);
}

void UpdateRecording(App *app) {
    double now = gxGetTime();
    if (app->recording.frames > RECORDING_ENTRY_MAX - 2 * JOURNAL_ENTRY_MAX) FinishRecording(app);
    if (!app->recording.out || now < app->lookDue ||
        memcmp(&app->lookedFrom, &app->camera, sizeof app->camera) == 0) {
        return;
    }
    double eye[3];
    gxGetCameraEye(&app->camera, eye);
    NoteStageLook(&app->stage, ConvertBack(eye), ConvertBack(app->camera.target));
    app->lookedFrom = app->camera;
    app->lookDue = now + lookEvery;
}

void SaveQuery(App *app) {
    char name[128];
    if (!app->stage.query.present) {
        Notify(app, "There has been no query yet");
        return;
    }
    FILE *file = openFile(app, "query", name, sizeof name);
    if (!file) return;
    WriteQueryRecording(&app->stage, file, name);
    bool written = !ferror(file);
    if (fclose(file) == 0 && written)
        Notify(app, "Saved: %s. It opens here, and runs by `firstcontact replay --verify`", name);
    else
        Notify(app, "Not saved: %s cannot be written", name);
}
