// Builds solids on demand, and classifies the probe of one of them.
//
// In a window a thread builds them, and can be interrupted. A solid is the only change of a mesh, so queries
// use the mesh meanwhile. A stage that ends hands the mesh over to the thread.
#include "stage/shown/stage_solid.h"

#include "engine/platform/clock.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_pause.h"
#include "threads/side_job.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { QUICK_MAX = 1000 }; // triangles of a mesh whose solid is built within a few milliseconds

const StageSolid *FindStageSolid(const Stage *stage, int32_t object) {
    if (object < 0 || object >= stage->objectCount) return NULL;
    for (int32_t i = 0; i < stage->solids.count; ++i) {
        if (stage->solids.list[i].mesh == stage->objects[object].mesh) return &stage->solids.list[i];
    }
    return NULL;
}

// Returns the stage's pointer to the mesh of that address; NULL: the stage does not own it.
static cdMesh **findOwnMesh(const Stage *stage, const cdMesh *mesh) {
    for (int32_t i = 0; i < stage->meshes.scene.ownedCount; ++i)
        if (stage->meshes.scene.owned[i] == mesh) return &stage->meshes.scene.owned[i];
    for (int32_t i = 0; i < stage->meshes.addedCount; ++i)
        if (stage->meshes.added[i].mesh == mesh) return &stage->meshes.added[i].mesh;
    return NULL;
}

static cdMesh *getOwnMesh(const Stage *stage, const cdMesh *mesh) {
    cdMesh **found = findOwnMesh(stage, mesh);
    return found ? *found : NULL;
}

static StageSolid makeSolid(cdMesh *mesh, const cdBuildWatch *watch) {
    StageSolid made = {.mesh = mesh};
    double begin = gxGetTime();
    if (mesh && cdBuildWatchedMeshParts(mesh, CD_PART_SOLID, watch, &made.report)) made.solid = mesh;
    made.seconds = gxGetTime() - begin;
    return made;
}

static const StageSolid *keepSolid(Stage *stage, StageSolid made) {
    StageSolid *larger = realloc(stage->solids.list, ((size_t)stage->solids.count + 1) * sizeof *larger);
    if (!larger) {
        cdDestroyMeshReport(&made.report);
        return NULL;
    }
    stage->solids.list = larger;
    stage->solids.list[stage->solids.count] = made;
    return &stage->solids.list[stage->solids.count++];
}

// --- Beside the frames: queries use a part of a mesh only once it is complete

struct StageSolidMaker {
    SideJob *job;
    cdMesh *mesh;
    double begin;
    _Atomic(int32_t) permille; // done
    atomic_bool unwanted;
    StageSolid made;
};

static bool noteProgress(void *context, double progress) {
    StageSolidMaker *maker = context;
    atomic_store(&maker->permille, (int32_t)(1000.0 * progress));
    return atomic_load(&maker->unwanted);
}

static void runMaker(void *context) {
    StageSolidMaker *maker = context;
    maker->made = makeSolid(maker->mesh, &(cdBuildWatch){noteProgress, maker});
}

// The stage has ended: the maker owns the mesh.
static void discardMaker(void *context) {
    StageSolidMaker *maker = context;
    cdDestroyMeshReport(&maker->made.report);
    cdDestroyMesh(maker->mesh);
    free(maker);
}

static bool startMaker(Stage *stage, cdMesh *mesh) {
    StageSolidMaker *maker = mesh ? calloc(1, sizeof *maker) : NULL;
    if (!maker) return false;
    maker->mesh = mesh;
    maker->begin = gxGetTime();
    maker->job = StartSideJob(runMaker, discardMaker, maker);
    if (maker->job) {
        stage->solids.maker = maker;
        return true;
    }
    free(maker);
    return false;
}

// Keeps the maker's result, unless it was interrupted; waits for it if needed.
static void endMaker(Stage *stage) {
    StageSolidMaker *maker = stage->solids.maker;
    if (!maker) return;
    EndSideJob(maker->job);
    if (maker->made.report.solid.error == CD_BUILD_INTERRUPTED)
        cdDestroyMeshReport(&maker->made.report);
    else
        keepSolid(stage, maker->made);
    free(maker);
    stage->solids.maker = NULL;
}

static void abandonMaker(Stage *stage) {
    StageSolidMaker *maker = stage->solids.maker;
    if (!maker) return;
    *findOwnMesh(stage, maker->mesh) = NULL;
    atomic_store(&maker->unwanted, true);
    AbandonSideJob(maker->job);
    stage->solids.maker = NULL;
}

bool IsStageSolidComing(const Stage *stage) {
    return stage->solids.maker && !IsSideJobDone(stage->solids.maker->job);
}

int32_t GetAwaitedSolid(const Stage *stage, double *seconds) {
    if (!stage->solids.maker) return -1;
    *seconds = gxGetTime() - stage->solids.maker->begin;
    return stage->solids.wanted;
}

double GetAwaitedSolidShare(const Stage *stage) {
    const StageSolidMaker *maker = stage->solids.maker;
    return maker ? 0.001 * atomic_load(&maker->permille) : 0.0;
}

void InterruptStageSolid(Stage *stage) {
    if (stage->solids.maker) atomic_store(&stage->solids.maker->unwanted, true);
}

void KeepFinishedStageSolid(Stage *stage) {
    if (stage->solids.maker && !IsStageSolidComing(stage)) endMaker(stage);
}

// --- Requests

// True if the mesh is closed and oriented. Other meshes have no solid, nor have the triangles of several
// shapes, which may intersect.
static bool mayBeSolid(const StageObject *object) {
    const cdMeshInfo *info = &object->info;
    return !HasShapes(object) && info->closed && info->manifold && info->oriented && info->volume > 0.0;
}

