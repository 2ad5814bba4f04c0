// A step of a story played picture by picture.
#ifndef APP_RENDER_MOTION_H
#define APP_RENDER_MOTION_H

#include "stage/stage.h"

// A step that has been run: what its query found, and where it left the object.
typedef struct RenderMotion {
    StageQuery query;
    int32_t object;
    cdPose rest;
} RenderMotion;

// Copies the step that the stage shows, to play it picture by picture.
RenderMotion KeepRenderMotion(const Stage *stage, int32_t object);

// Shows the stage as it is in the i-th of `count` pictures, from 1; the last one shows the end of the step.
// The object's status is that of its pose in the picture.
void ShowRenderMotion(Stage *stage, const RenderMotion *motion, int32_t i, int32_t count);

#endif
