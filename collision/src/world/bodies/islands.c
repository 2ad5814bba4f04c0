// Islands: bodies connected by contact points and joints. Each is one system of equations.
//
// Disjoint sets over the dynamic bodies; an island has the index of its first body. Fixed bodies connect
// nothing. An island whose bodies are all asleep is skipped, since nothing its equations depend on changes;
// if one of them moves, or a kinematic body that touches them, all wake.
#include "foundation/memory/disjoint_sets.h"
#include "world/step_work.h"

static void join(cdWorld *world, int32_t a, int32_t b) {
    if (b < 0 || !cdIsDynamic(&world->bodies[a]) || !cdIsDynamic(&world->bodies[b])) return;
    cdJoinSets(world->islands, a, b);
}

static void wakeIslands(cdWorld *world, double time) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsDynamic(body) && !body->asleep) cdWakeOne(world, body->island, time);
    }
    for (int32_t i = 0; i < world->bodyCount; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsDynamic(body) && !world->bodies[body->island].asleep) cdWakeOne(world, i, time);
    }
}

// A kinematic body that moves wakes the bodies that it touches or is joined to.
static void wakePushed(cdWorld *world, int32_t a, int32_t b, double time) {
    for (int side = 0; side < 2; side++) {
        int32_t pusher = side == 0 ? a : b, other = side == 0 ? b : a;
        if (cdIsPushing(&world->bodies[pusher]) && cdIsDynamic(&world->bodies[other]))
            cdWakeOne(world, other, time);
    }
}

void cdFindIslands(cdWorld *world, double time) {
    cdFillSets(world->islands, world->bodyCount);
    for (int32_t i = 0; i < world->pairCount; i++) {
        if (!world->pairs[i]->touches) continue;
        join(world, world->pairs[i]->bodyA, world->pairs[i]->bodyB);
        if (world->pushes) wakePushed(world, world->pairs[i]->bodyA, world->pairs[i]->bodyB, time);
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present) continue;
        join(world, joint->bodyA, joint->bodyB);
        if (world->pushes && joint->bodyB >= 0) wakePushed(world, joint->bodyA, joint->bodyB, time);
    }
    for (int32_t i = 0; i < world->bodyCount; i++)
        world->bodies[i].island = cdIsDynamic(&world->bodies[i]) ? cdFindRoot(world->islands, i) : -1;
    wakeIslands(world, time);
}

int32_t cdGetPairIsland(const cdWorld *world, const cdWorldPair *pair) {
    int32_t island = world->bodies[pair->bodyA].island;
    return island >= 0 ? island : world->bodies[pair->bodyB].island;
}

int32_t cdGetJointIsland(const cdWorld *world, const cdWorldJoint *joint) {
    int32_t island = world->bodies[joint->bodyA].island;
    return island >= 0 || joint->bodyB < 0 ? island : world->bodies[joint->bodyB].island;
}

bool cdIsAwake(const cdWorld *world, int32_t island) {
    return island >= 0 && !world->bodies[island].asleep;
}
