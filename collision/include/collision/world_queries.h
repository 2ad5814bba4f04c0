// Queries against all bodies of a world: rays, the closest point, overlap and first contact of a mesh.
//
// Each query finds what the query of a single mesh (ray.h, closest_point.h, query.h) finds for each body at
// its current pose, with the guarantees there, and returns the body and its shape (cdGetBodyShape). Bodies
// that were removed or have left the world are not there; fixed and sleeping ones are. Of several bodies that
// are equally good the one with the lower index (cdGetBodyIndex) wins, and of its shapes the first. A query
// never changes the world. Any number of threads may query it, each with its own workspace, except during a
// step or a change. Rays and closest points allocate nothing; the queries of a mesh do only if the workspace
// has to grow, also for the number of shapes.
//
// Units: lengths in the mesh's unit. Frame: world.
#ifndef COLLISION_WORLD_QUERIES_H
#define COLLISION_WORLD_QUERIES_H

#include "collision/closest_point.h"
#include "collision/ray.h"
#include "collision/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// The bodies that a query tests. Zeroed: all but sensors.
typedef struct cdBodyFilter {
    const cdBodyId *except; // except[exceptCount]: bodies to leave out, if they are valid; NULL: none
    int32_t exceptCount;    // 0 or more
    // Bits like those of bodies (body.h): only bodies of a category in `mask`, 0: all; and only bodies whose
    // mask has a bit of `category`, 0: all.
    uint32_t category, mask;
    bool sensors; // true: also tests sensors
    // Returns false to leave a body out. Called at most once for each body, in the order of their indices.
    // May read the world, and not change it. NULL: accepts all
    bool (*accepts)(void *context, cdBodyId body);
    void *context; // passed to `accepts`
} cdBodyFilter;

// A ray or a segment against the bodies of a world.
typedef struct cdWorldRayInput {
    cdVec3 origin;       // a hit at the origin counts, at distance 0
    cdVec3 direction;    // any length above 0
    double maxDistance;  // length beyond which hits do not count; 0 or infinity: no limit
    bool cullBackFaces;  // true: hits only front faces, and no triangle in whose plane the ray lies
    bool anyHit;         // true: stops at the first body in the order of their indices that is hit
    cdBodyFilter filter; // the bodies to test
} cdWorldRayInput;

// A hit of a ray with a body.
typedef struct cdWorldRayHit {
    cdBodyId body; // -1: no hit
    int32_t shape; // the shape that is hit; -1: no hit
    // The body's nearest hit; with `anyHit` only `state` is set. A rounded body is a solid without back
    // faces: from inside, the hit is at distance 0 with the normal against the ray. `triangle`, `feature` and
    // the weights are then those of its triangles that the hit is nearest to, and hits are decided within
    // rounding, not exactly. `stats` counts the work for all bodies.
    cdRayHit hit;
} cdWorldRayHit;

// Finds the nearest hit of a ray with any body.
// @errors `hit` is CD_UNDECIDED for the input of cdFindRayHit that is invalid
CD_API cdWorldRayHit cdFindWorldRayHit(const cdWorld *world, const cdWorldRayInput *input);

// Result of cdFindWorldRayHits.
typedef struct cdWorldRayHits {
    cdState state;      // CD_CONTACT: hit; CD_FREE: no hit; CD_UNDECIDED: the input is invalid
    cdReason reason;    // if undecided
    int32_t hitCount;   // hits written
    int32_t neededHits; // enough room for all of them
    bool truncated;     // true if there are more hits than room; the nearest ones are written
} cdWorldRayHits;

// Finds the nearest hit with each body that the ray hits. Writes them to hits[capacity] in order of distance,
// then of the bodies' indices. `anyHit` is not used. `hits` may be NULL if `capacity` is 0: counts them.
// @errors as in cdFindWorldRayHit
CD_API cdWorldRayHits cdFindWorldRayHits(const cdWorld *world, const cdWorldRayInput *input,
                                         cdWorldRayHit *hits, int32_t capacity);

