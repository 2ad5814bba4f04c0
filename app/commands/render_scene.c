// Loads the stage that `render` draws: a scene by name, a scene file, a recording or meshes.
#include "commands/render_scene.h"
#include "commands/render_recording.h"
#include "engine/platform/files.h"
#include "engine/platform/plain_text.h"
#include "scenes/scene_file.h"
#include <stdio.h>
#include <string.h>

static bool isSceneFile(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && gxIsSameWord(dot, ".json");
}

bool LoadRenderScene(RenderOptions *options, Stage *stage, char *message, size_t messageSize) {
    const Scene *scene = options->meshCount == 1 ? FindScene(options->scene) : NULL;
    SceneData data;
    bool builtin = strncmp(options->scene, "builtin:", 8) == 0;
    if (scene != NULL) {
        if (!LoadStageScene(stage, scene, message, messageSize)) return false;
    } else if (!builtin && !gxHasPath(options->scene)) {
        snprintf(message, messageSize, "unknown scene or file '%s'; list the scenes with firstcontact scenes",
                 options->scene);
        return false;
    } else if (IsRecordingFile(options->scene)) {
        if (!OpenRenderRecording(options->scene, &options->player, stage, message, messageSize)) return false;
    } else if (options->meshCount > 1 || builtin || !isSceneFile(options->scene)) {
        if (!LoadStageMeshes(stage, options->meshes, options->meshCount, options->layout, message,
                             messageSize))
            return false;
    } else if (!ReadSceneFile(options->scene, &data, message, messageSize) ||
               !LoadStage(stage, NULL, &data, message, messageSize)) {
        return false;
    }
    if (options->camera != NULL) ReadRenderCamera(options->camera, &stage->data.camera);
    return true;
}
