// Common parts of scenes: a floor, numbered objects, rotations.
#ifndef APP_SCENE_PARTS_H
#define APP_SCENE_PARTS_H

#include "scenes/scene.h"

// Returns the gravity of scenes in metres.
cdVec3 GetSceneGravity(void);

// Adds a box with its top at y = `height` and half extents `half`. @errors NULL: no memory
SceneObject *AddSceneFloor(SceneData *data, double half, double height);

// Adds a dynamic object "name number". @errors NULL: no memory
SceneObject *AddNumberedObject(SceneData *data, const char *name, int32_t number, const char *mesh,
                               cdPose pose);

cdQuat TurnAbout(double x, double y, double z, double angle); // (x, y, z) has any length above 0

// Returns a scattered number in [0, 1), the same in every run; `which` selects the series.
double GetScatter(int32_t index, int32_t which);

#endif
