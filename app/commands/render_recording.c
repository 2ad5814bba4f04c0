// Plays a recording for `render`.
//
// Input: a file, and the frame to show. Output: the stage at that frame, and the recorded camera. Moves count
// as sixty a second, the rate of a drag.
#include "commands/render_recording.h"
#include "commands/command.h"
#include "stage/stage.h"
#include <math.h>
#include <stdio.h>

static const double moveRate = 60.0;

bool OpenRenderRecording(const char *path, StagePlayer *player, Stage *stage, char *message,
                         size_t messageSize) {
    Recording recording;
    if (!ReadRecordingFile(path, &recording, message, messageSize)) return false;
    if (recording.cutLine > 0)
        SayError("warning: %s:%d: the recording ends here without its \"end\" line", path,
                 (int)recording.cutLine);
    return OpenPlayer(player, stage, &recording, message, messageSize);
}

int32_t CountRecordedPictures(const StagePlayer *player, double rate) {
    double count =
        rate > 0.0 ? ceil((double)player->frameCount * rate / moveRate) : (double)player->frameCount;
    return (int32_t)fmax(count, 1.0);
}

bool ShowRecordedFrame(StagePlayer *player, Stage *stage, int64_t frame, gxCamera *camera, char *message,
                       size_t messageSize) {
    char reason[512] = "";
    while (player->frame < frame && StepPlayer(player, stage, reason, sizeof reason)) {
        const StageEntry *entry = GetPlayerEntry(player, player->frame);
        if (!camera || entry->op != STAGE_LOOK) continue;
        const double eye[3] = {entry->points[0].x, entry->points[0].y, entry->points[0].z};
        const double target[3] = {entry->points[1].x, entry->points[1].y, entry->points[1].z};
        *camera = gxMakeCamera(eye, target, camera->fov, camera->sceneRadius);
    }
    if (reason[0] == '\0') return true;
    snprintf(message, messageSize, "%s:%d: %s", player->recording.path, (int)GetPlayerNextLine(player),
             reason);
    return false;
}
