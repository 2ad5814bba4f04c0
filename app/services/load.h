// One thing that is loaded beside the frames, by a thread of its own.
#ifndef APP_LOAD_H
#define APP_LOAD_H

#include "recording/player.h"
#include "stage/stage.h"
#include "view/view_surface.h"

enum { LOAD_NAME_MAX = 64 };

typedef enum LoadKind {
    LOAD_MESH = 0, // one that joins the scene
    LOAD_MESHES,   // a scene of them alone
    LOAD_SCENE,    // a scene file
    LOAD_RECORDING,
    LOAD_OPTION // a mesh that an object's option needs
} LoadKind;

typedef struct LoadDef {
    LoadKind kind;
    MeshPlacement placement; // of LOAD_MESH
    MeshLayout layout;       // of LOAD_MESHES
    MeshOrder order;         // these are of LOAD_OPTION
    int32_t object;
    StageOption option;
    double value;
} LoadDef;

// Everything that has been loaded. Whoever takes something out of it sets it to nothing here.
typedef struct Loaded {
    bool good;
    char message[512]; // why not
    cdMesh *mesh;      // of LOAD_MESH and LOAD_OPTION
    bool hasStage; // of scenes of any kind; not of the recording of a built-in scene, which is opened later
    Stage stage;
    bool hasPlayer, hasRecording; // of LOAD_RECORDING: on its stage, or still to be opened
    StagePlayer player;
    Recording recording;
    ViewSurface *surfaces; // surfaces[surfaceCount], of all the meshes
    int32_t surfaceCount;
} Loaded;

// How far it is.
typedef struct LoadState {
    const char *name; // of its first file, without folders
    int32_t nameCount;
    const char *step; // "building the hull"
    double progress;  // from 0 to 1
    double seconds;   // since it began
} LoadState;

typedef struct Load Load;

// Copies the names. Nothing is loaded yet. @errors NULL: no memory
Load *CreateLoad(const LoadDef *def, const char *const *names, int32_t nameCount);
// Begins; without a thread to be had it is done when this returns. `placement`: of LOAD_MESH.
void StartLoad(Load *load, MeshPlacement placement);
bool IsLoadStarted(const Load *load);
// Waits until it is done, but no longer than so many seconds, which may be 0. Returns true if it is.
bool WaitForLoad(Load *load, double seconds);
// Its result is not wanted any more: it ends as soon as it can.
void GiveUpLoad(Load *load);
LoadKind GetLoadKind(const Load *load);
const LoadDef *GetLoadDef(const Load *load); // @lifetime the load's
const char *const *GetLoadNames(const Load *load, int32_t *count);
LoadState GetLoadState(const Load *load);
// Returns the result of a load that is done. @lifetime the load's
Loaded *GetLoaded(Load *load);
// Waits for its thread, and frees what nobody has taken. NULL is allowed.
void DestroyLoad(Load *load);

#endif
