// Lists of triangles that are near each other, for the queries of one slide: of each mesh of A and each
// obstacle that it comes near to.
#ifndef CD_SLIDE_NEAR_H
#define CD_SLIDE_NEAR_H

#include "contact/slide/slide_set.h"
#include "continuous/search/near_groups.h"
#include "foundation/memory/workspace.h"

enum {
    CD_SLIDE_LISTS = 4,
    CD_SLIDE_LIST_PAIRS = 1 << 14,
    CD_SLIDE_LIST_GROUPS = 1 << 10,
    CD_SLIDE_RECORD = 1 << 12
};

enum { CD_KEPT_LIST_WORDS = 3 }; // the last words of a cdSlideCache

typedef struct cdSlideNear {
    cdNearList *lists; // lists[shapeCount * obstacleCount]; a reach below 0: none, 0: too long
    cdNearPair *pairs[CD_SLIDE_LISTS];
    cdNearGroup *groups[CD_SLIDE_LISTS];
    int32_t given; // bit k: pairs[k] and groups[k] belong to a list
    cdNearRoom room;
    cdNearRecord record; // of the last leg of a mesh alone
    cdPose recordPose;   // of A at its end
    cdWorkspace *workspace;
} cdSlideNear;

// Returns the bytes that the lists of a slide take. `triangleCount`: of the largest mesh of A; `pairCount`:
// pairs of such a mesh and an obstacle.
size_t cdGetSlideNearSize(int32_t triangleCount, int64_t pairCount);
// Lays out the lists in the workspace. Reuses the lists that the last slide left there if `cache` identifies
// them: same workspace, no slide in between, same meshes, same poses of the obstacles. Lists never change a
// result. `cache`: NULL: no reuse.
// @errors false: the workspace cannot grow
bool cdOpenSlideNear(cdSlideNear *near, const cdSlideInput *input, const cdSlideCache *cache,
                     cdWorkspace *workspace);
// Records in the cache which lists this slide leaves in the workspace. `cache`: NULL: nothing is recorded.
void cdKeepSlideLists(const cdSlideNear *near, const cdSlideInput *input, cdSlideCache *cache);

// Returns the reach of the lists of two meshes, unless they get too long.
double cdGetListReach(const cdMesh *a, const cdMesh *b);

// Returns the list of a pair. If A has moved too far from the pose of the list, it is built again.
// NULL: there is no memory for one, the meter is out, too many triangles touch, or A keeps a clearance from
// the obstacle.
const cdNearList *cdGetSlideList(cdSlideNear *near, const cdSlideInput *input, cdSlidePair pair, cdPose pose,
                                 cdMeter *meter);

// Begins the record of a leg's query, for the list at its end. NULL: not of this leg.
cdNearRecord *cdStartSlideRecord(cdSlideNear *near, const cdSlideInput *input);

// Ends it.
void cdEndSlideRecord(cdSlideNear *near, const cdFirstContact *result);

// Begins a slice of the meter for building lists: a quarter of the budget. The caller ends it.
void cdStartListing(const cdObstaclesInput *step, cdMeter *meter);

#endif
