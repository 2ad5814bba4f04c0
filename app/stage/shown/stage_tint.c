// Subdivided surfaces for clearances, computed when they are first needed; see stage_tint.h.
//
// Input: an object. Output: its triangles subdivided (fine_surface.h) with a value at each point. A mesh of
// many triangles, or of short edges, is fine enough: its vertices are the points, and nothing is computed.
#include "stage/shown/stage_tint.h"

#include "stage/motion/stage_limit.h"
#include "threads/side_job.h"

#include <math.h>
#include <stdlib.h>

enum { TRIANGLE_MOST = 60000 };
enum { QUICK_MAX = 200 }; // triangles that are subdivided within a millisecond or two

// Longest edge of a fine surface, in radii of the object.
static const double FINENESS = 1.0 / 32.0;

struct StageTintMaker {
    SideJob *job; // NULL: it was done at once
    const cdMesh *mesh;
    atomic_bool unwanted;
    bool good; // the fields below are complete
    FineSurface surface;
    gxSurface drawing;
    float *values;
    int32_t *nearest;
};

static void dropMade(StageTintMaker *maker) {
    DestroyFineSurface(&maker->surface);
    gxDestroySurface(&maker->drawing);
    free(maker->values);
    free(maker->nearest);
}

static bool addValues(StageTintMaker *maker) {
    size_t count = (size_t)maker->surface.pointCount;
    maker->values = malloc(count * sizeof *maker->values);
    maker->nearest = malloc(count * sizeof *maker->nearest);
    if (!maker->values || !maker->nearest) return false;
    for (size_t i = 0; i < count; ++i) {
        maker->values[i] = INFINITY;
        maker->nearest[i] = -1;
    }
    return true;
}

static bool make(StageTintMaker *maker) {
    double longest = FINENESS * cdGetMeshInfo(maker->mesh).radius;
    if (!MakeFineSurface(maker->mesh, longest, TRIANGLE_MOST, &maker->unwanted, &maker->surface))
        return false;
    if (!maker->surface.isMesh) {
        maker->drawing = MakeFineDrawing(maker->mesh, &maker->surface, &maker->unwanted);
        if (!maker->drawing.vertices) return false;
    }
    return addValues(maker);
}

static void runMaker(void *context) {
    StageTintMaker *maker = context;
    maker->good = make(maker);
}

static void discardMaker(void *context) {
    dropMade(context);
    free(context);
}

// The thread reads the mesh, which must stay: waits for its end.
static void endMaker(StageTint *tint) {
    StageTintMaker *maker = tint->maker;
    if (maker->job) EndSideJob(maker->job);
    if (maker->good) {
        tint->surface = maker->surface;
        tint->drawing = maker->drawing;
        tint->values = maker->values;
        tint->nearest = maker->nearest;
    } else {
        dropMade(maker);
    }
    free(maker);
    tint->maker = NULL;
}

// @errors false: no memory
static bool fillTint(StageTint *tint, const Stage *stage, int32_t object) {
    const StageObject *owner = &stage->objects[object];
    StageTintMaker *maker = calloc(1, sizeof *maker);
    *tint = (StageTint){.object = object, .mesh = owner->mesh, .maker = maker};
    if (!maker) return false;
    maker->mesh = owner->mesh;
    bool cuts = owner->info.triangleCount <= TRIANGLE_MOST && owner->info.triangleCount > QUICK_MAX;
    if (HasStageLimit(stage) && cuts) maker->job = StartSideJob(runMaker, discardMaker, maker);
    if (maker->job) return true;
    runMaker(maker);
    endMaker(tint);
    return tint->values != NULL;
}

bool IsTintComing(const StageTint *tint) {
    return tint->maker && !IsSideJobDone(tint->maker->job);
}

bool IsTintReady(StageTint *tint) {
    if (tint->maker && !IsTintComing(tint)) endMaker(tint);
    return !tint->maker && tint->values;
}

void DropStageTint(StageTint *tint) {
    if (tint->maker) {
        atomic_store(&tint->maker->unwanted, true);
        endMaker(tint);
    }
    DestroyFineSurface(&tint->surface);
    gxDestroySurface(&tint->drawing);
    free(tint->values);
    free(tint->nearest);
}

static StageTint *findTint(StageClearance *clearance, int32_t object) {
    for (int32_t i = 0; i < clearance->tintCount; ++i)
        if (clearance->tints[i].object == object) return &clearance->tints[i];
    return NULL;
}

StageTint *NeedStageTint(Stage *stage, int32_t object) {
    StageClearance *clearance = &stage->clearance;
    StageTint *known = findTint(clearance, object);
    if (known && known->mesh == stage->objects[object].mesh) return known;
    if (known) {
        DropStageTint(known);
        *known = clearance->tints[--clearance->tintCount];
    }
    StageTint *larger = realloc(clearance->tints, ((size_t)clearance->tintCount + 1) * sizeof *larger);
    if (!larger) return NULL;
    clearance->tints = larger;
    if (!fillTint(&larger[clearance->tintCount], stage, object)) return NULL;
    return &larger[clearance->tintCount++];
}
