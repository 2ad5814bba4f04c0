// Recordings of the window: F9 and F10.
//
// Input: the stage and its journal. Output: files in the current folder. A recording is written line by line,
// so that it survives a crash of the program.
#include "services/recording_file.h"
#include "engine/platform/files.h"
#include "engine/window.h"
#include "scenes/whole_file.h"
#include "services/notice.h"
#include "services/record.h"
#include "services/replay.h"
#include "view/convert.h"

#include <errno.h>
#include <string.h>

static const double lookEvery = 0.1; // minimum interval in seconds

static void beginRecording(App *app) {
    char message[256];
    if (app->replay.active) LeaveReplay(app);
    if (!MakeFileName(app->recordingName, sizeof app->recordingName, "recording", "fcrec")) {
        Notify(app, "Not recorded: cannot find a free file name");
        return;
    }
    FILE *file = fopen(app->recordingName, "wb");
    if (!file) {
        Notify(app, "Not recorded: %s: %s", app->recordingName, strerror(errno));
        return;
    }
    app->lookDue = 0.0;
    memset(&app->lookedFrom, 0, sizeof app->lookedFrom);
    if (BeginRecording(&app->recording, &app->stage, file, app->recordingName, message, sizeof message)) {
        Notify(app, "Recording %s; F9 stops", app->recordingName);
    } else {
        gxRemoveFile(app->recordingName);
        Notify(app, "Not recorded: %s", message);
    }
}

void FinishRecording(App *app) {
    if (!app->recording.out) return;
    long long frames = (long long)app->recording.frames;
    bool whole = EndRecording(&app->recording, &app->stage);
    gxOfferFile(app->window, app->recordingName);
    if (whole)
        Notify(app, "Recorded: %s, %lld frames. Drop it on the window to replay it", app->recordingName,
               frames);
    else
        Notify(app, "%s is incomplete: writing failed", app->recordingName);
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
    bool waits = IsLeading(app) || GetPausedStageWork(&app->stage) == STAGE_WORK_PLAY;
    if (!app->recording.out || now < app->lookDue || waits ||
        gxIsSameCamera(&app->lookedFrom, &app->camera)) {
        return;
    }
    double position[3];
    gxGetCameraEye(&app->camera, position);
    cdVec3 eye = ConvertBack(position), target = ConvertBack(app->camera.target);
    if (IsRecordable(eye) && IsRecordable(target)) ApplyStageEntry(&app->stage, MakeLook(eye, target));
    app->lookedFrom = app->camera;
    app->lookDue = now + lookEvery;
}

void SaveQuery(App *app) {
    char name[128];
    if (!FindAskedQuery(&app->stage)) {
        Notify(app, "No query to save yet");
        return;
    }
    char message[256] = "cannot find a free file name";
    OutputFile file;
    bool opened = MakeFileName(name, sizeof name, "query", "fcrec") &&
                  OpenOutputFile(&file, name, message, sizeof message);
    bool whole = opened && WriteQueryRecording(&app->stage, file.stream, name);
    if (opened && !whole) {
        AbandonOutputFile(&file);
        snprintf(message, sizeof message, "out of memory");
    }
    if (!whole || !FinishOutputFile(&file, message, sizeof message)) {
        Notify(app, "Not saved: %s", message);
        return;
    }
    gxOfferFile(app->window, name);
    Notify(app, "Saved: %s. Open it here, or run `firstcontact replay --verify`", name);
}
