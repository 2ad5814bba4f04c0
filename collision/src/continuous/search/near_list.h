// Pairs of triangles that are near each other at one pose, for several queries that stay near that pose.
//
// A pair with a gap at that pose cannot touch before some point of the moving mesh has moved by the gap. So a
// query with a bound on this motion tests the nearest pairs alone and descends no tree.
#ifndef CD_NEAR_LIST_H
#define CD_NEAR_LIST_H

#include "collision/query.h"
#include "continuous/search/placed_fours.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"

enum { CD_NEAR_CLASSES = 16 };

// Triangles whose distance is at least `gap`; below 0: they may touch.
typedef struct cdNearPair {
    int32_t a, b;
    double gap;
} cdNearPair;

// Pairs are in classes of their gap, the nearest first; within a class by A's triangle, then B's. There are
// no duplicates.
typedef struct cdNearList {
    const cdMesh *a, *b;
    cdPose pose;       // of A, then; B has not moved since
    double reach;      // all pairs with a smaller distance are on the list; negative: there is no list
    cdNearPair *pairs; // pairs[capacity]
    int32_t count, capacity;
    int32_t ends[CD_NEAR_CLASSES]; // of the classes
    // The pairs once more, four at a time (near_groups.h): groups[groupCapacity], optional, and their
    // origins, on stored coordinates, their unit (a power of two), and the size of the triangles about the
    // origins in this unit.
    struct cdNearGroup *groups;
    int32_t groupCapacity;
    cdVec3 originA, originB;
    double scale, extent;
} cdNearList;

// Two leaves that a query found to be nearer than the reach at some time of a part of its step.
typedef struct cdNearLeaves {
    int32_t a, b;
    const struct cdFixedTriangles *triangles; // of b, in the workspace while the table has its generation
} cdNearLeaves;

typedef struct cdNearRecord {
    cdNearLeaves *leaves; // leaves[capacity]
    int32_t count, capacity;
    int32_t obstacle; // of several
    bool isNew;       // a query has written it
    double reach;
    cdInterval times;    // of the part, as fractions of the step; lo > hi: nothing was recorded
    double scale;        // of B's triangles
    uint32_t generation; // of the table that holds them
} cdNearRecord;

// Memory for building lists, one after the other.
typedef struct cdNearRoom {
    cdNearPair *pairs; // pairs[capacity]
    int32_t *firsts;   // firsts[triangleCount + 1], of A
} cdNearRoom;

// State shared by the queries of a longer call.
typedef struct cdSharedWork {
    cdMeter *meter;
    cdPairCache *caches;    // caches[obstacleCount]; NULL: none
    const cdNearList *near; // of the pair, or near[obstacleCount]; NULL: none
    cdNearRecord *record;   // of the pair, or of one of the obstacles; NULL: none
    bool apart;             // at the poses of the query the meshes do not overlap
    // distances[obstacleCount]: safety distance of each obstacle, instead of the input's; negative: the
    // obstacle is ignored. NULL: the input's.
    const double *distances;
    double from; // fraction of the step: the motion before it is not searched. 0: the whole step
} cdSharedWork;

static inline void cdDropNearRecord(cdNearRecord *record) {
    record->times = (cdInterval){1.0, 0.0};
    record->count = 0;
}

// Empties a list. The caller then adds pairs, and sorts them at the end.
void cdStartNearList(cdNearList *list, const cdMesh *a, cdPose pose, const cdMesh *b, double reach);
// Adds a pair. If there are too many, halves the reach. False: even the touching pairs are too many.
bool cdAddNearPair(cdNearList *list, cdNearPair pair);
void cdSortNearList(cdNearList *list, const cdNearRoom *room);

// Returns the number of leading pairs that include all within the distance `limit`.
int32_t cdCountNearPairs(const cdNearList *list, double limit);

// Bounds the distance of A's points at a pose from their positions at the list's. INFINITY: there is no list.
double cdBoundDrift(const cdNearList *list, cdPose pose);

#endif
