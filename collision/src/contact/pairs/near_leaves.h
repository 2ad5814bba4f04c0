// Pairs of leaves of two meshes that are near each other at a pose, by both sphere trees [RKC01 3.1]. Here a
// leaf is also a node with no more triangles than a leaf may have: it takes less to look at these than to go
// down to them.
#ifndef CD_NEAR_LEAVES_H
#define CD_NEAR_LEAVES_H

#include "foundation/memory/memory.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"

// What a walk calls with two leaves. false: enough.
typedef bool cdVisitLeaves(void *context, int32_t leafA, int32_t leafB);
// True if a walk may skip all that lies below two nodes. It is asked only for nodes of which at least one
// shares its label with another node.
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

// Shows all pairs of leaves that come within the reach of each other, and some others.
// @errors false: too little memory, the meter is out, or `visit` said so
bool cdWalkNearLeaves(const cdLeafWalk *walk, cdMemory memory);

// Bytes that a walk takes of the memory.
size_t cdGetLeafWalkSize(const cdMesh *a, const cdMesh *b);

#endif
