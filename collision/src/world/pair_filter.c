// Filters: which bodies collide.
//
// Category, mask and group of each body decide first, as in Box2D and Box3D, and joints whose bodies pass;
// then the caller's function, once for each pair that becomes near. Pairs that filters exclude are no pairs
// of the world; a pair that the caller's function excludes stays one that passes, so that the function is not
// called again in each step.
#include "world/checks.h"
#include "world/step_work.h"

static bool doFiltersCollide(const cdWorldBody *a, const cdWorldBody *b) {
    if (a->group == b->group && a->group != 0) return a->group > 0;
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

bool cdMayBodiesMeet(const cdWorld *world, int32_t bodyA, int32_t bodyB) {
    const cdWorldBody *a = &world->bodies[bodyA], *b = &world->bodies[bodyB];
    return !(a->sensor && b->sensor) && doFiltersCollide(a, b) && !cdPassByJoint(world, bodyA, bodyB);
}

bool cdIsWantedPair(const cdWorld *world, int32_t bodyA, int32_t bodyB) {
    bool moves = cdMoves(&world->bodies[bodyA]) || cdMoves(&world->bodies[bodyB]);
    return moves && cdMayBodiesMeet(world, bodyA, bodyB);
}

bool cdCanBodiesCollide(const cdWorld *world, cdBodyId idA, cdBodyId idB) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, idA) && cdHasBody(world, idB) && idA != idB))
        return false;
    int32_t a = cdGetBodyIndex(idA), b = cdGetBodyIndex(idB);
    return cdIsWantedPair(world, a, b) && !world->bodies[a].sensor && !world->bodies[b].sensor;
}

void cdJudgePair(const cdWorld *world, int32_t bodyA, int32_t bodyB, bool *passes, bool *senses) {
    bool collide =
        world->shouldCollide == NULL ||
        world->shouldCollide(world->pairContext, cdGetBodyId(world, bodyA), cdGetBodyId(world, bodyB));
    *senses = collide && (world->bodies[bodyA].sensor || world->bodies[bodyB].sensor);
    *passes = !collide || *senses;
}

// Tests the pairs of a body again; -1: all pairs.
static void askPairs(cdWorld *world, int32_t body) {
    world->asks = true;
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        if (body < 0 || pair->bodyA == body || pair->bodyB == body) pair->asks = true;
    }
}

void cdSetBodyFilter(cdWorld *world, cdBodyId id, uint32_t category, uint32_t mask, int32_t group) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    cdWakeBody(world, body);
    own->category = category;
    own->mask = mask;
    own->group = group;
    askPairs(world, body);
}

void cdSetBodySensor(cdWorld *world, cdBodyId id, bool sensor) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return;
    int32_t body = cdGetBodyIndex(id);
    cdWakeBody(world, body);
    world->bodies[body].sensor = sensor;
    askPairs(world, body);
}

void cdSetPairCallback(cdWorld *world, cdPairCallback *shouldCollide, void *context) {
    if (!CD_REQUIRE(world != NULL)) return;
    world->shouldCollide = shouldCollide;
    world->pairContext = context;
    cdWakeAll(world);
    askPairs(world, -1);
}
