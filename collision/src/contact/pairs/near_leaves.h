// Pairs of leaves of two meshes that are near each other at a pose, by both sphere trees [RKC01 3.1]. Here a
// leaf is also a node with no more triangles than a leaf may have: testing these is cheaper than descending
// to them.
#ifndef CD_NEAR_LEAVES_H
#define CD_NEAR_LEAVES_H

#include "foundation/memory/memory.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"

// Called by a walk with two leaves. False ends the walk.
typedef bool cdVisitLeaves(void *context, int32_t leafA, int32_t leafB);
// True if a walk may skip everything below two nodes. Called only if one of their labels is shared.
typedef bool cdSkipNodes(void *context, int32_t nodeA, int32_t nodeB);

typedef struct cdLeafWalk {
    const cdMesh *a, *b;
    cdMat3 rotation; // A's stored coordinates to B's
    cdVec3 position;
    double reach;
    cdVisitLeaves *visit;
    cdSkipNodes *skip;
    void *context;
    cdMeter *meter;
} cdLeafWalk;

// Visits all pairs of leaves that come within the reach of each other, and some others.
// @errors false: too little memory, the meter is out, or `visit` returned false
bool cdWalkNearLeaves(const cdLeafWalk *walk, cdMemory memory);

// Returns the bytes that a walk takes of the memory.
size_t cdGetLeafWalkSize(const cdMesh *a, const cdMesh *b);

#endif
