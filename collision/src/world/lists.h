// Lists of a step, in ascending order: of active bodies, pairs and joints (bodies/active.c), of islands, and
// of the bodies, pairs and joints of an island (bodies/islands.c).
//
// "First" gives the first index, "next" the one behind another; -1 at the end. Pairs and joints of an island
// may touch it or not; all active ones are there.
#ifndef CD_LISTS_H
#define CD_LISTS_H

#include "world/world_data.h"

static inline int32_t cdFirstActiveBody(const cdWorld *world) {
    return world->activeBodies.first;
}

static inline int32_t cdNextActiveBody(const cdWorld *world, int32_t body) {
    return world->activeBodies.next[body];
}

static inline int32_t cdFirstActivePair(const cdWorld *world) {
    return world->activePairs.first;
}

static inline int32_t cdNextActivePair(const cdWorld *world, int32_t pair) {
    return world->activePairs.next[pair];
}

static inline int32_t cdFirstActiveJoint(const cdWorld *world) {
    return world->activeJoints.first;
}

static inline int32_t cdNextActiveJoint(const cdWorld *world, int32_t joint) {
    return world->activeJoints.next[joint];
}

static inline int32_t cdFirstIsland(const cdWorld *world) {
    return world->islandList.first;
}

static inline int32_t cdNextIsland(const cdWorld *world, int32_t island) {
    return world->islandList.next[island];
}

// True if an island has lists: its bodies are active.
static inline bool cdIsListed(const cdWorld *world, int32_t island) {
    return island >= 0 && world->active[island] != CD_STILL;
}

static inline int32_t cdFirstBody(const cdWorld *world, int32_t island) {
    return cdIsListed(world, island) ? world->islandParts[island].firstBody : -1;
}

static inline int32_t cdNextBody(const cdWorld *world, int32_t body) {
    return world->bodiesBehind[body];
}

static inline int32_t cdFirstPair(const cdWorld *world, int32_t island) {
    return cdIsListed(world, island) ? world->islandParts[island].firstPair : -1;
}

static inline int32_t cdNextPair(const cdWorld *world, int32_t pair) {
    return world->pairsBehind[pair];
}

static inline int32_t cdFirstJoint(const cdWorld *world, int32_t island) {
    return cdIsListed(world, island) ? world->islandParts[island].firstJoint : -1;
}

static inline int32_t cdNextJoint(const cdWorld *world, int32_t joint) {
    return world->jointsBehind[joint];
}

// --- Active bodies: active.c

// Reserve room for the lists of this many bodies, joints and pairs. False: no memory.
bool cdReserveBodyLists(cdWorld *world, int32_t capacity);
bool cdReserveJointLists(cdWorld *world, int32_t capacity);
bool cdReservePairLists(cdWorld *world, int32_t capacity);
void cdFreeLists(cdWorld *world);
// Appends an item to a list, greater than those in it.
void cdAppendLink(cdLinks *list, int32_t item);
// Makes a body active for this step, or for the next whole one: something about it changes.
void cdMakeActive(cdWorld *world, int32_t body);
void cdMakeAllActive(cdWorld *world);
// Links the active bodies, joints and pairs, after bodies have become active or still.
void cdListActive(cdWorld *world);
// Links the active pairs, after the pairs have changed.
void cdListActivePairs(cdWorld *world);
// Bodies that were fixed or asleep in a whole step become still, at its end.
void cdRestActive(cdWorld *world);

#endif
