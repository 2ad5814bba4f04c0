// Lists of triangles that are near each other, for the queries of one slide: of A and each obstacle that it
// comes near to.
#ifndef CD_SLIDE_NEAR_H
#define CD_SLIDE_NEAR_H

#include "collision/slide.h"
#include "continuous/near_list.h"
#include "foundation/memory.h"

enum { CD_SLIDE_LISTS = 4, CD_SLIDE_LIST_PAIRS = 1 << 14 };

typedef struct cdSlideNear {
    cdNearList *lists; // lists[obstacleCount]; a reach below 0: none, 0: too long
    cdNearPair *pairs[CD_SLIDE_LISTS];
    int32_t given; // of them, to the first obstacles that A comes near to
    cdNearRoom room;
    cdMemory memory; // to walk in
} cdSlideNear;

// Bytes that the lists of a slide take.
size_t cdGetSlideNearSize(const cdObstaclesInput *step);
// @errors false: the memory is too small
bool cdOpenSlideNear(cdSlideNear *near, const cdObstaclesInput *step, cdMemory memory);

// A's stored coordinates to the obstacle's.
cdPose cdFindToObstacle(const cdMesh *a, cdPose poseA, const cdObstacle *other);

// How far the lists of two meshes reach, where they do not get too long.
double cdGetListReach(const cdMesh *a, const cdMesh *b);

// Returns the list with an obstacle. Where A has moved too far from the pose of the list, it is made again.
// NULL: there is no memory for one, the meter is out, or too many triangles touch.
const cdNearList *cdGetSlideList(cdSlideNear *near, const cdObstaclesInput *step, int32_t obstacle,
                                 cdPose pose, cdMeter *meter);

#endif
