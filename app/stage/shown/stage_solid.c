// Solids made on demand, and the probe of one of them.
#include "stage/shown/stage_solid.h"

#include "engine/clock.h"
#include "stage/motion/stage_limit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

const StageSolid *FindStageSolid(const Stage *stage, int32_t object) {
    if (object < 0 || object >= stage->objectCount) return NULL;
    for (int32_t i = 0; i < stage->solids.count; ++i) {
        if (stage->solids.list[i].mesh == stage->objects[object].mesh) return &stage->solids.list[i];
    }
    return NULL;
}

// The stage's own mesh of that address. NULL: it has none.
static cdMesh *findOwnMesh(const Stage *stage, const cdMesh *mesh) {
    for (int32_t i = 0; i < stage->meshes.scene.ownedCount; ++i)
        if (stage->meshes.scene.owned[i] == mesh) return stage->meshes.scene.owned[i];
    for (int32_t i = 0; i < stage->meshes.addedCount; ++i)
        if (stage->meshes.added[i].mesh == mesh) return stage->meshes.added[i].mesh;
    return NULL;
}

static StageSolid makeSolid(cdMesh *mesh) {
    StageSolid made = {.mesh = mesh};
    double begin = gxGetTime();
    if (mesh && cdBuildMeshParts(mesh, CD_PART_SOLID, &made.report)) made.solid = mesh;
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

// --- Beside the frames: queries see a part of a mesh once it is complete

struct StageSolidMaker {
    pthread_t thread;
    cdMesh *mesh;
    StageSolid made;
    atomic_bool done;
};

static void *runMaker(void *context) {
    StageSolidMaker *maker = context;
    maker->made = makeSolid(maker->mesh);
    atomic_store(&maker->done, true);
    return NULL;
}

static bool startMaker(Stage *stage, cdMesh *mesh) {
    StageSolidMaker *maker = calloc(1, sizeof *maker);
    if (!maker) return false;
    maker->mesh = mesh;
    if (pthread_create(&maker->thread, NULL, runMaker, maker) == 0) {
        stage->solids.maker = maker;
        return true;
    }
    free(maker);
    return false;
}

// Keeps what it has made; waits where it is not done.
static void endMaker(Stage *stage) {
    StageSolidMaker *maker = stage->solids.maker;
    if (!maker) return;
    pthread_join(maker->thread, NULL);
    keepSolid(stage, maker->made);
    free(maker);
    stage->solids.maker = NULL;
}

bool IsStageSolidComing(const Stage *stage) {
    return stage->solids.maker && !atomic_load(&stage->solids.maker->done);
}

void KeepFinishedStageSolid(Stage *stage) {
    if (stage->solids.maker && !IsStageSolidComing(stage)) endMaker(stage);
}

// --- Who asks

// True if the mesh is closed and oriented. No solid can be made of any other mesh.
static bool mayBeSolid(const StageObject *object) {
    const cdMeshInfo *info = &object->info;
    return info->closed && info->manifold && info->oriented && info->volume > 0.0;
}

const StageSolid *GetStageSolid(Stage *stage, int32_t object) {
    if (object < 0 || object >= stage->objectCount) return NULL;
    const cdMesh *mesh = stage->objects[object].mesh;
    if (stage->solids.maker && stage->solids.maker->mesh == mesh) endMaker(stage);
    const StageSolid *known = FindStageSolid(stage, object);
    return known ? known : keepSolid(stage, makeSolid(findOwnMesh(stage, mesh)));
}

const StageSolid *WantStageSolid(Stage *stage, int32_t object, bool *comes) {
    KeepFinishedStageSolid(stage);
    const StageSolid *known = FindStageSolid(stage, object);
    if (known || !mayBeSolid(&stage->objects[object])) return known;
    bool beside = HasStageLimit(stage) &&
                  (stage->solids.maker || startMaker(stage, findOwnMesh(stage, stage->objects[object].mesh)));
    if (!beside) return GetStageSolid(stage, object);
    *comes = true;
    return NULL;
}

void DestroyStageSolids(Stage *stage) {
    endMaker(stage);
    for (int32_t i = 0; i < stage->solids.count; ++i) {
        cdDestroyMeshReport(&stage->solids.list[i].report);
    }
    free(stage->solids.list);
    free(stage->culling.marks);
    stage->culling = (StageCulling){0};
    stage->solids.list = NULL;
    stage->solids.count = 0;
}

static bool isSolid(Stage *stage, int32_t object) {
    const StageSolid *solid = GetStageSolid(stage, object);
    return solid && solid->solid;
}

int32_t ChooseSolidObject(Stage *stage) {
    if (stage->selected >= 0 && isSolid(stage, stage->selected)) return stage->selected;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (IsObjectPresent(&stage->objects[i]) && mayBeSolid(&stage->objects[i]) && isSolid(stage, i))
            return i;
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
    const StageSolid *solid = query->present ? GetStageSolid(stage, query->object) : NULL;
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
