// The contact regions of two bodies of the stage's world, and the forces through them.
#include "stage/world/stage_loads.h"

void FindStageLoads(const Stage *stage, cdBodyId a, cdBodyId b, StageLoads *loads) {
    const cdWorld *world = stage->world.scene.world;
    loads->count = 0;
    loads->truncated = false;
    if (!cdIsBodyValid(world, a) || !cdIsBodyValid(world, b)) return;
    cdBodyRegionsInput input = {.bodyA = a,
                                .bodyB = b,
                                .regions = loads->regions,
                                .points = loads->points,
                                .regionCapacity = STAGE_LOAD_MAX,
                                .pointCapacity = STAGE_LOAD_POINTS,
                                .budget = {.maxPairTests = 100000}};
    cdContactRegions found = cdFindBodyContactRegions(world, &input, stage->scratch.workspace);
    cdFindRegionLoads(world, &input, &found, loads->loads);
    loads->count = found.regionCount;
    loads->truncated = found.truncated;
}
