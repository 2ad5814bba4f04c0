// A load: one item that a thread of its own loads beside the frames.
#ifndef APP_LOAD_H
#define APP_LOAD_H

#include "recording/player.h"
#include "stage/stage.h"
#include "view/view_surface.h"

enum { LOAD_NAME_MAX = 64 };

typedef enum LoadKind {
    LOAD_MESH = 0, // a mesh to add to the scene
    LOAD_MESHES,   // a scene of meshes alone
    LOAD_SCENE,    // a scene file
    LOAD_RECORDING,
    LOAD_BUILT_IN, // a built-in scene
    LOAD_OPTION    // a mesh that an object's option needs
} LoadKind;

typedef struct LoadDef {
    LoadKind kind;
    MeshPlacement placement; // of LOAD_MESH
    MeshLayout layout;       // of LOAD_MESHES
    const Scene *builtIn;    // this and the following: of LOAD_BUILT_IN
    bool hasParams;          // else the initial ones
    double params[SCENE_PARAM_MAX];
    int32_t direction; // 1 or -1: if it cannot be loaded, the next or the previous scene follows; 0: none
    int32_t skipped;   // scenes before this one that could not be loaded
    MeshOrder order;   // this and the following: of LOAD_OPTION
    int32_t object;
    StageOption option;
    double value;
} LoadDef;

// Everything that has been loaded. A caller that takes something out of it clears the field.
typedef struct Loaded {
    bool good;
    char message[512]; // the error if not `good`
    cdMesh *mesh;      // of LOAD_MESH and LOAD_OPTION
    bool hasStage;     // of scenes of any kind, and of LOAD_RECORDING
    Stage stage;
    bool hasPlayer; // of LOAD_RECORDING, on its stage
    StagePlayer player;
    ViewSurface *surfaces; // surfaces[surfaceCount], of all the meshes
    int32_t surfaceCount;
} Loaded;

// Progress of a load.
typedef struct LoadState {
    const char *name; // of its first file, without folders
    int32_t nameCount;
    const char *step; // "building the hull"
    double progress;  // from 0 to 1
    double seconds;   // since it began
} LoadState;

typedef struct Load Load;

// Copies the names. Loads nothing yet. @errors NULL: no memory
Load *CreateLoad(const LoadDef *def, const char *const *names, int32_t nameCount);
// Begins; finishes before it returns if no thread can be started. `placement`: of LOAD_MESH.
void StartLoad(Load *load, MeshPlacement placement);
bool IsLoadStarted(const Load *load);
// Waits for at most so many seconds, which may be 0. Returns true if the load is done.
bool WaitForLoad(Load *load, double seconds);
// Abandons the load: it ends as soon as it can.
void GiveUpLoad(Load *load);
LoadKind GetLoadKind(const Load *load);
const LoadDef *GetLoadDef(const Load *load); // @lifetime the load's
const char *const *GetLoadNames(const Load *load, int32_t *count);
LoadState GetLoadState(const Load *load);
// Returns the result of a load that is done. @lifetime the load's
Loaded *GetLoaded(Load *load);
// Waits for its thread, and frees the results that were not taken. NULL is allowed.
void DestroyLoad(Load *load);

#endif
