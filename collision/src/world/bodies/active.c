// Active bodies: those that a step may change, with their pairs and joints.
//
// A body that is fixed or asleep, and has been throughout the last whole step, is still: its box in the broad
// phase, its contact points with other still bodies and the contacts listed for them are those of that step.
// All others are active: dynamic bodies that are awake, kinematic bodies, and for one more whole step bodies
// that a call has changed or that fell asleep. A pair or a joint is active if one of its bodies is. So a step
// visits still bodies only where an active one comes near, and its cost grows with what moves.
#include "foundation/memory/hooks.h"
#include "world/step_work.h"
#include "world/world_pairs.h"

#include <string.h>

static bool growList(int32_t **list, int32_t count, int32_t capacity) {
    int32_t *grown = cdGrowArray(*list, count, capacity, sizeof *grown);
    if (grown != NULL) *list = grown;
    return grown != NULL;
}

bool cdReserveBodyLists(cdWorld *world, int32_t capacity) {
    int32_t count = world->bodyCount;
    uint8_t *active = cdGrowArray(world->active, count, capacity, sizeof *active);
    if (active != NULL) world->active = active;
    cdIsland *parts = cdGrowArray(world->islandParts, count, capacity, sizeof *parts);
    if (parts != NULL) world->islandParts = parts;
    return active != NULL && parts != NULL && growList(&world->activeBodies.next, count, capacity) &&
           growList(&world->islandList.next, count, capacity) &&
           growList(&world->bodiesBehind, count, capacity);
}

bool cdReserveJointLists(cdWorld *world, int32_t capacity) {
    return growList(&world->activeJoints.next, world->jointCount, capacity) &&
           growList(&world->jointsBehind, world->jointCount, capacity);
}

bool cdReservePairLists(cdWorld *world, int32_t capacity) {
    return growList(&world->activePairs.next, world->pairCount, capacity) &&
           growList(&world->pairsBehind, world->pairCount, capacity);
}

void cdFreeLists(cdWorld *world) {
    int32_t *const lists[] = {world->activeBodies.next, world->activeJoints.next, world->activePairs.next,
                              world->islandList.next,   world->bodiesBehind,      world->jointsBehind,
                              world->pairsBehind};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        cdFree(lists[i]);
    cdFree(world->active);
    cdFree(world->islandParts);
}

void cdAppendLink(cdLinks *list, int32_t item) {
    if (list->first < 0)
        list->first = item;
    else
        list->next[list->last] = item;
    list->last = item;
    list->next[item] = -1;
}

void cdMakeActive(cdWorld *world, int32_t body) {
    if (world->active[body] != CD_STILL) return;
    world->active[body] = CD_ACTIVE;
    world->activeChange = world->extentChange = true;
}

void cdMakeAllActive(cdWorld *world) {
    for (int32_t i = 0; i < world->bodyCount; i++)
        world->active[i] = CD_ACTIVE;
    world->activeChange = world->extentChange = true;
}

void cdListActivePairs(cdWorld *world) {
    world->activePairs.first = -1;
    world->stillPoints = 0;
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdPairEntry *entry = &world->entries[i];
        if (cdIsActivePair(world, &entry->near))
            cdAppendLink(&world->activePairs, i);
        else
            world->stillPoints += entry->pointCount;
    }
}

static bool isActiveJoint(const cdWorld *world, const cdWorldJoint *joint) {
    if (!joint->present) return false;
    return world->active[joint->bodyA] != CD_STILL ||
           (joint->bodyB >= 0 && world->active[joint->bodyB] != CD_STILL);
}

static void findStillExtent(cdWorld *world) {
    world->stillExtent = 0.0;
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (world->active[i] == CD_STILL)
            world->stillExtent = cdMax(world->stillExtent, cdGetExtent(&world->bodies[i]));
    world->extentChange = false;
}

void cdListActive(cdWorld *world) {
    world->activeBodies.first = world->activeJoints.first = -1;
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (world->active[i] != CD_STILL) cdAppendLink(&world->activeBodies, i);
    for (int32_t i = 0; i < world->jointCount; i++)
        if (isActiveJoint(world, &world->joints[i])) cdAppendLink(&world->activeJoints, i);
    cdListActivePairs(world);
    if (world->extentChange) findStillExtent(world);
    world->activeChange = false;
}

void cdRestActive(cdWorld *world) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        bool rests = world->active[i] == CD_ACTIVE && !cdCanMove(body);
        world->active[i] = rests ? CD_STILL : CD_ACTIVE;
        if (!rests) continue;
        world->stillExtent = cdMax(world->stillExtent, cdGetExtent(body));
        world->activeChange = true;
    }
}
