// The contact regions of two bodies of the stage's world, and the forces through them.
//
// The regions of bodies with several shapes are those of each pair of their shapes that touches.
#include "stage/world/stage_loads.h"

static bool haveSeveralShapes(const cdWorld *world, cdBodyId a, cdBodyId b) {
    return cdGetBodyShapeCount(world, a) > 1 || cdGetBodyShapeCount(world, b) > 1;
}

// Adds those of a pair of shapes. The points follow those of the pairs before.
static void addLoads(const Stage *stage, cdBodyRegionsInput pair, int32_t *pointCount, StageLoads *loads) {
    const cdWorld *world = stage->world.scene.world;
    pair.regions = loads->regions + loads->count;
    pair.points = loads->points + *pointCount;
    pair.regionCapacity = STAGE_LOAD_MAX - loads->count;
    pair.pointCapacity = STAGE_LOAD_POINTS - *pointCount;
    pair.budget.maxPairTests = 100000;
    cdContactRegions found = cdFindBodyContactRegions(world, &pair, stage->scratch.workspace);
    cdFindRegionLoads(world, &pair, &found, loads->loads + loads->count);
    for (int32_t i = 0; i < found.regionCount; ++i)
        found.regions[i].firstPoint += *pointCount;
    loads->count += found.regionCount;
    *pointCount += found.pointCount;
    loads->truncated = loads->truncated || found.truncated;
}

static bool isPair(const cdWorldContact *contact, cdBodyId a, cdBodyId b) {
    return (contact->bodyA == a && contact->bodyB == b) || (contact->bodyA == b && contact->bodyB == a);
}

// True if an earlier contact is of the same two shapes of the same two bodies.
static bool isKnown(const cdWorldContact *contacts, int32_t contact) {
    const cdWorldContact *now = &contacts[contact];
    for (int32_t i = contact - 1; i >= 0; --i) {
        if (isPair(&contacts[i], now->bodyA, now->bodyB) && contacts[i].shapeA == now->shapeA &&
            contacts[i].shapeB == now->shapeB)
            return true;
    }
    return false;
}

void FindStageLoads(const Stage *stage, cdBodyId a, cdBodyId b, StageLoads *loads) {
    const cdWorld *world = stage->world.scene.world;
    int32_t contactCount = 0, pointCount = 0;
    loads->count = 0;
    loads->truncated = false;
    if (!cdIsBodyValid(world, a) || !cdIsBodyValid(world, b)) return;
    const cdWorldContact *contacts = cdGetWorldContacts(world, &contactCount);
    if (!haveSeveralShapes(world, a, b)) {
        addLoads(stage, (cdBodyRegionsInput){.bodyA = a, .bodyB = b}, &pointCount, loads);
        return;
    }
    for (int32_t i = 0; i < contactCount; ++i) {
        if (!isPair(&contacts[i], a, b) || isKnown(contacts, i)) continue;
        bool turned = contacts[i].bodyA != a;
        cdBodyRegionsInput pair = {.bodyA = a,
                                   .bodyB = b,
                                   .shapeA = turned ? contacts[i].shapeB : contacts[i].shapeA,
                                   .shapeB = turned ? contacts[i].shapeA : contacts[i].shapeB};
        addLoads(stage, pair, &pointCount, loads);
    }
}
