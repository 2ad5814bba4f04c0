// Pairs of triangles of two surfaces' meshes that come near each other, by both sphere trees [RKC01 3.1].
#ifndef CD_NEAR_TRIANGLES_H
#define CD_NEAR_TRIANGLES_H

#include "contact/region_work.h"
#include "foundation/geometry/boxes.h"

// A triangle in the frame of the work.
typedef struct cdWorkTriangle {
    int32_t triangle; // of its mesh
    cdVec3 corners[3];
    cdVec3 normal; // unit; zero for a triangle without area
    // Range of its own corners along the normal: a sliver's normal is inexact, and they need not be equal.
    double lower, upper;
    cdBox3 box;
} cdWorkTriangle;

typedef struct cdNearTriangles {
    const cdWorkTriangle *a, *b;
    double reach; // distance that counts as near
} cdNearTriangles;

cdWorkTriangle cdPlaceTriangle(const cdRegionWork *work, cdWorkSide side, int32_t triangle);

// Returns the pose that takes A's stored coordinates to B's.
cdPose cdFindToB(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB);

typedef bool cdVisitTriangles(void *context, const cdNearTriangles *pair); // false ends the walk

typedef struct cdTriangleWalk {
    const cdMesh *a, *b;
    cdPose toB; // A's stored coordinates to B's: the frame of the work
    double reach;
    bool coarse; // pairs that only planes along edges separate are visited, too
    cdVisitTriangles *visit;
    void *context;
    cdMeter *meter;
} cdTriangleWalk;

// Visits every pair of triangles that come within the reach of each other, others too, and some twice; pairs
// that two planes or two boxes separate are skipped.
// @errors false: too little memory, the meter is out, or `visit` returned false
bool cdWalkNearTriangles(const cdTriangleWalk *walk, cdMemory memory);

// The same by a list of these meshes that reaches as far. `drift`: cdBoundDrift of A's pose.
bool cdWalkListedTriangles(const cdTriangleWalk *walk, const cdNearList *list, double drift);

// Returns the bytes that a walk takes of the memory.
size_t cdGetTriangleWalkSize(const cdMesh *a, const cdMesh *b);

#endif
