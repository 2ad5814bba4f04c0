// The experiment of [CW96] section 6: polytopes fly in a closed room, and the number of search steps k of
// each test is counted. No drawing.
//
// A frame: every body moves by a fraction of its radius and turns by an angle; the walls reflect it; the
// tightest boxes of all bodies enter the broad phase; cdFindSeparatingVector tests each pair with overlapping
// boxes, with a cache that lives as long as they overlap. When a pair begins to collide, both bodies reverse
// their translation and rotation and so retrace their path. A body reverses at most once a frame, and not
// again for a pair that continues to collide: two bodies that start overlapping then separate instead of
// trembling.
//
// The polytopes are those of shapes/polytope_points.h, with radius 1. The room is a cube about the origin.
// The seed determines everything.
#ifndef APP_POLYTOPE_ROOM_H
#define APP_POLYTOPE_ROOM_H

#include "collision/broad_phase.h"
#include "collision/convex.h"
#include "shapes/polytope_points.h"

enum { POLYTOPE_BODY_MAX = 1 << 20 };

typedef struct PolytopeRoomDef {
    PolytopeShape shape;
    int32_t bodyCount, vertexCount; // vertices of each body, at least 4
    int32_t hullCount;              // distinct hulls, shared by the bodies in turn; 0: one for each body
    double speed;                   // of the translation, radii a frame
    double turn;                    // of the rotation, radians a frame
    double density;                 // volume of the bodies' bounding spheres over that of the room
    uint64_t seed;
    cdSupportMethod support;
    bool noCache; // every test starts without a cache
} PolytopeRoomDef;

// 500 ellipsoids of 500 vertices, 5 % and 10 degrees a frame.
PolytopeRoomDef GetDefaultPolytopeRoom(void);
const char *GetPolytopeShapeName(PolytopeShape shape); // @lifetime static
// Returns the shape from which the points of the room's hull with this number are sampled.
PolytopeShape GetPolytopeHullShape(const PolytopeRoomDef *def, int32_t hull);
uint64_t GetPolytopeHullSeed(const PolytopeRoomDef *def, int32_t hull);

typedef struct PolytopeBody {
    const cdConvex *hull;
    cdPose pose;
    cdVec3 velocity, turnAxis; // a frame; unit
    double turn;               // radians a frame about turnAxis
    cdBox3 box;                // tight bounds of the hull at the pose
    int32_t extremes[6];       // the hull's vertices on its sides: -x, +x, -y, +y, -z, +z
    bool colliding;            // with any other, at this frame
    bool reversing;            // private
} PolytopeBody;

// A pair whose boxes overlap.
typedef struct PolytopePair {
    int32_t bodyA, bodyB; // bodyA < bodyB
    int32_t overlap;      // number of this overlap of their boxes, constant from its beginning to its end
    bool colliding;       // as of the last test
    cdConvexCache cache;
} PolytopePair;

enum { POLYTOPE_STEP_MAX = 64 }; // k never exceeds it

typedef struct PolytopeStats {
    int64_t frames, tests;
    int64_t collidingTests, touchingTests;         // touching counts as not colliding, as in [CW96 2.2]
    int64_t disjointSteps[POLYTOPE_STEP_MAX + 1];  // tests of pairs not colliding that took k steps
    int64_t collidingSteps[POLYTOPE_STEP_MAX + 1]; // k is 0 if the cached collision is still valid
    int64_t fallbacks, undecided;
    int64_t disjointRepeated, collidingRepeated; // tests with repeated supporting vertices
    int64_t disjointHits, collidingHits;         // of the cache
    int64_t supportSteps;                        // vertices compared
    int64_t exchanges, reversals;                // of the broad phase; of bodies
    double seconds;                              // inside the tests
    double broadSeconds;                         // for boxes and broad phase
} PolytopeStats;

typedef struct PolytopeRoom {
    PolytopeRoomDef def;
    double halfSide; // of the room
    PolytopeBody *bodies;
    int32_t bodyCount;
    PolytopePair *pairs; // pairs[pairCount], in order of bodyA, then bodyB
    int32_t pairCount;
    cdSeparation *results; // results[pairCount] of the last frame
    PolytopeStats stats;   // since the room was created, or since the caller zeroed them

    // Private.
    cdConvex **hulls;
    int32_t hullCount, pairCapacity, overlapCount;
    PolytopePair *spare; // spare[pairCapacity]
    cdBroadPhase *sweep;
} PolytopeRoom;

// @errors NULL: no memory, or invalid numbers
PolytopeRoom *MakePolytopeRoom(const PolytopeRoomDef *def);
void DestroyPolytopeRoom(PolytopeRoom *room);

// Runs one frame. @errors false: no memory; then the room can only be destroyed
bool StepPolytopeRoom(PolytopeRoom *room);

// Returns the input of a pair's test in the last frame.
cdSeparationInput GetPolytopeQuery(const PolytopeRoom *room, const PolytopePair *pair);

// Returns the largest k with a test in the histogram, or 0.
int32_t GetLargestStep(const int64_t steps[POLYTOPE_STEP_MAX + 1]);

#endif
