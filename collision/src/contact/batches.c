// Batches of first contacts, slides, distances, overlaps, rays, closest points and locations: each result is
// that of the query alone. batch_run.h divides them among the workers.
#include "collision/batches.h"
#include "contact/batch_run.h"
#include "foundation/memory/hooks.h"

// True if a batch has its arrays, or needs none.
#define HAS_ARRAYS(batch, in, out)                                                                           \
    ((batch) != NULL && ((batch)->count <= 0 || ((batch)->in != NULL && (batch)->out != NULL)))

// Address of an item of an optional array.
#define ITEM(array, i) ((array) != NULL ? &(array)[i] : NULL)

// --- First contacts

static void findContact(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdFirstContactBatch *batch = context;
    batch->results[i] = cdFindFirstContact(&batch->inputs[i], ITEM(batch->caches, i), workspace, NULL);
}

static void refuseContact(const void *context, int32_t i, cdReason reason) {
    const cdFirstContactBatch *batch = context;
    batch->results[i] = (cdFirstContact){
        .reason = reason, .resolvedPose = batch->inputs[i].startA, .resolvedPoseB = batch->inputs[i].startB};
}

void cdFindFirstContacts(const cdFirstContactBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, inputs, results))) return;
    cdBatchRun run = {batch, batch->count, findContact, refuseContact};
    cdRunBatch(&run, workspace, tasks);
}

// --- Slides

static void findSlide(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdSlideBatch *batch = context;
    batch->results[i] = cdFindSlide(&batch->inputs[i], ITEM(batch->caches, i), workspace, NULL);
}

static void refuseSlide(const void *context, int32_t i, cdReason reason) {
    const cdSlideBatch *batch = context;
    cdSlide slide = {.shape = -1};
    slide.contact.reason = reason;
    slide.contact.resolvedPose = batch->inputs[i].step.start;
    batch->results[i] = slide;
}

void cdFindSlides(const cdSlideBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, inputs, results))) return;
    cdBatchRun run = {batch, batch->count, findSlide, refuseSlide};
    cdRunBatch(&run, workspace, tasks);
}

// --- Distances

static void findDistance(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdDistanceBatch *batch = context;
    batch->results[i] = cdFindDistance(&batch->inputs[i], ITEM(batch->caches, i), workspace, NULL);
}

static void refuseDistance(const void *context, int32_t i, cdReason reason) {
    const cdDistanceBatch *batch = context;
    batch->results[i] = (cdDistance){.reason = reason};
}

void cdFindDistances(const cdDistanceBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, inputs, results))) return;
    cdBatchRun run = {batch, batch->count, findDistance, refuseDistance};
    cdRunBatch(&run, workspace, tasks);
}

// --- Overlaps

static void findOverlap(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdOverlapBatch *batch = context;
    batch->results[i] = cdFindOverlap(&batch->inputs[i], ITEM(batch->caches, i), workspace, NULL);
}

static void refuseOverlap(const void *context, int32_t i, cdReason reason) {
    const cdOverlapBatch *batch = context;
    batch->results[i] = (cdOverlap){.reason = reason};
}

void cdFindOverlaps(const cdOverlapBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, inputs, results))) return;
    cdBatchRun run = {batch, batch->count, findOverlap, refuseOverlap};
    cdRunBatch(&run, workspace, tasks);
}

// --- Rays

static void findRay(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdRayBatch *batch = context;
    batch->results[i] = cdFindRayHit(&batch->inputs[i], ITEM(batch->caches, i), workspace, NULL);
}

static void refuseRay(const void *context, int32_t i, cdReason reason) {
    const cdRayBatch *batch = context;
    batch->results[i] = (cdRayHit){.reason = reason, .triangle = -1};
}

void cdFindRayHits(const cdRayBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, inputs, results))) return;
    cdBatchRun run = {batch, batch->count, findRay, refuseRay};
    cdRunBatch(&run, workspace, tasks);
}

// --- Closest points

static void findPoint(const void *context, int32_t i, cdWorkspace *workspace) {
    const cdClosestPointBatch *batch = context;
    batch->results[i] = cdFindClosestPoint(&batch->inputs[i], ITEM(batch->caches, i), workspace, NULL);
}

static void refusePoint(const void *context, int32_t i, cdReason reason) {
    const cdClosestPointBatch *batch = context;
    batch->results[i] = (cdClosestPoint){.reason = reason, .triangle = -1};
}

void cdFindClosestPoints(const cdClosestPointBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, inputs, results))) return;
    cdBatchRun run = {batch, batch->count, findPoint, refusePoint};
    cdRunBatch(&run, workspace, tasks);
}

// --- Locations

static void findLocation(const void *context, int32_t i, cdWorkspace *workspace) {
    (void)workspace;
    const cdLocationBatch *batch = context;
    cdVec3 point = batch->points[i];
    if (batch->pose != NULL) point = cdInvTransformPoint(*batch->pose, point);
    batch->locations[i] = cdClassifyPoint(batch->mesh, point, NULL);
}

static void refuseLocation(const void *context, int32_t i, cdReason reason) {
    (void)reason;
    const cdLocationBatch *batch = context;
    batch->locations[i] = (cdLocation){.kind = CD_LOCATION_UNDECIDED, .index = -1};
}

void cdClassifyPoints(const cdLocationBatch *batch, cdWorkspace *workspace, const cdTasks *tasks) {
    if (!CD_REQUIRE(HAS_ARRAYS(batch, points, locations))) return;
    cdBatchRun run = {batch, batch->count, findLocation, refuseLocation};
    cdRunBatch(&run, workspace, tasks);
}
