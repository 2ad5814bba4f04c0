// A recording as `render` draws it: picture by picture, seen as it was seen.
#ifndef APP_RENDER_RECORDING_H
#define APP_RENDER_RECORDING_H

#include "engine/camera.h"
#include "recording/player.h"

// Opens the recording at `path`; one that is cut off is warned of. @errors false with a message
bool OpenRenderRecording(const char *path, StagePlayer *player, Stage *stage, char *message,
                         size_t messageSize);
// How many pictures a second of film needs, or, for a rate of 0, one a frame.
int32_t CountRecordedPictures(const StagePlayer *player, double rate);
// Goes on to a frame; `camera` stands where it stood then, NULL: it is not asked for.
// @errors false with a message
bool ShowRecordedFrame(StagePlayer *player, Stage *stage, int64_t frame, gxCamera *camera, char *message,
                       size_t messageSize);

#endif
