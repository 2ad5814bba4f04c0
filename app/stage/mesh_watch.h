// Callbacks while meshes are built, perhaps from another thread.
#ifndef APP_MESH_WATCH_H
#define APP_MESH_WATCH_H

#include <stdbool.h>
#include <stdint.h>

// Steps from a file to a mesh.
typedef enum MeshStep {
    MESH_READ = 0, // the file, or the built-in shape
    MESH_TREE,     // equal points are welded, the sphere tree is built
    MESH_HULL,
    MESH_SURFACE,
    MESH_STEP_COUNT
} MeshStep;

typedef struct MeshWatch {
    // Called when a step of mesh `index` of `count` begins. Returns false to cancel the construction.
    bool (*begin)(void *context, MeshStep step, int32_t index, int32_t count);
    void *context;
} MeshWatch;

// `watch` may be NULL.
static inline bool BeginMeshStep(const MeshWatch *watch, MeshStep step, int32_t index, int32_t count) {
    return !watch || watch->begin(watch->context, step, index, count);
}

#endif
