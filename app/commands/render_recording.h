// Plays a recording for `render` picture by picture, with its recorded camera.
#ifndef APP_RENDER_RECORDING_H
#define APP_RENDER_RECORDING_H

#include "engine/camera.h"
#include "recording/player.h"

// Opens the recording at `path`. Warns of an incomplete one. @errors false with a message
bool OpenRenderRecording(const char *path, StagePlayer *player, Stage *stage, char *message,
                         size_t messageSize);
// Counts the pictures of a film at `rate` pictures a second, or one a frame if it is 0.
int32_t CountRecordedPictures(const StagePlayer *player, double rate);
// Advances to a frame and sets `camera`, unless NULL, to the recorded one.
// @errors false with a message
bool ShowRecordedFrame(StagePlayer *player, Stage *stage, int64_t frame, gxCamera *camera, char *message,
                       size_t messageSize);

#endif
