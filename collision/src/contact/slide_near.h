// Lists of triangles that are near each other, for the queries of one slide: of A and each obstacle that it
// comes near to.
#ifndef CD_SLIDE_NEAR_H
#define CD_SLIDE_NEAR_H

#include "collision/slide.h"
#include "continuous/near_list.h"
#include "foundation/memory.h"

enum { CD_SLIDE_LISTS = 4, CD_SLIDE_LIST_PAIRS = 1 << 14 };

enum { CD_KEPT_LIST_WORDS = 2 }; // in the end of a slide's cache

typedef struct cdSlideNear {
    cdNearList *lists; // lists[obstacleCount]; a reach below 0: none, 0: too long
    cdNearPair *pairs[CD_SLIDE_LISTS];
    int32_t given; // of them, bits: to the first obstacles that A comes near to
    cdNearRoom room;
    cdMemory memory; // to walk in
} cdSlideNear;

// Bytes that the lists of a slide take.
size_t cdGetSlideNearSize(const cdObstaclesInput *step);
// Lists only make queries faster: results are the same without.
//
// Lists that the last slide left in the same memory, of the same meshes and obstacles where they stand, are
// there again if the cache is that slide's, and nobody has written to the memory. `cache`: NULL: none.
// @errors false: the memory is too small
bool cdOpenSlideNear(cdSlideNear *near, const cdObstaclesInput *step, const cdSlideCache *cache,
                     cdMemory memory);
// Leaves them to the next slide. `cache`: NULL: none.
void cdKeepSlideLists(const cdSlideNear *near, const cdObstaclesInput *step, cdSlideCache *cache);

// A's stored coordinates to the obstacle's.
cdPose cdFindToObstacle(const cdMesh *a, cdPose poseA, const cdObstacle *other);

// How far the lists of two meshes reach, where they do not get too long.
double cdGetListReach(const cdMesh *a, const cdMesh *b);

// Returns the list with an obstacle. Where A has moved too far from the pose of the list, it is made again.
// NULL: there is no memory for one, the meter is out, or too many triangles touch.
const cdNearList *cdGetSlideList(cdSlideNear *near, const cdObstaclesInput *step, int32_t obstacle,
                                 cdPose pose, cdMeter *meter);

// Begins a slice of the meter for lists: a share of the budget. What it does not suffice for goes without.
void cdStartListing(const cdObstaclesInput *step, cdMeter *meter);

// Where a leg is too long for the list that there is, and not much too long: lists what is near its middle.
void cdListLeg(cdSlideNear *near, const cdObstaclesInput *step, const cdMotion *leg, cdMeter *meter);

#endif
