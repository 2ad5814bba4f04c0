// Batches of independent queries: first contacts, slides, distances, overlaps, rays, closest points and
// locations of points.
//
// A batch is an array of inputs and an array of results. Each result has the bits of the query of that input
// alone, with any number of workers.
//
// `tasks` NULL: in the calling thread. The workspace keeps a workspace for each worker
// (cdWorkspaceNeed.workerCount). Any worker may call the hooks of base.h and the interrupts of the inputs.
// Inputs may share meshes and obstacles, but not the arrays that a query fills.
#ifndef COLLISION_BATCHES_H
#define COLLISION_BATCHES_H

#include "collision/classify.h"
#include "collision/closest_point.h"
#include "collision/distance.h"
#include "collision/slide.h"
#include "collision/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

// Independent first contacts.
typedef struct cdFirstContactBatch {
    const cdFirstContactInput *inputs; // inputs[count]; each with its own `touches`
    cdPairCache *caches;               // caches[count]; NULL: none
    cdFirstContact *results;           // results[count], filled
    int32_t count;                     // of all three arrays; 0 or more
} cdFirstContactBatch;

// Calls cdFindFirstContact for each input.
// @errors for each result as in cdFindFirstContact; CD_REASON_WORKSPACE if a workspace cannot grow;
// CD_REASON_INPUT if `tasks` omitted its task or ran it with a worker out of range
CD_API void cdFindFirstContacts(const cdFirstContactBatch *batch, cdWorkspace *workspace,
                                const cdTasks *tasks);

// Independent slides.
typedef struct cdSlideBatch {
    const cdSlideInput *inputs; // inputs[count]
    cdSlideCache *caches;       // caches[count]; NULL: none
    cdSlide *results;           // results[count], filled
    int32_t count;              // of all three arrays; 0 or more
} cdSlideBatch;

// Calls cdFindSlide for each input.
// @errors for each result as in cdFindSlide, and as in cdFindFirstContacts
CD_API void cdFindSlides(const cdSlideBatch *batch, cdWorkspace *workspace, const cdTasks *tasks);

// Independent distances.
typedef struct cdDistanceBatch {
    const cdDistanceInput *inputs; // inputs[count]
    cdPairCache *caches;           // caches[count]; NULL: none
    cdDistance *results;           // results[count], filled
    int32_t count;                 // of all three arrays; 0 or more
} cdDistanceBatch;

// Calls cdFindDistance for each input.
// @errors for each result as in cdFindDistance, and as in cdFindFirstContacts
CD_API void cdFindDistances(const cdDistanceBatch *batch, cdWorkspace *workspace, const cdTasks *tasks);

// Independent tests for overlap.
typedef struct cdOverlapBatch {
    const cdOverlapInput *inputs; // inputs[count]; each with its own `trianglePairs`
    cdPairCache *caches;          // caches[count]; NULL: none
    cdOverlap *results;           // results[count], filled
    int32_t count;                // of all three arrays; 0 or more
} cdOverlapBatch;

// Calls cdFindOverlap for each input.
// @errors for each result as in cdFindOverlap, and as in cdFindFirstContacts
CD_API void cdFindOverlaps(const cdOverlapBatch *batch, cdWorkspace *workspace, const cdTasks *tasks);

// Independent rays.
typedef struct cdRayBatch {
    const cdRayInput *inputs; // inputs[count]
    cdTriangleCache *caches;  // caches[count]; NULL: none
    cdRayHit *results;        // results[count], filled
    int32_t count;            // of all three arrays; 0 or more
} cdRayBatch;

// Calls cdFindRayHit for each input.
// @errors for each result as in cdFindRayHit, and as in cdFindFirstContacts
CD_API void cdFindRayHits(const cdRayBatch *batch, cdWorkspace *workspace, const cdTasks *tasks);

// Independent closest points.
typedef struct cdClosestPointBatch {
    const cdClosestPointInput *inputs; // inputs[count]
    cdTriangleCache *caches;           // caches[count]; NULL: none
    cdClosestPoint *results;           // results[count], filled
    int32_t count;                     // of all three arrays; 0 or more
} cdClosestPointBatch;

// Calls cdFindClosestPoint for each input.
// @errors for each result as in cdFindClosestPoint, and as in cdFindFirstContacts
CD_API void cdFindClosestPoints(const cdClosestPointBatch *batch, cdWorkspace *workspace,
                                const cdTasks *tasks);

// Points and the solid of one mesh.
typedef struct cdLocationBatch {
    const cdMesh *mesh;    // with CD_PART_SOLID
    const cdPose *pose;    // of the mesh, world frame; NULL: the points are in the mesh's local frame
    const cdVec3 *points;  // points[count], world frame
    cdLocation *locations; // locations[count], filled
    int32_t count;         // of both arrays; 0 or more
} cdLocationBatch;

// Calls cdClassifyPoint for each point, after cdInvTransformPoint if there is a pose.
// @errors for each location as in cdClassifyPoint; CD_LOCATION_UNDECIDED also if a workspace cannot grow, or
// if `tasks` omitted its task or ran it with a worker out of range
CD_API void cdClassifyPoints(const cdLocationBatch *batch, cdWorkspace *workspace, const cdTasks *tasks);

#ifdef __cplusplus
}
#endif
#endif
