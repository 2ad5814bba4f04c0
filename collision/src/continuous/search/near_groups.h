// The pairs of a list of near triangles, four side by side, in floats: planes that separate them are found
// for four pairs at once, before any pair is tested exactly.
#ifndef CD_NEAR_GROUPS_H
#define CD_NEAR_GROUPS_H

#include "continuous/search/near_list.h"
#include "foundation/numbers/matrix.h"

// Corners less the list's origins, in its unit. The last pair is repeated.
typedef struct cdNearGroup {
    float cornersA[3][3][4], cornersB[3][3][4]; // in the axes of A, of B
    float normalA[3][4], normalB[3][4];         // unit or shorter
    float lower[4], upper[4];                   // heights of B's corners along its normal
} cdNearGroup;

// Poses of A at both ends of a straight path: A's stored coordinates to B's.
typedef struct cdNearPath {
    cdMat3 rotations[2];
    cdVec3 positions[2];
    double slack; // gaps up to this separate nothing
} cdNearPath;

// The same in the unit of a list.
typedef struct cdNearFrame {
    float rows[2][3][3], positions[2][3];
    float slack; // with the rounding of heights
    bool moves;  // false: both poses are the same
    bool isNone; // too far away for floats: nothing is parted
} cdNearFrame;

// Fills the groups of a sorted list, as far as there is room for them.
void cdGroupNearPairs(cdNearList *list);

cdNearFrame cdMakeNearFrame(const cdNearList *list, const cdNearPath *path);

// Returns the lanes whose triangles planes keep more than the slack from each other throughout the path. Such
// a plane is certain; other pairs need not come near.
int cdFindPartedPairs(const cdNearFrame *frame, const cdNearGroup *group);

// Returns the pairs whose groups are filled, from the first.
static inline int32_t cdCountGroupedPairs(const cdNearList *list) {
    return list->count < 4 * list->groupCapacity ? list->count : 4 * list->groupCapacity;
}

#endif
