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
    // Of its own corners along the normal: a sliver's normal says little, and they need not be equal.
    double lower, upper;
    cdBox3 box;
} cdWorkTriangle;

typedef struct cdNearTriangles {
    const cdWorkTriangle *a, *b;
    double planeGap; // how far the plane of either keeps them apart; below 0: neither does
    double reach;    // how near they may be
} cdNearTriangles;

cdWorkTriangle cdPlaceTriangle(const cdRegionWork *work, cdWorkSide side, int32_t triangle);

// A's stored coordinates to B's.
cdPose cdFindToB(const cdMesh *a, cdPose poseA, const cdMesh *b, cdPose poseB);

typedef bool cdVisitTriangles(void *context, const cdNearTriangles *pair); // false: enough

typedef struct cdTriangleWalk {
    const cdMesh *a, *b;
    cdPose toB; // A's stored coordinates to B's: the frame of the work
    double reach;
    bool coarse; // pairs that only planes along edges part are shown, too
    cdVisitTriangles *visit;
    void *context;
    cdMeter *meter;
} cdTriangleWalk;

// Shows every pair of triangles that come within the reach of each other, others too, and some twice: what
// two planes or two boxes part is left out.
// @errors false: too little memory, the meter is out, or `visit` said so
bool cdWalkNearTriangles(const cdTriangleWalk *walk, cdMemory memory);

// The same by a list of these meshes that reaches as far. `drift`: cdBoundDrift of A's pose.
bool cdWalkListedTriangles(const cdTriangleWalk *walk, const cdNearList *list, double drift);

// Bytes that a walk takes of the memory.
size_t cdGetTriangleWalkSize(const cdMesh *a, const cdMesh *b);

// A length that the two are apart by at least; below 0 where neither's plane and none across an axis parts
// them.
double cdBoundTriangleGap(const cdNearTriangles *pair);

#endif
