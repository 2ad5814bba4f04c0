// The scene argument of commands: the name of a scene, or a scene file.
#ifndef APP_SCENE_ARGUMENT_H
#define APP_SCENE_ARGUMENT_H

#include "scenes/scene.h"

// @errors false with a message; nothing to destroy
bool ReadSceneArgument(const char *name, SceneData *data, char *message, size_t messageSize);

#endif
