// Joints of scenes: read from and written to scene files.
#ifndef APP_SCENE_JOINT_H
#define APP_SCENE_JOINT_H

#include "scenes/json_read.h"
#include "scenes/scene.h"

#include <stdio.h>

// Adds the joint of an item of "joints".
// @errors false with the reader's message: a wrong or missing key, an invalid joint, no memory
bool ReadSceneJoint(const JsonReader *reader, const cJSON *item, SceneData *data);

// Writes a joint as one object.
void WriteSceneJoint(FILE *out, const SceneData *data, const SceneJoint *joint);

#endif