// A point and the bodies of a world.
typedef struct cdWorldPointInput {
    cdVec3 point;        // world frame
    double maxDistance;  // length beyond which the search stops; 0 or infinity: no limit
    bool withoutSign;    // as in cdClosestPointInput
    cdBodyFilter filter; // the bodies to test
} cdWorldPointInput;

// Result of cdFindWorldClosestPoint.
typedef struct cdWorldClosestPoint {
    cdBodyId body; // the nearest body; -1: none within maxDistance, or the input is invalid
    int32_t shape; // its nearest shape, whose inside decides the sign; -1: no body
    // The point of its surface, as by cdFindClosestPoint. Without a body `beyond` is true and `lower` is 0.
    // `stats` counts the work for all bodies.
    cdClosestPoint closest;
} cdWorldClosestPoint;

// Finds the point of any body that is nearest to a point.
// @errors `closest` is CD_UNDECIDED for the input of cdFindClosestPoint that is invalid
CD_API cdWorldClosestPoint cdFindWorldClosestPoint(const cdWorld *world, const cdWorldPointInput *input);

// A mesh at a pose among the bodies of a world.
typedef struct cdWorldOverlapInput {
    const cdMesh *mesh;   // any mesh, also one of a body
    cdPose pose;          // world frame
    cdBodyFilter filter;  // the bodies to test
    cdBodyId *bodies;     // bodies[bodyCapacity]: receives the ids of all bodies that overlap; NULL: one
    int32_t bodyCapacity; // room in `bodies`
    cdBudget budget;      // limit on the work of the whole call; zeroed: none
} cdWorldOverlapInput;

// Result of cdFindWorldOverlap.
typedef struct cdWorldOverlap {
    cdBodyId body;        // the first body that overlaps or is undecided; -1: all are free
    int32_t shape;        // its first shape that does; -1: all are free
    cdOverlap overlap;    // with that body, as by cdFindOverlapAmong; `obstacle` is 0 with a body, else -1
    int32_t bodyCount;    // ids written to `bodies`, in the order of their indices
    int32_t neededBodies; // enough room for all of them; 0 without that array
    // True if there were more bodies than room, or a limit ended the search: `overlap.reason` says which.
    bool truncated;
} cdWorldOverlap;

// Tests a mesh for overlap with the bodies in the order of their indices: stops at the first one, or lists
// all.
// @errors as in cdFindOverlapAmong
CD_API cdWorldOverlap cdFindWorldOverlap(const cdWorld *world, const cdWorldOverlapInput *input,
                                         cdWorkspace *workspace);

// One step of a mesh among the bodies of a world, which do not move meanwhile. See cdObstaclesInput for the
// members that both have.
typedef struct cdWorldContactInput {
    const cdMesh *mesh;   // moves; any mesh, also one of a body
    cdPose start, target; // start and intended end of the step; world frame
    cdBodyFilter filter;  // the bodies to test
    double margin; // gap kept at the resolved pose, length; 0: 1e-6 of the touching pair's larger radius
    double safetyDistance; // distance that counts as contact, length; 0: none
    uint32_t disabled;     // CD_DISABLE_... bits
    cdBudget budget;       // limit on the work of the whole call; zeroed: none
    cdTouch *touches;      // touches[touchCapacity]: pairs with the body that is touched first; NULL: none
    int32_t touchCapacity; // room in `touches`
} cdWorldContactInput;

// Result of cdFindWorldFirstContact.
typedef struct cdWorldFirstContact {
    cdBodyId body;          // the body touched first, or undecided; -1: free
    int32_t shape;          // the shape of that body; -1: free
    cdFirstContact contact; // as by cdFindFirstContactAmong; `obstacle` is 0 with a body, else -1
} cdWorldFirstContact;

// Finds the first contact of a moving mesh with any body.
// @errors as in cdFindFirstContactAmong
CD_API cdWorldFirstContact cdFindWorldFirstContact(const cdWorld *world, const cdWorldContactInput *input,
                                                   cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif
