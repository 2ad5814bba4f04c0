// The experiment of [CW96] section 6: polytopes that fly about in a closed room, with the number of searching
// steps k of each test counted. No drawing.
//
// A frame: every body moves by a share of its radius and turns by an angle; the walls throw it back; the
// tightest boxes of all bodies go through sweep and prune; cdFindSeparatingVector decides each pair whose
// boxes overlap, with a cache that lives as long as they overlap. When a pair begins to collide, both bodies
// reverse their translation and their rotation, so that they go back the way they came. A body reverses once
// a frame at most, and not again for a pair that goes on colliding: two bodies that start inside each other
// then pass out of each other instead of trembling on the spot.
//
// The polytopes are those of shapes/polytope_points.h; the radius of each is 1. The room is a cube about the
// origin. Everything follows from the seed.
#ifndef APP_POLYTOPE_ROOM_H
#define APP_POLYTOPE_ROOM_H

#include "collision/broad_phase.h"
#include "collision/convex.h"
#include "shapes/polytope_points.h"

enum { POLYTOPE_BODY_MAX = 1 << 20 };

typedef struct PolytopeRoomDef {
    PolytopeShape shape;
    int32_t bodyCount, vertexCount; // vertices of each, at least 4
    int32_t hullCount;              // different hulls, shared by the bodies in turn; 0: one for each body
    double speed;                   // of the translation, radii a frame
    double turn;                    // of the rotation, radians a frame
    double density;                 // volume of the bodies' bounding spheres over that of the room
    uint64_t seed;
    cdSupportMethod support;
    bool noCache; // every test starts from nothing
} PolytopeRoomDef;

// 500 ellipsoids of 500 vertices, 5 % and 10 degrees a frame.
PolytopeRoomDef GetDefaultPolytopeRoom(void);
const char *GetPolytopeShapeName(PolytopeShape shape); // @lifetime static
// Of the room's hull with this number: with what its points are sampled.
PolytopeShape GetPolytopeHullShape(const PolytopeRoomDef *def, int32_t hull);
uint64_t GetPolytopeHullSeed(const PolytopeRoomDef *def, int32_t hull);

typedef struct PolytopeBody {
    const cdConvex *hull;
    cdPose pose;
    cdVec3 velocity, turnAxis; // a frame; unit
    double turn;               // radians a frame about turnAxis
    cdBox3 box;                // the tightest around the hull at the pose
    int32_t extremes[6];       // the hull's vertices in its faces: -x, +x, -y, +y, -z, +z
    bool colliding;            // with any other, at this frame
    bool reversing;            // private
} PolytopeBody;

// A pair whose boxes overlap.
typedef struct PolytopePair {
    int32_t bodyA, bodyB; // bodyA < bodyB
    int32_t overlap;      // number of the time their boxes overlap: the same from its beginning to its end
    bool colliding;       // as of the last test
    cdConvexCache cache;
} PolytopePair;

enum { POLYTOPE_STEP_MAX = 64 }; // k never exceeds it

typedef struct PolytopeStats {
    int64_t frames, tests;
    int64_t collidingTests, touchingTests;         // touching counts as not colliding, as in [CW96 2.2]
    int64_t disjointSteps[POLYTOPE_STEP_MAX + 1];  // tests of pairs not colliding that took k steps
    int64_t collidingSteps[POLYTOPE_STEP_MAX + 1]; // k is 0 where a cached collision still holds
    int64_t fallbacks, undecided;
    int64_t disjointRepeated, collidingRepeated; // supporting vertices came up again
    int64_t disjointHits, collidingHits;         // of the cache
    int64_t supportSteps;                        // vertices compared
    int64_t exchanges, reversals;                // of the sweep; of bodies
    double seconds;                              // inside the tests
    double sweepSeconds;                         // for boxes and sweep
} PolytopeStats;

typedef struct PolytopeRoom {
    PolytopeRoomDef def;
    double halfSide; // of the room
    PolytopeBody *bodies;
    int32_t bodyCount;
    PolytopePair *pairs; // pairs[pairCount], in order of bodyA, then bodyB
    int32_t pairCount;
    cdSeparation *results; // results[pairCount] of the last frame
    PolytopeStats stats;   // since the room was made, or since the caller zeroed them

    // Private.
    cdConvex **hulls;
    int32_t hullCount, pairCapacity, overlapCount;
    PolytopePair *spare; // spare[pairCapacity]
    cdBroadPhase *sweep;
} PolytopeRoom;

// @errors NULL: no memory, or numbers that make no sense
PolytopeRoom *MakePolytopeRoom(const PolytopeRoomDef *def);
void DestroyPolytopeRoom(PolytopeRoom *room);

// One frame. @errors false: no memory; the room can only be destroyed then
bool StepPolytopeRoom(PolytopeRoom *room);

// What a pair is asked, as the last frame asked it.
cdSeparationInput GetPolytopeQuery(const PolytopeRoom *room, const PolytopePair *pair);

// The largest k with a test in one of the histograms; 0 when there is none.
int32_t GetLargestStep(const int64_t steps[POLYTOPE_STEP_MAX + 1]);

#endif
