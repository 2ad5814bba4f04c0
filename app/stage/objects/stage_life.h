// The life of a stage: from a scene, or from meshes, to its end.
#ifndef APP_STAGE_LIFE_H
#define APP_STAGE_LIFE_H

#include "stage/state/stage_state.h"

// Loads a scene: `scene` may be NULL; `data` is taken over in any case. On failure the stage is empty and
// `message` names what could not be loaded.
bool LoadStage(Stage *stage, const Scene *scene, SceneData *data, char *message, size_t messageSize);
// Meshes alone, beside each other on one floor, the first at the right and selected. normalize: each scaled
// to the same size; else as large as in its file, so that parts fit each other as they should.
bool LoadStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, bool normalize,
                     char *message, size_t messageSize);
// A built-in scene by its description.
bool LoadStageScene(Stage *stage, const Scene *scene, char *message, size_t messageSize);
void DestroyStage(Stage *stage);

#endif
