// Loading and destroying stages.
#ifndef APP_STAGE_LIFE_H
#define APP_STAGE_LIFE_H

#include "stage/mesh_watch.h"
#include "stage/state/stage_state.h"

// Loads a scene: `scene` may be NULL; takes over `data` in any case. On failure the stage is empty and
// `message` names what could not be loaded.
bool LoadStage(Stage *stage, const Scene *scene, SceneData *data, char *message, size_t messageSize);
// The same with a watch on the construction of its meshes; `watch` may be NULL.
bool LoadWatchedStage(Stage *stage, const Scene *scene, SceneData *data, const MeshWatch *watch,
                      char *message, size_t messageSize);
// Layout of meshes that are opened together. By default a file keeps its size and its position.
typedef struct MeshLayout {
    bool normalize;  // centre each, scale it to a box diagonal of 2, arrange them in a row
    bool sideBySide; // arrange all in a row on one floor, the first at the right
} MeshLayout;

// Loads meshes alone, and selects the first. Built-in shapes, without positions, form a row beside the files.
bool LoadStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, MeshLayout layout,
                     char *message, size_t messageSize);
bool LoadWatchedStageMeshes(Stage *stage, const char *const *meshes, int32_t meshCount, MeshLayout layout,
                            const MeshWatch *watch, char *message, size_t messageSize);
// Loads a built-in scene from its description.
bool LoadStageScene(Stage *stage, const Scene *scene, char *message, size_t messageSize);
// The same with these parameter values, params[paramCount]; NULL: the initial ones.
bool LoadStageSceneWith(Stage *stage, const Scene *scene, const double *params, char *message,
                        size_t messageSize);
bool LoadWatchedScene(Stage *stage, const Scene *scene, const double *params, const MeshWatch *watch,
                      char *message, size_t messageSize);
void DestroyStage(Stage *stage);

#endif
