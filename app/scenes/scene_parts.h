// What many scenes are made of: a floor, objects with numbers, ways to turn.
#ifndef APP_SCENE_PARTS_H
#define APP_SCENE_PARTS_H

#include "scenes/scene.h"

// Towards the ground, of a scene whose unit is the metre.
cdVec3 GetSceneGravity(void);

// A box with its top in y = `height`, so far to each side. NULL: no memory
SceneObject *AddSceneFloor(SceneData *data, double half, double height);

// A dynamic object "name number". NULL: no memory
SceneObject *AddNumberedObject(SceneData *data, const char *name, int32_t number, const char *mesh,
                               cdPose pose);

cdQuat TurnAbout(double x, double y, double z, double angle); // (x, y, z): of any length above 0

// A number in [0, 1) that looks random and is the same in every run; `which` tells its series.
double GetScatter(int32_t index, int32_t which);

#endif
