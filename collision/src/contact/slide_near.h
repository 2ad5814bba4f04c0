// Lists of triangles that are near each other, for the queries of one slide: of A and each obstacle that it
// comes near to.
#ifndef CD_SLIDE_NEAR_H
#define CD_SLIDE_NEAR_H

#include "collision/slide.h"
#include "continuous/near_list.h"
#include "foundation/memory.h"

enum { CD_SLIDE_LISTS = 4, CD_SLIDE_LIST_PAIRS = 1 << 14 };

typedef struct cdSlideNear {
    cdNearList *lists; // lists[obstacleCount]; those without memory are none
    cdNearPair *pairs[CD_SLIDE_LISTS];
    int32_t given;     // of them, to the first obstacles that A comes near to
    int64_t mostTests; // pair tests of a query of the slide
    cdNearRoom room;
    cdMemory memory; // to walk in
} cdSlideNear;

// Bytes that the lists of a slide take.
size_t cdGetSlideNearSize(const cdObstaclesInput *step);
// @errors false: the memory is too small
bool cdOpenSlideNear(cdSlideNear *near, const cdObstaclesInput *step, cdMemory memory);

// Tells what a query took: lists are made once one took more than a list does.
static inline void cdTellTests(cdSlideNear *near, int64_t pairTests) {
    if (pairTests > near->mostTests) near->mostTests = pairTests;
}

// The list with an obstacle, made anew where A has left the one there is. NULL: none is worth it, there is no
// memory for one, the meter is out, or too many touch.
const cdNearList *cdGetSlideList(cdSlideNear *near, const cdObstaclesInput *step, int32_t obstacle,
                                 cdPose pose, cdMeter *meter);

#endif
