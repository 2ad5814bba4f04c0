// Extents of a stage's objects.
#ifndef APP_STAGE_BOUNDS_H
#define APP_STAGE_BOUNDS_H

#include "stage/state/stage_state.h"

// Returns a sphere around all objects, world frame.
void GetStageBounds(const Stage *stage, cdVec3 *center, double *radius);
// Returns the lowest y of an object's bounding box at a pose.
double GetLowestPoint(const StageObject *object, cdPose pose);
// Returns the lowest point of the scene's objects at its start. The ground lies a small gap below.
double GetStageFloor(const Stage *stage);

#endif