const StageSolid *GetStageSolid(Stage *stage, int32_t object) {
    if (object < 0 || object >= stage->objectCount) return NULL;
    const cdMesh *mesh = stage->objects[object].mesh;
    if (stage->solids.maker && stage->solids.maker->mesh == mesh) endMaker(stage);
    const StageSolid *known = FindStageSolid(stage, object);
    return known ? known : keepSolid(stage, makeSolid(getOwnMesh(stage, mesh), NULL));
}

// Returns the object's solid or the report; begins to build it. NULL with `comes`: not finished.
static const StageSolid *beginSolid(Stage *stage, int32_t object, bool *comes) {
    if (GetPausedStageWork(stage) == STAGE_WORK_NONE) KeepFinishedStageSolid(stage);
    const StageSolid *known = FindStageSolid(stage, object);
    if (known) return known;
    bool beside = HasStageLimit(stage) &&
                  (stage->solids.maker || startMaker(stage, getOwnMesh(stage, stage->objects[object].mesh)));
    if (!beside) return GetStageSolid(stage, object);
    *comes = true;
    return NULL;
}

const StageSolid *WantStageSolid(Stage *stage, int32_t object, bool *comes) {
    const StageSolid *known = FindStageSolid(stage, object);
    return known || !mayBeSolid(&stage->objects[object]) ? known : beginSolid(stage, object, comes);
}

void DestroyStageSolids(Stage *stage) {
    abandonMaker(stage);
    for (int32_t i = 0; i < stage->solids.count; ++i) {
        cdDestroyMeshReport(&stage->solids.list[i].report);
    }
    free(stage->solids.list);
    free(stage->culling.marks);
    stage->culling = (StageCulling){0};
    stage->solids.list = NULL;
    stage->solids.count = 0;
}

// True if it is known to be a solid. `comes`: it may be one, and is being built.
static bool isSolid(Stage *stage, int32_t object, bool *comes) {
    if (HasShapes(&stage->objects[object])) return false;
    const StageSolidMaker *maker = stage->solids.maker;
    bool isMade = maker && maker->mesh == stage->objects[object].mesh;
    bool quick = !isMade && stage->objects[object].info.triangleCount <= QUICK_MAX;
    const StageSolid *solid = quick ? GetStageSolid(stage, object) : beginSolid(stage, object, comes);
    return solid && solid->solid;
}

int32_t ChooseSolidObject(Stage *stage) {
    bool comes = false;
    stage->solids.wanted = -1;
    if (stage->selected >= 0 && isSolid(stage, stage->selected, &comes)) return stage->selected;
    if (comes) stage->solids.wanted = stage->selected;
    for (int32_t i = 0; i < stage->objectCount && !comes; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!IsObjectPresent(object) || !mayBeSolid(object)) continue;
        if (isSolid(stage, i, &comes)) return i;
        if (comes) stage->solids.wanted = i;
    }
    return -1;
}

static void classifyPoint(StageProbe *probe, const cdMesh *solid, cdPose pose) {
    cdTraceEvent events[PROBE_PATH_MAX];
    cdTrace trace = {.events = events, .eventCapacity = PROBE_PATH_MAX};
    probe->location = cdClassifyPoint(solid, cdInvTransformPoint(pose, probe->point), &trace);
    probe->pathCount = 0;
    for (int32_t i = 0; i < trace.eventCount; ++i) {
        if (events[i].kind != CD_TRACE_INDEX_NODE) continue;
        probe->nodes[probe->pathCount] = events[i].a;
        probe->sides[probe->pathCount++] = (int8_t)events[i].b;
    }
}

static void classifySegment(StageProbe *probe, const cdMesh *solid, cdPose pose) {
    cdSegmentInput input = {.mesh = solid,
                            .p = cdInvTransformPoint(pose, probe->from),
                            .q = cdInvTransformPoint(pose, probe->to),
                            .pieces = probe->pieces,
                            .capacity = PROBE_PIECE_MAX};
    cdSegmentPieces pieces = cdClassifySegment(&input, NULL);
    probe->pieceCount = pieces.count;
    probe->truncated = pieces.truncated;
}

void ClassifyStageProbe(Stage *stage) {
    StageProbe *probe = &stage->probe;
    const StageSolid *solid = FindStageSolid(stage, probe->object);
    if (!solid || !solid->solid) return;
    cdPose pose = stage->objects[probe->object].pose;
    if (probe->hasPoint) classifyPoint(probe, solid->solid, pose);
    if (probe->hasSegment) classifySegment(probe, solid->solid, pose);
}

static bool reserveMarks(StageCulling *culling, int32_t count) {
    if (count <= culling->capacity) return true;
    uint8_t *larger = realloc(culling->marks, (size_t)count);
    if (!larger) return false;
    culling->marks = larger;
    culling->capacity = count;
    return true;
}

void CullStageStep(Stage *stage) {
    StageCulling *culling = &stage->culling;
    const StageQuery *query = &stage->query;
    culling->present = false;
    bool comes = false;
    const StageSolid *solid = query->present ? beginSolid(stage, query->object, &comes) : NULL;
    if (!solid || !solid->solid) return;
    cdSolidInfo info = cdGetSolidInfo(solid->solid);
    if (!reserveMarks(culling, info.faceCount + info.edgeCount + info.vertexCount)) return;
    culling->result = (cdCulling){.faces = culling->marks,
                                  .edges = culling->marks + info.faceCount,
                                  .vertices = culling->marks + info.faceCount + info.edgeCount};
    double t = query->contact.resolvedTime;
    cdVelocity velocity = cdGetMotionVelocity(&query->motion, t);
    cdCullBackFaces(solid->solid, cdGetPoseAt(&query->motion, t), &velocity, &culling->result);
    culling->object = query->object;
    culling->present = true;
}
