// Pairs of triangles that are near each other at one pose, for several queries that stay near that pose.
//
// A pair that is `gap` apart at that pose cannot touch before some point of the moving mesh has gone as far.
// So a query that knows how far they can have gone looks at the nearest pairs alone, and goes down no tree.
#ifndef CD_NEAR_LIST_H
#define CD_NEAR_LIST_H

#include "collision/query.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"

enum { CD_NEAR_CLASSES = 16 };

// Triangles that are at least `gap` apart; below 0: they may touch.
typedef struct cdNearPair {
    int32_t a, b;
    double gap;
} cdNearPair;

// Pairs are in classes of their gap, from the nearest on; within a class by A's triangle, then B's. Each pair
// is there once.
typedef struct cdNearList {
    const cdMesh *a, *b;
    cdPose pose;       // of A, then; B stays where it was
    double reach;      // all pairs less apart than this are on the list; negative: there is no list
    cdNearPair *pairs; // pairs[capacity]
    int32_t count, capacity;
    int32_t ends[CD_NEAR_CLASSES]; // of the classes
} cdNearList;

// Memory that lists are made in, one after the other.
typedef struct cdNearRoom {
    cdNearPair *pairs; // pairs[capacity]
    int32_t *firsts;   // firsts[triangleCount + 1], of A
} cdNearRoom;

// What the queries of a longer call share.
typedef struct cdSharedWork {
    cdMeter *meter;
    cdPairCache *caches;    // caches[obstacleCount]; NULL: none
    const cdNearList *near; // of the pair, or near[obstacleCount]; NULL: none
    bool apart;             // at a pose that is looked at the meshes do not overlap
} cdSharedWork;

// Empties a list. Then pairs are added, and sorted in the end.
void cdStartNearList(cdNearList *list, const cdMesh *a, cdPose pose, const cdMesh *b, double reach);
// Where there are too many, the reach is halved. false: even those that touch are too many.
bool cdAddNearPair(cdNearList *list, cdNearPair pair);
void cdSortNearList(cdNearList *list, const cdNearRoom *room);

// How many of the first pairs to look at so that none is left out that is no more than `limit` apart.
int32_t cdCountNearPairs(const cdNearList *list, double limit);

// How far any point of A can be at a pose from where it was at the list's. INFINITY: there is no list.
double cdBoundDrift(const cdNearList *list, cdPose pose);

#endif
