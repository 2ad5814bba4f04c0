// How far a stage's objects reach.
#ifndef APP_STAGE_BOUNDS_H
#define APP_STAGE_BOUNDS_H

#include "stage/state/stage_state.h"

// A sphere around all objects, world frame.
void GetStageBounds(const Stage *stage, cdVec3 *center, double *radius);
// How low an object's bounding box reaches at a pose.
double GetLowestPoint(const StageObject *object, cdPose pose);
// The lowest point of the scene's objects at its start. The ground lies a small gap below.
double GetStageFloor(const Stage *stage);

#endif
