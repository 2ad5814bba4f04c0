// Loads meshes, scenes and recordings, and their surfaces for pictures, in a thread of their own.
//
// Input: names. Output: a mesh, a stage or a player that no other thread accesses until the load is done.
// Progress is counted in steps: all meshes are read first, then built, then converted to surfaces. An
// abandoned load ends before its next step.
#include "services/load.h"

#include "engine/platform/clock.h"
#include "engine/platform/plain_text.h"
#include "engine/platform/program.h"
#include "engine/platform/threads.h"
#include "scenes/scene_file.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Displayed steps; the first are those of MeshStep.
enum { STEP_PICTURE = MESH_STEP_COUNT, STEP_COUNT };

static const struct {
    const char *name;
    double begin; // share of the work on a mesh done when the step begins, measured on 500,000 triangles
} steps[STEP_COUNT + 1] = {{"reading", 0.0},
                           {"building the sphere tree", 0.04},
                           {"building the hull", 0.32},
                           {"building the features", 0.82},
                           {"preparing the picture", 0.9},
                           {"done", 1.0}};

struct Load {
    LoadDef def;
    char *names[LOAD_NAME_MAX];
    int32_t nameCount;
    gxThread *thread; // NULL: StartLoad ran in its caller
    bool started;
    double begin;
    gxMutex *mutex;
    gxCondition *ended;
    bool done; // under the mutex
    atomic_bool unwanted;
    _Atomic(int32_t) step, index, count; // of the meshes
    Loaded loaded;
};

static void freeLoad(Load *load) {
    for (int32_t i = 0; i < load->nameCount; ++i)
        free(load->names[i]);
    gxDestroyCondition(load->ended);
    gxDestroyMutex(load->mutex);
    free(load);
}

Load *CreateLoad(const LoadDef *def, const char *const *names, int32_t nameCount) {
    Load *load = calloc(1, sizeof *load);
    if (!load) return NULL;
    load->def = *def;
    load->mutex = gxCreateMutex();
    load->ended = gxCreateCondition();
    bool good = load->mutex && load->ended;
    while (good && load->nameCount < nameCount && load->nameCount < LOAD_NAME_MAX) {
        char *name = gxCopyText(names[load->nameCount]);
        good = name != NULL;
        if (good) load->names[load->nameCount++] = name;
    }
    if (good) return load;
    freeLoad(load);
    return NULL;
}

// --- In the load's thread

// Returns freed memory to the system: each step needs as much as the mesh, or more.
static bool noteStep(Load *load, int32_t step, int32_t index, int32_t count) {
    atomic_store(&load->count, count);
    atomic_store(&load->index, index);
    atomic_store(&load->step, step);
    gxReturnMemory();
    return !atomic_load(&load->unwanted);
}

static bool beginStep(void *context, MeshStep step, int32_t index, int32_t count) {
    return noteStep(context, (int32_t)step, index, count);
}

static void loadScene(Load *load, const MeshWatch *watch) {
    Loaded *loaded = &load->loaded;
    SceneData data = MakeEmptySceneData();
    loaded->hasStage =
        ReadSceneFile(load->names[0], &data, loaded->message, sizeof loaded->message) &&
        LoadWatchedStage(&loaded->stage, NULL, &data, watch, loaded->message, sizeof loaded->message);
    loaded->good = loaded->hasStage;
}

static void loadBuiltIn(Load *load, const MeshWatch *watch) {
    Loaded *loaded = &load->loaded;
    const LoadDef *def = &load->def;
    loaded->good = loaded->hasStage =
        LoadWatchedScene(&loaded->stage, def->builtIn, def->hasParams ? def->params : NULL, watch,
                         loaded->message, sizeof loaded->message);
}

static void loadRecording(Load *load, const MeshWatch *watch) {
    Loaded *loaded = &load->loaded;
    Recording recording;
    loaded->good = loaded->hasStage = loaded->hasPlayer =
        ReadRecordingFile(load->names[0], &recording, loaded->message, sizeof loaded->message) &&
        OpenWatchedPlayer(&loaded->player, &loaded->stage, &recording, watch, loaded->message,
                          sizeof loaded->message);
}

static void loadFiles(Load *load) {
    Loaded *loaded = &load->loaded;
    const MeshWatch watch = {beginStep, load};
    switch (load->def.kind) {
    case LOAD_MESH:
        loaded->mesh = CreateWatchedMesh(load->names[0], load->def.placement, &watch, loaded->message,
                                         sizeof loaded->message);
        loaded->good = loaded->mesh != NULL;
        break;
    case LOAD_MESHES:
        loaded->good = loaded->hasStage =
            LoadWatchedStageMeshes(&loaded->stage, (const char *const *)load->names, load->nameCount,
                                   load->def.layout, &watch, loaded->message, sizeof loaded->message);
        break;
    case LOAD_SCENE:
        loadScene(load, &watch);
        break;
    case LOAD_BUILT_IN:
        loadBuiltIn(load, &watch);
        break;
    case LOAD_OPTION:
        loaded->mesh =
            beginStep(load, MESH_READ, 0, 1)
                ? BuildOrderedMesh(&load->def.order, &watch, loaded->message, sizeof loaded->message)
                : NULL;
        loaded->good = loaded->mesh != NULL;
        break;
    default:
        loadRecording(load, &watch);
    }
}

