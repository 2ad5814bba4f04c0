// Plays a step of a story picture by picture.
#ifndef APP_RENDER_MOTION_H
#define APP_RENDER_MOTION_H

#include "stage/stage.h"

// A step that has been run: its query, and the object's resolved pose.
typedef struct RenderMotion {
    StageQuery query;
    int32_t object;
    cdPose resolvedPose;
} RenderMotion;

// Copies the step that the stage shows.
RenderMotion KeepRenderMotion(const Stage *stage, int32_t object);

// Shows the stage in the i-th of `count` pictures, from 1; the last one shows the end of the step. The
// object's status is that of its pose in the picture.
void ShowRenderMotion(Stage *stage, const RenderMotion *motion, int32_t i, int32_t count);

#endif
