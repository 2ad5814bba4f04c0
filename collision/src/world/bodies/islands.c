// Islands: bodies connected by contact points and joints. Each is one system of equations.
//
// Disjoint sets over the active dynamic bodies; an island has the index of its first body. Fixed bodies
// connect nothing. An island whose bodies are all asleep is skipped, since nothing its equations depend on
// changes; if one of them moves, or a kinematic body that touches them, all wake. (1) A body that moves and
// touches a still one wakes it: then the islands of all bodies are found, since still pairs connect it to
// others. (2) Else active pairs and joints suffice. (3) Lists of the bodies, pairs and joints of each island:
// loops over an island visit only its own. All active pairs are listed, also those that do not touch yet.
#include "foundation/memory/disjoint_sets.h"
#include "world/step_work.h"

static void join(cdWorld *world, int32_t a, int32_t b) {
    if (b < 0 || !cdIsDynamic(&world->bodies[a]) || !cdIsDynamic(&world->bodies[b])) return;
    cdJoinSets(world->islands, a, b);
}

// A kinematic body that moves wakes the bodies that it touches or is joined to.
static void wakePushed(cdWorld *world, int32_t a, int32_t b, double time) {
    for (int side = 0; side < 2; side++) {
        int32_t pusher = side == 0 ? a : b, other = side == 0 ? b : a;
        if (cdIsPushing(&world->bodies[pusher]) && cdIsDynamic(&world->bodies[other]))
            cdWakeOne(world, other, time);
    }
}

// --- (1)

// True if both are dynamic, and one of them is still.
static bool stirs(const cdWorld *world, int32_t a, int32_t b) {
    if (b < 0 || (world->active[a] != CD_STILL && world->active[b] != CD_STILL)) return false;
    return cdIsDynamic(&world->bodies[a]) && cdIsDynamic(&world->bodies[b]);
}

static bool doAnyStir(cdWorld *world, double time) {
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!pair->touches) continue;
        if (world->pushes) wakePushed(world, pair->bodyA, pair->bodyB, time);
        if (stirs(world, pair->bodyA, pair->bodyB)) return true;
    }
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        const cdWorldJoint *joint = &world->joints[i];
        if (world->pushes && joint->bodyB >= 0) wakePushed(world, joint->bodyA, joint->bodyB, time);
        if (stirs(world, joint->bodyA, joint->bodyB)) return true;
    }
    return world->activeChange;
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

static void wakeStill(cdWorld *world, double time) {
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
    cdListActive(world);
}

// --- (2)

static void findActive(cdWorld *world, double time) {
    cdFillSets(world->islands, world->bodyCount);
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (pair->touches) join(world, pair->bodyA, pair->bodyB);
    }
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        join(world, world->joints[i].bodyA, world->joints[i].bodyB);
    }
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        world->bodies[i].island = cdIsDynamic(&world->bodies[i]) ? cdFindRoot(world->islands, i) : -1;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsDynamic(body) && !body->asleep) cdWakeOne(world, body->island, time);
    }
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsDynamic(body) && !world->bodies[body->island].asleep) cdWakeOne(world, i, time);
    }
}

// --- (3)

static void append(int32_t *first, int32_t *last, int32_t *behind, int32_t item) {
    if (*first < 0)
        *first = item;
    else
        behind[*last] = item;
    *last = item;
    behind[item] = -1;
}

void cdListIslands(cdWorld *world) {
    cdIsland *parts = world->islandParts;
    world->islandList.first = -1;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i))
        parts[i] = (cdIsland){.firstBody = -1, .firstPair = -1, .firstJoint = -1};
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        int32_t island = world->bodies[i].island;
        if (!cdIsListed(world, island)) continue;
        append(&parts[island].firstBody, &parts[island].lastBody, world->bodiesBehind, i);
        if (island == i && cdIsAwake(world, i)) cdAppendLink(&world->islandList, i);
    }
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        int32_t island = cdGetPairIsland(world, world->pairs[i]);
        if (!cdIsListed(world, island)) continue;
        append(&parts[island].firstPair, &parts[island].lastPair, world->pairsBehind, i);
    }
    for (int32_t i = cdFirstActiveJoint(world); i >= 0; i = cdNextActiveJoint(world, i)) {
        int32_t island = cdGetJointIsland(world, &world->joints[i]);
        if (!cdIsListed(world, island)) continue;
        append(&parts[island].firstJoint, &parts[island].lastJoint, world->jointsBehind, i);
    }
}

void cdFindIslands(cdWorld *world, double time) {
    if (doAnyStir(world, time)) wakeStill(world, time);
    findActive(world, time);
    cdListIslands(world);
}

bool cdAreIslandsApart(const cdWorld *world) {
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        int32_t a = world->bodies[pair->bodyA].island, b = world->bodies[pair->bodyB].island;
        if (pair->touches && a != b && a >= 0 && b >= 0) return false;
    }
    return true;
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
