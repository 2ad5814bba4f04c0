// Reads the scene argument of a command.
#include "commands/scene_argument.h"
#include "engine/platform/files.h"
#include "scenes/scene_file.h"
#include <stdio.h>

bool ReadSceneArgument(const char *name, SceneData *data, char *message, size_t messageSize) {
    const Scene *scene = FindScene(name);
    if (scene == NULL && !gxHasPath(name)) {
        snprintf(message, messageSize, "unknown scene or file '%s'; list the scenes with firstcontact scenes",
                 name);
        return false;
    }
    if (scene == NULL) return ReadSceneFile(name, data, message, messageSize);
    if (CreateSceneData(scene, data)) return true;
    snprintf(message, messageSize, "scene %s: out of memory", name);
    return false;
}