static bool hasFeatures(const Loaded *loaded, const cdMesh *mesh) {
    for (int32_t i = 0; i < loaded->surfaceCount; ++i)
        if (loaded->surfaces[i].mesh == mesh) return true;
    return false;
}

// A surface that is missing here is built when the mesh is first drawn.
static void makeSurfaces(Load *load) {
    Loaded *loaded = &load->loaded;
    int32_t count = loaded->hasStage ? loaded->stage.objectCount : loaded->mesh != NULL;
    loaded->surfaces = calloc((size_t)count + 1, sizeof *loaded->surfaces);
    for (int32_t i = 0; loaded->surfaces && i < count; ++i) {
        const cdMesh *mesh = loaded->hasStage ? loaded->stage.objects[i].mesh : loaded->mesh;
        if (!noteStep(load, STEP_PICTURE, i, count)) return;
        if (hasFeatures(loaded, mesh)) continue;
        loaded->surfaces[loaded->surfaceCount] = MakeViewSurface(mesh);
        loaded->surfaceCount += loaded->surfaces[loaded->surfaceCount].surface.vertices != NULL;
    }
}

static void run(void *context) {
    Load *load = context;
    loadFiles(load);
    if (load->loaded.good) makeSurfaces(load);
    gxReturnMemory();
    gxLockMutex(load->mutex);
    load->done = true;
    gxWakeOne(load->ended);
    gxUnlockMutex(load->mutex);
}

// --- From other threads

void StartLoad(Load *load, MeshPlacement placement) {
    load->started = true;
    load->begin = gxGetTime();
    load->def.placement = placement;
    atomic_store(&load->count, 1);
    load->thread = gxStartThread(run, load);
    if (!load->thread) run(load);
}

bool IsLoadStarted(const Load *load) {
    return load->started;
}

bool WaitForLoad(Load *load, double seconds) {
    double until = gxGetTime() + seconds;
    gxLockMutex(load->mutex);
    bool waits = load->started;
    while (waits && !load->done)
        waits = gxWaitForConditionUntil(load->ended, load->mutex, until);
    bool done = load->done;
    gxUnlockMutex(load->mutex);
    return done;
}

void GiveUpLoad(Load *load) {
    atomic_store(&load->unwanted, true);
}

LoadKind GetLoadKind(const Load *load) {
    return load->def.kind;
}

const LoadDef *GetLoadDef(const Load *load) {
    return &load->def;
}

const char *const *GetLoadNames(const Load *load, int32_t *count) {
    *count = load->nameCount;
    return (const char *const *)load->names;
}

LoadState GetLoadState(const Load *load) {
    const char *slash = strrchr(load->names[0], '/');
    int32_t step = atomic_load(&load->step), index = atomic_load(&load->index),
            count = atomic_load(&load->count);
    double from = steps[step].begin, to = steps[step + 1].begin;
    // All meshes are read first, then built, then drawn.
    if (step > MESH_READ && step < STEP_PICTURE) {
        double whole = steps[STEP_PICTURE].begin - steps[MESH_TREE].begin;
        from = steps[MESH_TREE].begin + (whole * index + from - steps[MESH_TREE].begin) / count;
        to = from;
        index = 0;
    }
    return (LoadState){.name = slash && slash[1] ? slash + 1 : load->names[0],
                       .nameCount = load->nameCount,
                       .step = steps[step].name,
                       .progress = from + (to - from) * index / (count > 0 ? count : 1),
                       .seconds = load->started ? gxGetTime() - load->begin : 0.0};
}

Loaded *GetLoaded(Load *load) {
    return &load->loaded;
}

void DestroyLoad(Load *load) {
    if (!load) return;
    if (load->thread) gxJoinThread(load->thread);
    Loaded *loaded = &load->loaded;
    for (int32_t i = 0; i < loaded->surfaceCount; ++i)
        DestroyViewSurface(&loaded->surfaces[i]);
    free(loaded->surfaces);
    if (loaded->hasPlayer) ClosePlayer(&loaded->player);
    if (loaded->hasStage) DestroyStage(&loaded->stage);
    cdDestroyMesh(loaded->mesh);
    freeLoad(load);
}
