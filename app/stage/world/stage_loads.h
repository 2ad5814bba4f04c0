// The contact regions of two bodies of the stage's world, and the forces through them.
#ifndef APP_STAGE_LOADS_H
#define APP_STAGE_LOADS_H

#include "collision/world_regions.h"
#include "stage/state/stage_state.h"

enum { STAGE_LOAD_MAX = 64, STAGE_LOAD_POINTS = 512 };

typedef struct StageLoads {
    cdContactRegion regions[STAGE_LOAD_MAX]; // regions[count]
    cdVec3 points[STAGE_LOAD_POINTS];
    cdRegionLoad loads[STAGE_LOAD_MAX]; // loads[count]
    int32_t count;
    bool truncated; // there are more
} StageLoads;

// Finds the regions in which two bodies touch, with their loads in the last step.
void FindStageLoads(const Stage *stage, cdBodyId a, cdBodyId b, StageLoads *loads);

#endif
