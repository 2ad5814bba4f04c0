// The life of a stage: from a scene, or from meshes, to its end.
#ifndef APP_STAGE_LIFE_H
#define APP_STAGE_LIFE_H

#include "stage/mesh_watch.h"
#include "stage/state/stage_state.h"

// Loads a scene: `scene` may be NULL; `data` is taken over in any case. On failure the stage is empty and
// `message` names what could not be loaded.
bool LoadStage(Stage *stage, const Scene *scene, SceneData *data, char *message, size_t messageSize);
// The same, with whoever watches its meshes being made; `watch` may be NULL.
bool LoadWatchedStage(Stage *stage, const Scene *scene, SceneData *data, const MeshWatch *watch,
                      char *message, size_t messageSize);
// How meshes are placed that are opened together. By default a file keeps its size and its position.
typedef struct MeshLayout {
    bool normalize;  // each centred and scaled to unit bounding radius, and in a row
    bool sideBySide; // all in a row on one floor, the first at the right
} MeshLayout;

// Meshes alone, the first selected. Built-in shapes have no position: they stand in a row beside the files.
bool LoadStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, MeshLayout layout,
                     char *message, size_t messageSize);
bool LoadWatchedStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, MeshLayout layout,
                            const MeshWatch *watch, char *message, size_t messageSize);
// A built-in scene by its description.
bool LoadStageScene(Stage *stage, const Scene *scene, char *message, size_t messageSize);
// The same with these values of its parameters, params[paramCount]; NULL: the initial ones.
bool LoadStageSceneWith(Stage *stage, const Scene *scene, const double *params, char *message,
                        size_t messageSize);
void DestroyStage(Stage *stage);

#endif
